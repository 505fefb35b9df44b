import { isConfirmed, isShown } from "#company/facts/claims.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { Letter } from "../letter.tsx";
import { faceOf } from "./faces.ts";
import { Portrait } from "./portrait.tsx";

/** A confirmed letter and, unless it stands beside the closing words, a confirmed face. */
export function Voices() {
  const facts = useFacts();
  const letter = facts.testimonials.find(({ claim }) => isConfirmed(claim));
  const face = faceOf(facts);
  const person = face?.isContact && isShown(facts.claims.ready) ? undefined : face?.person;
  if (!letter && !person) return null;
  return (
    <section className="section py-8 lg:py-14" aria-label={letter ? "A seller’s letter" : "Who you will meet"}>
      <div className="wrap flex flex-wrap items-center gap-x-16 gap-y-6">
        {person && (
          <figure className="flex items-center gap-4">
            <Portrait person={person} isSmall />
            <figcaption>
              <span className="block font-semibold">{person.name}</span>
              {person.role}
            </figcaption>
          </figure>
        )}
        {letter && (
          <div className="min-w-0 flex-1 basis-80">
            <Letter letter={{ ...letter, isSample: false }} className="[&_blockquote]:line-clamp-6" />
            <a href="/about#letters" className="link inline-flex min-h-11 items-center font-semibold">
              Letters of sellers
            </a>
          </div>
        )}
      </div>
    </section>
  );
}
