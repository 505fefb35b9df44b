import type { ReactNode } from "react";

/** A long text with a table of contents. Every part is a section with an id. */
export function LegalPage(props: { label: string; title: string; lead: string; parts: readonly LegalPart[] }) {
  return (
    <div className="wrap pt-10 pb-16 lg:pt-16 lg:pb-24">
      <p className="lot-label">{props.label}</p>
      <h1>{props.title}</h1>
      <p className="lead mt-4">{props.lead}</p>
      <div className="note note-warn mt-8 max-w-[66ch]">
        <p>
          This text describes what the site does today. It is a draft for the owner’s lawyer to confirm; it is not legal
          advice.
        </p>
      </div>
      <div className="mt-12 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
        <nav aria-label="On this page" className="lg:sticky lg:top-[calc(var(--bar)+--spacing(8))] lg:self-start">
          <ol>
            {props.parts.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`} className="link inline-flex min-h-11 items-center">
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div>
          {props.parts.map(({ id, heading, text }) => (
            <section
              key={id}
              id={id}
              className="prose not-first:mt-10 not-first:border-line not-first:border-t not-first:pt-10"
            >
              <h2>{heading}</h2>
              {text}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

export type LegalPart = { id: string; heading: string; text: ReactNode };
