import { isConfirmed, isShown } from "#company/facts/claims.ts";
import { pagesOfKind } from "#company/facts/pages/pages.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { businessSchema, questionsSchema } from "#company/shell/web/structured-data.ts";
import { HeroSection } from "./hero-section.tsx";
import { HowItWorksSection } from "./how-it-works-section.tsx";
import { Voices } from "./parts/voices.tsx";
import { QuestionsSection } from "./questions-section.tsx";
import { ReadySection } from "./ready-section.tsx";
import { SituationsSection } from "./situations-section.tsx";
import { plainTextOf } from "./texts/markdown.ts";
import { WhySection } from "./why-section.tsx";

export const meta: PageMeta = (facts) => {
  const { searchTitle, searchText: text } = facts.words.hero;
  return {
    title: `${searchTitle} | ${facts.company.shortName}`,
    description: text,
    jsonLd: [
      businessSchema(facts),
      ...(isConfirmed(facts.claims.questions) && facts.questions.length > 0
        ? [questionsSchema(facts.questions.map(({ question, answer }) => ({ question, answer: plainTextOf(answer) })))]
        : []),
    ],
  };
};

export default function HomePage() {
  const facts = useFacts();
  const { claims, questions } = facts;
  const sections = [
    { Section: SituationsSection, isOn: isShown(claims.situations) && pagesOfKind(facts, "situation").length > 0 },
    { Section: WhySection, isOn: isShown(claims.benefits) || isShown(claims.comparison) },
    { Section: HowItWorksSection, isOn: true },
    { Section: QuestionsSection, isOn: isShown(claims.questions) && questions.length > 0 },
    { Section: ReadySection, isOn: isShown(claims.ready) },
  ].filter(({ isOn }) => isOn);
  return (
    <>
      <HeroSection />
      <Voices />
      {sections.map(({ Section }, index) => (
        <Section key={Section.name} lot={index + 2} />
      ))}
    </>
  );
}
