import { type Claim, isSample } from "#company/facts/claims.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { formatDay, wallClock } from "#platform/dates.ts";
import { sectionsOf } from "./markdown.ts";
import { Rendered } from "./text.tsx";

export function LegalPage(props: { label: string; title: string; lead: string; text: string; claim: Claim }) {
  const { intro, sections } = sectionsOf(props.text);
  return (
    <div className="wrap pt-10 pb-16 lg:pt-16 lg:pb-24">
      <p className="lot-label">{props.label}</p>
      <h1>{props.title}</h1>
      <p className="lead mt-4">{props.lead}</p>
      <Standing claim={props.claim} />
      <div className="mt-12 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
        {sections.length > 0 && (
          <nav aria-label="On this page" className="lg:sticky lg:top-[calc(var(--bar)+--spacing(8))] lg:self-start">
            <ol>
              {sections.map(({ id, heading }) => (
                <li key={id}>
                  <a href={`#${id}`} className="link inline-flex min-h-11 items-center">
                    {heading}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="lg:col-start-2">
          {intro && <Rendered html={intro} className="prose mb-10" />}
          {sections.map(({ id, heading, html }) => (
            <section
              key={id}
              id={id}
              className="prose not-first:mt-10 not-first:border-line not-first:border-t not-first:pt-10"
            >
              <h2>{heading}</h2>
              <Rendered html={html} />
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

function Standing({ claim }: { claim: Claim }) {
  const { timeZone } = useFacts();
  if (isSample(claim))
    return (
      <div className="note note-warn mt-8 max-w-[66ch]">
        <p>
          <SampleMark /> This text describes what the site does today. It is a draft for the owner’s lawyer to confirm;
          it is not legal advice.
        </p>
      </div>
    );
  if (!claim.confirmedAt) return null;
  const { day } = wallClock(new Date(claim.confirmedAt), timeZone);
  return <p className="mt-4 text-muted text-small">Last changed on {formatDay(day, "full")}.</p>;
}
