import { isSample, isShown } from "#company/facts/claims.ts";
import type { Facts, Person } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownFigures, shownLetters, shownTeam } from "#company/shell/shown.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { PictureImage } from "#company/shell/web/parts/picture.tsx";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { breadcrumbSchema } from "#company/shell/web/structured-data.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { SkylineDrawing } from "./drawings/skyline-drawing.tsx";
import { Letter } from "./letter.tsx";
import { Text } from "./texts/text.tsx";

export const meta: PageMeta = (facts) => {
  const { searchTitle, searchText } = facts.words.about;
  return {
    title: `${searchTitle} | ${facts.company.shortName}`,
    description: searchText,
    jsonLd: [breadcrumbSchema({ name: "About Us", path: "/about" })],
  };
};

function sectionsOf(facts: Facts) {
  const { claims, values } = facts;
  return [
    { id: "values", Section: Values, isShown: isShown(claims.values) && values.length > 0 },
    { id: "team", Section: Team, isShown: shownTeam(facts).length > 0 },
    { id: "letters", Section: Letters, isShown: shownLetters(facts).length > 0 },
  ].filter((section) => section.isShown);
}

export default function AboutPage() {
  const facts = useFacts();
  return (
    <>
      <Beginning />
      {sectionsOf(facts).map(({ id, Section }, index) => (
        <Section key={id} lot={index + 2} />
      ))}
      <section className="section on-deep" aria-labelledby="talk">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-6">
          <div>
            <h2 id="talk">{facts.words.about.talkTitle}</h2>
            <p className="mt-3 max-w-[56ch]">{facts.words.about.talk}</p>
          </div>
          <ButtonLink href="/book-meeting" variant="lamp" size="hero" className="w-full sm:w-auto">
            Book a Meeting
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

function Beginning() {
  const facts = useFacts();
  const hasStory = isShown(facts.claims.story);
  const hasFigures = shownFigures(facts).length > 0;
  return (
    <section aria-labelledby="about">
      <div className="wrap pt-10 lg:pt-16">
        <LotLabel claim={facts.claims.about}>{`About ${facts.company.name}`}</LotLabel>
        <h1 id="about" className="max-w-[18ch]">
          {facts.words.about.title}
        </h1>
      </div>
      <div className="mt-8 overflow-hidden border-line border-b [&>svg]:mx-auto [&>svg]:h-34 [&>svg]:w-full md:[&>svg]:h-auto">
        <SkylineDrawing />
      </div>
      {(hasStory || hasFigures) && (
        <div className="wrap grid gap-x-16 gap-y-6 py-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:py-20">
          {hasStory && (
            <div className="prose">
              <h2>{facts.words.about.storyTitle}</h2>
              {isSample(facts.claims.story) && (
                <p>
                  <SampleMark />
                </p>
              )}
              <Text markdown={facts.story} />
            </div>
          )}
          {hasFigures && <Figures />}
        </div>
      )}
    </section>
  );
}

function Figures() {
  const facts = useFacts();
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(--spacing(32),34%),1fr))] gap-px self-start border border-line bg-line">
      {shownFigures(facts).map(({ value, label, isSample }) => (
        <div key={label} className="flex flex-col bg-surface px-5 py-4 leading-[1.4] odd:last:col-span-full">
          <dt className="order-2 mt-1.5">
            {label} {isSample && <SampleMark />}
          </dt>
          <dd className="font-display text-figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ lot }: { lot: number }) {
  const { claims, values, words } = useFacts();
  return (
    <section className="section bg-band" aria-labelledby="values">
      <div className="wrap">
        <LotLabel lot={lot} claim={claims.values}>
          {words.about.valuesAbove}
        </LotLabel>
        <h2 id="values">{words.about.valuesTitle}</h2>
        <ul className="mt-10 grid border-control border-t border-l bg-surface md:grid-cols-[repeat(auto-fit,minmax(--spacing(64),1fr))]">
          {values.map(({ title, text }) => (
            <li key={title} className="min-w-0 border-control border-r border-b p-6 md:p-8">
              <h3 className="wrap-anywhere">{title}</h3>
              <Text markdown={text} className="prose mt-2 *:first:mt-0" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Team({ lot }: { lot: number }) {
  const facts = useFacts();
  return (
    <section className="section" aria-labelledby="team">
      <div className="wrap">
        <LotLabel lot={lot}>{facts.words.about.teamAbove}</LotLabel>
        <h2 id="team">{facts.words.about.teamTitle}</h2>
        <ul className="mt-10 grid gap-10 md:grid-cols-3">
          {shownTeam(facts).map((person) => (
            <li key={person.name} className="flex flex-col gap-5">
              <Portrait person={person} />
              <div>
                <h3>{person.name}</h3>
                <p className="font-semibold text-brand">{person.role}</p>
                {person.isSample && <SampleMark />}
                <p className="mt-2 whitespace-pre-line">{person.bio}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Portrait({ person: { name, portrait } }: { person: Pick<Person, "name" | "portrait"> }) {
  if (portrait)
    return (
      <PictureImage
        picture={portrait}
        fit={{ width: 160, height: 160 }}
        alt={`Portrait of ${name}`}
        className="rounded-card border border-line"
      />
    );
  return (
    <span className="initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function Letters({ lot }: { lot: number }) {
  const facts = useFacts();
  return (
    <section className="section bg-band" aria-labelledby="letters">
      <div className="wrap">
        <LotLabel lot={lot}>Letters</LotLabel>
        <h2 id="letters">{facts.words.about.lettersTitle}</h2>
        <div className="mt-10 grid gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,5fr)] lg:items-start">
          {shownLetters(facts).map((letter) => (
            <Letter key={letter.quote} letter={letter} className="lg:nth-[3n+2]:mt-12" />
          ))}
        </div>
      </div>
    </section>
  );
}

function initialsOf(name: string): string {
  const parts = name.split(/\s+/);
  // An emoji is one character to a reader and several code units of a string.
  const first = (word: string | undefined) => [...new Intl.Segmenter().segment(word ?? "")][0]?.segment ?? "";
  return `${first(parts[0])}${parts.length > 1 ? first(parts.at(-1)) : ""}`;
}
