import type { Page } from "#company/facts/pages/pages.ts";
import { names } from "#company/facts/pages/words.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownLetters, shownTeam } from "#company/shell/shown.ts";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { Letter } from "../letter.tsx";

/** What a visitor finds about this town alone. */
export function TownEntries({ page: { kind, town, houses } }: { page: Page }) {
  const facts = useFacts();
  if (kind !== "town") return null;
  const letters = shownLetters(facts).filter((letter) => names(letter.town, town));
  const people = shownTeam(facts).filter(({ bio }) => names(bio, town));
  if (houses.length + letters.length + people.length === 0) return null;
  return (
    <section className="section bg-band" aria-labelledby="of-town">
      <div className="wrap grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
        <h2 id="of-town" className="wrap-anywhere">
          From {town}
        </h2>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {houses.length > 0 && (
            <div className="prose *:first:mt-0">
              <h3>Houses bought</h3>
              <ul>
                {houses.map((house) => (
                  <li key={house} className="wrap-anywhere">
                    {house}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {letters.map((letter) => (
            <Letter key={letter.quote} letter={letter} />
          ))}
          {people.map(({ name, role, bio, isSample }) => (
            <div key={name}>
              <h3>{name}</h3>
              <p className="font-semibold text-brand">
                {role} {isSample && <SampleMark />}
              </p>
              <p className="mt-2 max-w-[66ch] whitespace-pre-line">{bio}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
