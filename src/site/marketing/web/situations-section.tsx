import { isSample } from "#company/facts/claims.ts";
import { type Page, pagePath, pagesOfKind } from "#company/facts/pages/pages.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { PictureImage } from "#company/shell/web/parts/picture.tsx";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { drawingOf } from "./drawings/situation-drawings.tsx";
import { Text } from "./texts/text.tsx";

const LOT = "lot relative grid gap-4 border-control border-r border-b px-3.5 pb-2.5 md:grid-rows-[auto_1fr] md:p-8";
const HIGH = "md:col-span-6 md:grid-cols-[minmax(0,1fr)] lg:gap-5";
const LOW = "md:col-span-6 md:grid-cols-[minmax(0,1fr)] lg:grid-cols-[--spacing(44)_minmax(0,1fr)] lg:gap-8";

const FIRST_ROW = [
  "md:col-span-12 md:grid-cols-[--spacing(44)_minmax(0,1fr)] md:gap-8 lg:col-span-5 lg:grid-cols-[minmax(0,1fr)] lg:gap-5",
  `${HIGH} lg:col-span-4`,
  `${HIGH} lg:col-span-3`,
];
const ALONE = "md:col-span-12 md:grid-cols-[--spacing(44)_minmax(0,1fr)] md:gap-8";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** Of an odd number three stand in the first row, and two in each other. */
function placeOf(index: number, count: number): string {
  if (count === 1) return ALONE;
  return (count % 2 === 1 && FIRST_ROW[index]) || LOW;
}

export function SituationsSection({ lot }: { lot: number }) {
  const facts = useFacts();
  const pages = pagesOfKind(facts, "situation");
  const { title, lead } = facts.words.situations;
  return (
    <section className="section bg-band" aria-labelledby="what-we-do">
      <div className="wrap">
        <LotLabel lot={lot} claim={facts.claims.situations}>
          {`${NUMBERS[pages.length] ?? pages.length} ${pages.length === 1 ? "situation" : "situations"}`}
        </LotLabel>
        <h2 id="what-we-do">{title}</h2>
        <p className="lead mt-3">{lead}</p>
        <ul className="mt-6 grid border-control md:mt-10 border-t border-l bg-surface md:grid-cols-12">
          {pages.map((page, index) => (
            <SituationLot key={page.id} page={page} place={placeOf(index, pages.length)} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function SituationLot({ page, place }: { page: Page; place: string }) {
  const Drawing = drawingOf(page.id);
  return (
    <li className={`${LOT} ${place}`}>
      <div className="max-md:hidden md:w-44 md:max-w-full [&>svg]:h-auto [&>svg]:w-full">
        {page.picture ? (
          <PictureImage
            picture={page.picture}
            fit={{ width: 176, height: 176 }}
            alt={page.pictureAlt}
            className="h-auto max-w-full rounded-card border border-line"
          />
        ) : (
          Drawing && <Drawing />
        )}
      </div>
      <div className="flex min-w-0 flex-col items-start *:max-w-full [&_p_a]:relative [&_p_a]:z-1">
        <h3 className="wrap-anywhere flex flex-wrap items-center gap-x-2">
          <a
            href={pagePath(page)}
            className="inline-flex min-h-11 items-center after:absolute after:inset-0 hover:underline max-md:text-brand max-md:underline md:min-h-0"
          >
            {page.title}
          </a>
          {isSample(page.claim) && <SampleMark />}
        </h3>
        <Text markdown={page.summary} className="lot-summary wrap-anywhere" />
        <span className="link mt-auto min-h-11 content-center pt-1 font-semibold max-md:hidden" aria-hidden="true">
          How this works
        </span>
      </div>
    </li>
  );
}
