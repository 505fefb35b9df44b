import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownContact } from "#company/shell/shown.ts";
import type { PageModule } from "#company/shell/web/page.ts";
import { CallBackForm } from "#company/shell/web/parts/call-back-form.tsx";
import { ContactLink } from "#company/shell/web/parts/reach.tsx";
import { breadcrumbSchema } from "#company/shell/web/structured-data.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { type Situation, situationPath, situations } from "#site/marketing/situations.ts";
import { SITUATION_DRAWINGS } from "./drawings/situation-drawings.tsx";

export function situationPage(slug: Situation["slug"]): PageModule {
  const situation = situations.find((known) => known.slug === slug);
  if (!situation) throw new Error(`No situation is called ${slug}.`);
  return {
    default: () => <SituationPage situation={situation} />,
    meta: ({ company }) => ({
      title: `${situation.pageTitle} | ${company.shortName}`,
      description: situation.description,
      jsonLd: [breadcrumbSchema({ name: situation.title, path: situationPath(situation) })],
    }),
  };
}

function SituationPage({ situation }: { situation: Situation }) {
  const facts = useFacts();
  const Drawing = SITUATION_DRAWINGS[situation.slug];
  return (
    <>
      <div className="wrap pt-8">
        <Breadcrumb current={situation.title} />
      </div>
      <article>
        <header className="wrap grid items-center gap-x-16 gap-y-6 pt-6 pb-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pb-16">
          <div>
            <p className="lot-label">{situation.title}</p>
            <h1>{situation.pageTitle}</h1>
            <p className="lead mt-5">{situation.lead}</p>
          </div>
          <div className="lot [&>svg]:mx-auto [&>svg]:h-auto [&>svg]:w-88 [&>svg]:max-w-full [&_*]:[vector-effect:non-scaling-stroke]">
            <Drawing />
          </div>
        </header>
        <Part part={situation.happens} lot="Lot 1 · The facts" />
        <Part part={situation.weDo} lot="Lot 2 · Our part" className="bg-band" />
        <Part part={situation.otherWays} lot="Lot 3 · Without us" />
      </article>
      <section className="section on-deep" aria-labelledby="next">
        <div className="wrap grid items-center gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div>
            <h2 id="next">Talk it through, free</h2>
            <p className="mt-3 max-w-[56ch]">
              You speak with {facts.company.contactPerson}, and you will know what your choices are, whichever one you
              take.
            </p>
            <CallBackForm className="mt-6 max-w-[56ch]" />
          </div>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 lg:justify-end">
            <ButtonLink href="/book-meeting" variant="lamp" size="hero" className="w-full sm:w-auto">
              Book a Meeting
            </ButtonLink>
            <p>
              <ContactLink
                contact={shownContact(facts)}
                className="link inline-flex min-h-11 items-center font-semibold"
              />
            </p>
          </div>
        </div>
      </section>
      <OtherSituations current={situation} />
    </>
  );
}

function Breadcrumb({ current }: { current: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-small">
        <li>
          <a href="/" className="link inline-flex min-h-11 min-w-11 items-center">
            Home
          </a>
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}

function Part({ part, lot, className = "" }: { part: Situation["happens"]; lot: string; className?: string }) {
  return (
    <section className={`section ${className}`}>
      <div className="wrap grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
        <div>
          <p className="lot-label">{lot}</p>
          <h2>{part.heading}</h2>
        </div>
        <div className="divide-y divide-line text-lead leading-[1.55]">
          {part.points.map((point) => (
            <p key={point} className="py-4.5 first:pt-0">
              <PhoneLinks text={point} />
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}

function PhoneLinks({ text }: { text: string }) {
  return text.split(/(1-\d{3}-\d{3}-\d{4})/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <a key={piece} href={`tel:+${piece.replaceAll("-", "")}`} className="link whitespace-nowrap">
        {piece}
      </a>
    ),
  );
}

function OtherSituations({ current }: { current: Situation }) {
  return (
    <nav aria-labelledby="other-situations" className="wrap py-10">
      <h2 id="other-situations" className="text-h3">
        Other situations
      </h2>
      <ul className="mt-2 grid gap-x-8 sm:flex sm:flex-wrap">
        {situations
          .filter((situation) => situation !== current)
          .map((situation) => (
            <li key={situation.slug}>
              <a href={situationPath(situation)} className="link inline-flex min-h-11 items-center">
                {situation.title}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
