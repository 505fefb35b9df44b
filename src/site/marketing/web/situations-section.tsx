import { useFacts } from "#company/facts/web/use-facts.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { type Situation, situationPath, situations } from "#site/marketing/situations.ts";
import { SITUATION_DRAWINGS } from "./drawings/situation-drawings.tsx";

const LOT = "lot relative grid gap-4 border-control border-r border-b px-3.5 pb-2.5 md:grid-rows-[auto_1fr] md:p-8";
const HIGH = "md:col-span-6 md:grid-cols-[minmax(0,1fr)] lg:gap-5";
const LOW = "md:col-span-6 md:grid-cols-[minmax(0,1fr)] lg:grid-cols-[--spacing(44)_minmax(0,1fr)] lg:gap-8";

const PLACES = [
  "md:col-span-12 md:grid-cols-[--spacing(44)_minmax(0,1fr)] md:gap-8 lg:col-span-5 lg:grid-cols-[minmax(0,1fr)] lg:gap-5",
  `${HIGH} lg:col-span-4`,
  `${HIGH} lg:col-span-3`,
  LOW,
  LOW,
];

export function SituationsSection({ lot }: { lot: number }) {
  const { claims, words } = useFacts();
  const { above, title, lead } = words.situations;
  return (
    <section className="section bg-band" aria-labelledby="what-we-do">
      <div className="wrap">
        <LotLabel lot={lot} claim={claims.situations}>
          {above}
        </LotLabel>
        <h2 id="what-we-do">{title}</h2>
        <p className="lead mt-3">{lead}</p>
        <ul className="mt-6 grid border-control md:mt-10 border-t border-l bg-surface md:grid-cols-12">
          {situations.map((situation, index) => (
            <SituationLot key={situation.slug} situation={situation} place={PLACES[index] ?? LOW} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function SituationLot({ situation, place }: { situation: Situation; place: string }) {
  const Drawing = SITUATION_DRAWINGS[situation.slug];
  return (
    <li className={`${LOT} ${place}`}>
      <div className="max-md:hidden md:w-44 md:max-w-full [&>svg]:h-auto [&>svg]:w-full">
        <Drawing />
      </div>
      <div className="flex flex-col items-start *:max-w-full [&_p_a]:relative [&_p_a]:z-1">
        <h3>
          <a
            href={situationPath(situation)}
            className="inline-flex min-h-11 items-center after:absolute after:inset-0 hover:underline max-md:text-brand max-md:underline md:min-h-0"
          >
            {situation.title}
          </a>
        </h3>
        <p className="max-md:text-small md:mt-2">{situation.summary}</p>
        {situation.slug === "foreclosure" && (
          <p className="mt-1 text-fine leading-snug md:mt-2 md:text-small">
            Free, independent advice: a HUD-approved counselor at{" "}
            <a href="tel:+18889954673" className="link whitespace-nowrap">
              1-888-995-4673
            </a>
            . Calling your lender first is fine.
          </p>
        )}
        <span className="link mt-auto min-h-11 content-center pt-1 font-semibold max-md:hidden" aria-hidden="true">
          How this works
        </span>
      </div>
    </li>
  );
}
