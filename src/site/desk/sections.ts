import { samplesIn } from "#company/facts/samples.ts";
import type { Facts } from "#company/facts/schema.ts";

type Section = {
  id: string;
  title: string;
  text: string;
  paths: readonly string[];
};

export const SECTIONS = [
  {
    id: "company",
    title: "Company",
    text: "Who you are and how people reach you. It stands on every page, in e-mails and in search results.",
    paths: ["company", "claims.phone", "claims.email", "claims.address"],
  },
  {
    id: "notifications",
    title: "Notifications",
    text: "Who hears of new bookings and messages, and when you are reminded of them.",
    paths: ["staffEmails", "calendarInvites", "leads"],
  },
  { id: "hours", title: "Hours", text: "When your phone is answered.", paths: ["timeZone", "businessHours"] },
  {
    id: "look",
    title: "Look",
    text: "Your logo and color, and what is new.",
    paths: ["logo", "accent", "defaultTheme", "announcement", "socialLinks"],
  },
  {
    id: "figures",
    title: "Figures",
    text: "Four numbers at the top of the home page. A confirmed one says where it comes from.",
    paths: ["figures"],
  },
  { id: "people", title: "People", text: "Your team, on the page About Us, in this order.", paths: ["team"] },
  {
    id: "letters",
    title: "Letters",
    text: "What sellers wrote to you. The law forbids letters that nobody wrote, and each writer has to agree.",
    paths: ["testimonials"],
  },
  {
    id: "story",
    title: "Story and Values",
    text: "How it began and what you stand for, on the page About Us.",
    paths: ["story", "values", "claims.story", "claims.values"],
  },
  {
    id: "questions",
    title: "Questions",
    text: "What people ask, on the home page. The first one is open.",
    paths: ["questions", "claims.questions"],
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
    text: "What visitors may do with their meetings, how long you keep what they sent, and when you answer what they ask of it.",
    paths: ["bookingRules", "eraseLeadsAfterDays", "permissionYears", "privacyRequestDays"],
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
