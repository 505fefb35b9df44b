import { type Situation, situationPath, situations } from "#marketing/situations.ts";
import { SITUATION_DRAWINGS } from "./drawings/situation-drawings.tsx";

export function SituationsSection() {
  return (
    <section className="section bg-band" aria-labelledby="what-we-do">
      <div className="wrap">
        <p className="lot-label">Lot 2 · Five situations</p>
        <h2 id="what-we-do">What We Do</h2>
        <p className="lead mt-3">Whatever brought you here, the house can go as it stands.</p>
        <ul className="situation-lots">
          {situations.map((situation) => (
            <SituationLot key={situation.slug} situation={situation} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function SituationLot({ situation }: { situation: Situation }) {
  const Drawing = SITUATION_DRAWINGS[situation.slug];
  return (
    <li className="lot situation-lot">
      <div className="situation-drawing">
        <Drawing />
      </div>
      <div className="situation-words">
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
        <a href={situationPath(situation)} className="link inline-flex min-h-11 items-center pt-1 font-semibold">
          How this works<span className="sr-only">: {situation.title}</span>
        </a>
      </div>
    </li>
  );
}
