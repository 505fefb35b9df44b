import { isConfirmed, isShown } from "#company/facts/claims.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { confirmed, shownFigure } from "#company/shell/shown.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { businessSchema, questionsSchema } from "#company/shell/web/structured-data.ts";
import { HeroSection } from "./hero-section.tsx";
import { HowItWorksSection } from "./how-it-works-section.tsx";
import { QuestionsSection } from "./questions-section.tsx";
import { ReadySection } from "./ready-section.tsx";
import { SituationsSection } from "./situations-section.tsx";
import { plainTextOf } from "./texts/markdown.ts";
import { WhySection } from "./why-section.tsx";

export const meta: PageMeta = (facts) => {
  const offer = confirmed(shownFigure(facts, "offerWithin"));
  return {
    title: `Sell your house for cash, as it stands | ${facts.company.shortName}`,
    description: `A no-obligation cash offer${offer ? ` within ${offer.value}` : ""}, no repairs, no commissions, and a closing date you choose. ${facts.company.areaServed}.`,
    jsonLd: [
      businessSchema(facts),
      ...(isConfirmed(facts.claims.questions) && facts.questions.length > 0
        ? [questionsSchema(facts.questions.map(({ question, answer }) => ({ question, answer: plainTextOf(answer) })))]
        : []),
    ],
  };
};

export default function HomePage() {
  const { claims, questions } = useFacts();
  const hasQuestions = isShown(claims.questions) && questions.length > 0;
  return (
    <>
      <HeroSection />
      <SituationsSection />
      <WhySection />
      <HowItWorksSection />
      {hasQuestions && <QuestionsSection lot={5} />}
      <ReadySection lot={hasQuestions ? 6 : 5} />
    </>
  );
}
