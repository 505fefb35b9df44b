import type { ReactNode } from "react";
import { isSample, isShown } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { shownFigures, shownLetters, shownTeam } from "#company/shell/shown.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { LotLabel } from "#company/shell/web/parts/lot-label.tsx";
import { SampleMark } from "#company/shell/web/parts/sample-mark.tsx";
import { breadcrumbSchema } from "#company/shell/web/structured-data.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { SkylineDrawing } from "./drawings/skyline-drawing.tsx";
import { Letter } from "./letter.tsx";
import { Portrait } from "./parts/portrait.tsx";
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
        <div
          className={`wrap grid gap-x-16 gap-y-6 py-12 lg:py-20 ${hasStory && hasFigures ? "lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]" : ""}`}
        >
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

type GroupProps = {
  id: string;
  above: ReactNode;
  title: string;
  count: number;
  className?: string;
  children: ReactNode;
};

/** A single item stands beside the title, several below it. */
function Group({ id, above, title, count, className = "", children }: GroupProps) {
  const columns = count === 1 ? "grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]" : "grid gap-y-10";
  return (
    <section className={`section ${className}`} aria-labelledby={id}>
      <div className={`wrap ${columns}`}>
        <div>
          {above}
          <h2 id={id}>{title}</h2>
        </div>
        {children}
      </div>
    </section>
  );
}

function Values({ lot }: { lot: number }) {
  const { claims, values, words } = useFacts();
  const above = (
    <LotLabel lot={lot} claim={claims.values}>
      {words.about.valuesAbove}
    </LotLabel>
  );
  return (
    <Group id="values" above={above} title={words.about.valuesTitle} count={values.length} className="bg-band">
      <ul className="filled border-control border-t border-l bg-surface">
        {values.map(({ title, text }) => (
          <li key={title} className="min-w-0 border-control border-r border-b p-6 md:p-8">
            <h3 className="wrap-anywhere">{title}</h3>
            <Text markdown={text} className="prose mt-2 *:first:mt-0" />
          </li>
        ))}
      </ul>
    </Group>
  );
}

function Team({ lot }: { lot: number }) {
  const facts = useFacts();
  const { teamAbove, teamTitle } = facts.words.about;
  const people = shownTeam(facts);
  return (
    <Group id="team" above={<LotLabel lot={lot}>{teamAbove}</LotLabel>} title={teamTitle} count={people.length}>
      <ul className="filled gap-10">
        {people.map((person) => (
          <li key={person.name} className="@container">
            <div className="flex flex-col gap-5 @min-[30em]:flex-row">
              <Portrait person={person} />
              <div className="min-w-0">
                <h3 className="wrap-anywhere">{person.name}</h3>
                <p className="font-semibold text-brand">{person.role}</p>
                {person.isSample && <SampleMark />}
                <p className="mt-2 max-w-[56ch] whitespace-pre-line">{person.bio}</p>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Group>
  );
}

function Letters({ lot }: { lot: number }) {
  const facts = useFacts();
  const letters = shownLetters(facts);
  const { lettersTitle } = facts.words.about;
  return (
    <Group
      id="letters"
      above={<LotLabel lot={lot}>Letters</LotLabel>}
      title={lettersTitle}
      count={letters.length}
      className="bg-band"
    >
      <div className="filled gap-6">
        {letters.map((letter) => (
          <Letter key={letter.quote} letter={letter} />
        ))}
      </div>
    </Group>
  );
}
