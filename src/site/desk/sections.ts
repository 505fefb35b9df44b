import { samplesIn } from "#company/facts/samples.ts";
import type { Facts } from "#company/facts/schema.ts";
import { WORDS_NAMES, type WordSection, wordSection } from "#company/facts/words.ts";

type Section = {
  id: string;
  title: string;
  text: string;
  paths: readonly string[];
};

function wordPaths(desk: WordSection["desk"]): string[] {
  return WORDS_NAMES.filter((name) => wordSection(name).desk === desk).flatMap((name) => [
    `words.${name}`,
    `claims.${name}`,
  ]);
}

export const SECTIONS = [
  {
    id: "company",
    title: "Company",
    text: "Your name and contact details on every page, in e-mails and in search results.",
    paths: [
      ...["company", "claims.phone", "claims.email", "claims.address"],
      ...["claims.contactPerson", "claims.areaServed", "claims.place"],
    ],
  },
  {
    id: "notifications",
    title: "Notifications",
    text: "Recipients of new bookings and messages, and reminders.",
    paths: ["staffEmails", "calendarInvites", "secondReminder", "leads", "tries"],
  },
  {
    id: "hours",
    title: "Hours",
    text: "The hours in which you answer the phone.",
    paths: ["timeZone", "businessHours", "claims.hours"],
  },
  {
    id: "look",
    title: "Look",
    text: "Your logo, color, announcement and social links.",
    paths: ["logo", "logoDark", "accent", "defaultTheme", "announcement", "socialLinks", "hideEmptySocialLinks"],
  },
  {
    id: "figures",
    title: "Figures",
    text: "Four numbers at the top of the home page, and what you promise. A confirmed figure needs a source.",
    paths: ["figures", "promises", "claims.offerWithin", "claims.closingIn"],
  },
  {
    id: "home",
    title: "Home Page",
    text: "Your words on the home page, from top to bottom.",
    paths: wordPaths("home"),
  },
  {
    id: "texts",
    title: "Other Words",
    text: "Your words on the pages About Us, Contact and Call Me Back, and at the foot of every page.",
    paths: wordPaths("texts"),
  },
  {
    id: "mails",
    title: "Mail and Offers",
    text: "Your words in e-mails to sellers, on their confirmation and on offers.",
    paths: wordPaths("mails"),
  },
  { id: "people", title: "People", text: "Your team, on the page About Us, in this order.", paths: ["team"] },
  {
    id: "letters",
    title: "Letters",
    text: "Letters of sellers. The law forbids invented letters, and each writer has to agree.",
    paths: ["testimonials"],
  },
  {
    id: "story",
    title: "Story and Values",
    text: "Your story and your values on the page About Us.",
    paths: ["story", "values", "claims.story", "claims.values"],
  },
  {
    id: "questions",
    title: "Questions",
    text: "Questions and answers on the home page. The first one is open.",
    paths: ["questions", "claims.questions"],
  },
  {
    id: "pages",
    title: "Pages",
    text: "Pages for towns, situations and articles, in the order of the home page, menus and links.",
    paths: ["pages", "pageAddresses"],
  },
  {
    id: "legal",
    title: "Legal",
    text: "The privacy policy, the terms, what people agree to, and the accessibility statement. Have your lawyer read them before you confirm them.",
    paths: [
      ...["privacy", "terms", "permissionWords", "accessibility"],
      ...["claims.privacy", "claims.terms", "claims.permissionWords", "claims.accessibility"],
    ],
  },
  {
    id: "rules",
    title: "Rules",
    text: "Types and limits of meetings, states, retention of data, and the deadline for privacy requests.",
    paths: ["bookingRules", "meetings", "states", "eraseLeadsAfterDays", "permissionYears", "privacyRequestDays"],
  },
] as const satisfies readonly Section[];

export type SectionId = (typeof SECTIONS)[number]["id"];

export function sectionOf(path: string): SectionId {
  const section = SECTIONS.find(({ paths }) => paths.some((start) => path === start || path.startsWith(`${start}.`)));
  return section?.id ?? "company";
}

export function samplesBySection(facts: Facts): Map<SectionId, number> {
  const sections = samplesIn(facts).map(({ path }) => sectionOf(path));
  return new Map([...Map.groupBy(sections, (id) => id)].map(([id, { length }]) => [id, length]));
}
