import type { Page } from "./pages/pages.ts";
import type { Facts } from "./schema.ts";
import { isWordsName, WORDS_NAMES, type WordsName, wordSection } from "./words.ts";

/** One line, for lists and the audit log. A fact that `before` does not know yet is no difference. */
export function describeChanges(before: Partial<Facts>, after: Facts): string {
  const changes = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((name) => name in before && !isSame(before[name], after[name]))
    .map((name) => ({ name, changed: changesOf(name, before as Facts, after) }));
  const isLong = changes.flatMap(({ changed }) => changed).length > MAX_NAMED;
  const lines = changes.flatMap(({ name, changed }) =>
    isLong && changed.length > 1 ? [`${LABELS[name]} (${changed.length})`] : changed,
  );
  return lines.join(", ");
}

/** A path names the items of lists: see field-changes.ts. Pages are named by their id or place. */
export function labelOf(
  [name = "", ...rest]: readonly string[],
  { pages }: { pages: readonly Pick<Page, "id" | "title">[] },
): string {
  const [key = "", ...parts] = rest;
  if (name === "words" && isWordsName(key))
    return [`${LABELS.words}: ${titleOf(key)}`, ...parts.map(partLabel)].join(", ");
  if (name === "pages" && key) {
    const page = pages.find(({ id }) => id === key) ?? pages[Number(key)];
    const title = page?.title || "a page";
    return [LABELS.pages, title, ...parts.map(partLabel)].join(", ");
  }
  const isOfCompany = name === "company" && key in COMPANY_LABELS;
  const label = isOfCompany
    ? COMPANY_LABELS[key as keyof typeof COMPANY_LABELS]
    : (LABELS[name as keyof typeof LABELS] ?? name);
  return [label, ...(isOfCompany ? parts : rest).map(partLabel)].join(", ");
}

const PART_LABELS: Record<string, string> = {
  "": "order",
  bio: "about this person",
  zipCode: "ZIP code",
  url: "address",
  claim: "confirmation",
  homesPurchased: "first figure",
  cashOffers: "second figure",
  averageClosing: "third figure",
  offerWithin: "fourth figure",
  givenOn: "given on",
};

function partLabel(part: string): string {
  const known = Object.hasOwn(PART_LABELS, part) ? PART_LABELS[part] : undefined;
  // The name of an item is not the name of a field.
  return (
    known ??
    (/^[a-z]+([A-Z][a-z]+)+$/.test(part) ? part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : part)
  );
}

/** Of more changes each fact is one. */
const MAX_NAMED = 12;

/** Old addresses of pages follow from what was published. */
const LABELS: Record<Exclude<keyof Facts, "pageAddresses">, string> = {
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
  pages: "Pages",
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

function changesOf(name: keyof typeof LABELS, before: Facts, after: Facts): string[] {
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
    case "pages":
      return namesOfChanged(LABELS.pages, before.pages, after.pages, ({ title }) => title);
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
