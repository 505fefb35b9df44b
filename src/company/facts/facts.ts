// The facts of the company, as published. A server adopts them from the database before it starts and again with every new
// version; a page carries them as JSON. Reading one before that is a mistake and throws.
import type { Facts } from "./schema.ts";

/** All of them. */
export let facts!: Facts;
export let company!: Facts["company"];
export let claims!: Facts["claims"];
export let accent!: Facts["accent"];
export let logo!: Facts["logo"];
export let announcement!: Facts["announcement"];
export let timeZone!: Facts["timeZone"];
export let businessHours!: Facts["businessHours"];
export let bookingRules!: Facts["bookingRules"];
export let leads!: Facts["leads"];
export let calendarInvites!: Facts["calendarInvites"];
export let defaultTheme!: Facts["defaultTheme"];
export let figures!: Facts["figures"];
export let team!: Facts["team"];
export let testimonials!: Facts["testimonials"];
export let story!: Facts["story"];
export let values!: Facts["values"];
export let questions!: Facts["questions"];
export let privacy!: Facts["privacy"];
export let terms!: Facts["terms"];
export let accessibility!: Facts["accessibility"];
export let permissionWords!: Facts["permissionWords"];
export let staffEmails!: Facts["staffEmails"];
export let socialLinks!: Facts["socialLinks"];
export let eraseLeadsAfterDays!: Facts["eraseLeadsAfterDays"];
export let permissionYears!: Facts["permissionYears"];
export let privacyRequestDays!: Facts["privacyRequestDays"];

/** The imports above change with it: read them where they are needed, not once when a module loads. */
export function adoptFacts(given: Facts): void {
  facts = given;
  ({
    company,
    claims,
    accent,
    logo,
    announcement,
    timeZone,
    businessHours,
    bookingRules,
    leads,
    calendarInvites,
    defaultTheme,
    figures,
    team,
    testimonials,
    story,
    values,
    questions,
    privacy,
    terms,
    accessibility,
    permissionWords,
    staffEmails,
    socialLinks,
    eraseLeadsAfterDays,
    permissionYears,
    privacyRequestDays,
  } = given);
}

/** The element of a page that holds its facts. */
export const FACTS_ID = "facts";

/** The name of the meta element that holds the number of the published version. */
export const VERSION_NAME = "site-version";

type Page = {
  getElementById(id: string): { textContent: string | null } | null;
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
};

/** In a page: the version that it shows; undefined in tests without a document of ours. */
export function shownVersion(): number | undefined {
  const content = document?.querySelector(`meta[name=${VERSION_NAME}]`)?.getAttribute("content");
  return content ? Number(content) : undefined;
}

// In a page: before any module that uses a fact, because all of them import this one.
const { document } = globalThis as { document?: Page };
const stored = document?.getElementById(FACTS_ID)?.textContent;
if (stored) adoptFacts(JSON.parse(stored));
