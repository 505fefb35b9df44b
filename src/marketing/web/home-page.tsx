import { company, figures } from "#company/facts.ts";
import { questions } from "#marketing/questions.ts";
import type { PageMeta } from "#shell/web/page.ts";
import { businessSchema, questionsSchema } from "#shell/web/structured-data.ts";
import { HeroSection } from "./hero-section.tsx";
import { HowItWorksSection } from "./how-it-works-section.tsx";
import { QuestionsSection } from "./questions-section.tsx";
import { ReadySection } from "./ready-section.tsx";
import { SituationsSection } from "./situations-section.tsx";
import { WhySection } from "./why-section.tsx";

export const meta: PageMeta = {
  title: `Sell your house for cash, as it stands | ${company.shortName}`,
  description: `A no-obligation cash offer within ${figures.offerWithin.value}, no repairs, no commissions, and a closing date you choose. ${company.areaServed}.`,
  jsonLd: [businessSchema(), questionsSchema(questions)],
};

export default function HomePage() {
  return (
    <>
      <HeroSection />
      <SituationsSection />
      <WhySection />
      <HowItWorksSection />
      <QuestionsSection />
      <ReadySection />
    </>
  );
}
