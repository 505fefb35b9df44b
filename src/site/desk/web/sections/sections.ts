import type { ComponentType } from "react";
import type { SectionId } from "#site/desk/sections.ts";
import { CompanySection } from "./company-section.tsx";
import { FiguresSection } from "./figures-section.tsx";
import { HoursSection } from "./hours-section.tsx";
import { LegalSection } from "./legal-section.tsx";
import { LettersSection } from "./letters-section.tsx";
import { LookSection } from "./look-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PagesSection } from "./pages-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { QuestionsSection } from "./questions-section.tsx";
import { RulesSection } from "./rules-section.tsx";
import { StorySection } from "./story-section.tsx";
import { HomeSection, MailsSection, TextsSection } from "./words-section.tsx";

export const SECTION_FIELDS: Record<SectionId, ComponentType> = {
  company: CompanySection,
  notifications: NotificationsSection,
  hours: HoursSection,
  look: LookSection,
  figures: FiguresSection,
  home: HomeSection,
  texts: TextsSection,
  mails: MailsSection,
  people: PeopleSection,
  letters: LettersSection,
  story: StorySection,
  questions: QuestionsSection,
  pages: PagesSection,
  legal: LegalSection,
  rules: RulesSection,
};
