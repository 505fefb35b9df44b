import { useFacts } from "#company/facts/web/use-facts.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { type Situation, situationPath, situations } from "#site/marketing/situations.ts";
import { SITUATION_DRAWINGS } from "./drawings/situation-drawings.tsx";

const LOT =
  "lot relative grid grid-cols-[clamp(--spacing(14),20vw,--spacing(22))_minmax(0,1fr)] gap-4 border-control border-r border-b p-[clamp(--spacing(3.5),5vw,--spacing(5))] md:grid-rows-[auto_1fr] md:p-8";
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
        <ul className="mt-10 grid border-control border-t border-l bg-surface md:grid-cols-12">
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
      <div className="md:w-44 md:max-w-full [&>svg]:h-auto [&>svg]:w-full">
        <Drawing />
      </div>
      <div className="flex flex-col items-start *:max-w-full">
        <h3>{situation.title}</h3>
        <p className="mt-2">{situation.summary}</p>
        {situation.slug === "foreclosure" && (
          <p className="mt-2 text-small">
            Free, independent advice: a HUD-approved counselor at{" "}
            <a href="tel:+18889954673" className="link whitespace-nowrap">
              1-888-995-4673
            </a>
            . Calling your lender first is fine.
          </p>
        )}
        <a
          href={situationPath(situation)}
          className="link mt-auto inline-flex min-h-11 items-center pt-1 font-semibold"
        >
          How this works<span className="sr-only">: {situation.title}</span>
        </a>
      </div>
    </li>
  );
}
