import type { Facts } from "./schema.ts";
import { isWordsName, WORDS_NAMES, type WordsName, wordSection } from "./words.ts";

/** A fact that `before` does not know yet is no difference. */
export function describeChanges(before: Partial<Facts>, after: Facts): string {
  const changes = (Object.keys(LABELS) as (keyof Facts)[])
    .filter((name) => name in before && !isSame(before[name], after[name]))
    .flatMap((name) => changesOf(name, before as Facts, after));
  const [first, more] = [changes.slice(0, MAX_NAMED), changes.length - MAX_NAMED];
  return more > 0 ? `${first.join(", ")} and ${more} more` : first.join(", ");
}

export function labelOf([name = "", key, ...rest]: readonly string[]): string {
  if (name === "company") return COMPANY_LABELS[key as keyof typeof COMPANY_LABELS] ?? LABELS.company;
  if (name === "figures") return LABELS.figures;
  if (name === "words") return isWordsName(key ?? "") ? `${LABELS.words}: ${titleOf(key as WordsName)}` : LABELS.words;
  const label = LABELS[name as keyof Facts] ?? name;
  const isItem = ["team", "testimonials", "questions", "values", "staffEmails", "claims"].includes(name);
  return key && (isItem || rest.length > 0) ? `${label}: ${key}` : label;
}

/** A change of everything is still one line of the history. */
const MAX_NAMED = 12;

const LABELS: Record<keyof Facts, string> = {
  company: "Company",
  claims: "Confirmations",
  staffEmails: "Staff addresses",
  accent: "Color",
  logo: "Logo",
  logoDark: "Logo on dark pages",
  announcement: "Announcement",
  timeZone: "Time zone",
  businessHours: "Hours",
  bookingRules: "Booking rules",
  leads: "Inquiry rules",
  tries: "Plan of tries",
  calendarInvites: "Calendar invites",
  secondReminder: "Second reminder",
  meetings: "Types of meetings",
  states: "States",
  defaultTheme: "Theme",
  figures: "Figures",
  promises: "Promises",
  words: "Words",
  team: "Team",
  testimonials: "Letters",
  story: "Story",
  values: "Values",
  questions: "Questions",
  privacy: "Privacy policy",
  terms: "Terms",
  accessibility: "Accessibility statement",
  permissionWords: "Words of agreement",
  socialLinks: "Social links",
  hideEmptySocialLinks: "Social icons without an address",
  eraseLeadsAfterDays: "Retention",
  permissionYears: "Retention of permissions",
  privacyRequestDays: "Days for a privacy request",
};

const COMPANY_LABELS: Record<keyof Facts["company"], string> = {
  name: "Name",
  shortName: "Short name",
  phone: "Phone number",
  email: "E-mail address",
  address: "Address",
  coordinates: "Place on the map",
  areaServed: "Service area",
  contactPerson: "Contact person",
};

const CLAIM_LABELS: Record<keyof Facts["claims"], string> = {
  phone: "phone number",
  email: "e-mail address",
  address: "address",
  contactPerson: "contact person",
  areaServed: "service area",
  place: "place on the map",
  hours: "hours",
  offerWithin: "time to an offer",
  closingIn: "time to the closing",
  ...(Object.fromEntries(WORDS_NAMES.map((name) => [name, titleOf(name)])) as Record<WordsName, string>),
  story: "story",
  values: "values",
  questions: "questions",
  privacy: "privacy policy",
  terms: "terms",
  accessibility: "accessibility statement",
  permissionWords: "words of agreement",
};

function changesOf(name: keyof Facts, before: Facts, after: Facts): string[] {
  switch (name) {
    case "company":
      return keysThatDiffer(before.company, after.company).map((key) => COMPANY_LABELS[key] ?? LABELS.company);
    case "claims":
      return keysThatDiffer(before.claims, after.claims).map(
        (key) => `${CLAIM_LABELS[key]} ${after.claims[key].state}`,
      );
    case "words":
      return keysThatDiffer(before.words, after.words).map((key) => `${LABELS.words}: ${titleOf(key)}`);
    case "figures":
      return keysThatDiffer(before.figures, after.figures).map((key) => `Figures: ${after.figures[key].label}`);
    case "team":
      return namesOfChanged(LABELS.team, before.team, after.team, ({ name }) => name);
    case "testimonials":
      return namesOfChanged(LABELS.testimonials, before.testimonials, after.testimonials, ({ name }) => name);
    case "questions":
      return namesOfChanged(LABELS.questions, before.questions, after.questions, ({ question }) => question);
    case "values":
      return namesOfChanged(LABELS.values, before.values, after.values, ({ title }) => title);
    default:
      return [LABELS[name]];
  }
}

function titleOf(name: WordsName): string {
  return wordSection(name).title;
}

function keysThatDiffer<Group extends object>(before: Group, after: Group): (keyof Group)[] {
  return (Object.keys(after) as (keyof Group)[]).filter((key) => !isSame(before[key], after[key]));
}

function namesOfChanged<Item>(label: string, before: Item[], after: Item[], nameOf: (item: Item) => string): string[] {
  const isIn = (list: Item[]) => (item: Item) => list.some((other) => isSame(other, item));
  const changed = after.filter((item) => !isIn(before)(item)).map(nameOf);
  const kept = new Set(after.map(nameOf));
  const removed = before.filter((item) => !kept.has(nameOf(item))).map((item) => `without ${nameOf(item)}`);
  const names = [...changed, ...removed];
  return names.length > 0 ? names.map((name) => `${label}: ${name}`) : [`${label}: another order`];
}

/** Facts come from a schema, so their keys have one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
