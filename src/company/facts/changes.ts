import type { Facts } from "./schema.ts";

/** One line, for lists and the audit log. A fact that `before` does not know yet is no difference. */
export function describeChanges(before: Partial<Facts>, after: Facts): string {
  const changes = (Object.keys(LABELS) as (keyof Facts)[])
    .filter((name) => name in before && !isSame(before[name], after[name]))
    .map((name) => ({ name, changed: changesOf(name, before as Facts, after) }));
  const isLong = changes.flatMap(({ changed }) => changed).length > MAX_NAMED;
  const lines = changes.flatMap(({ name, changed }) =>
    isLong && changed.length > 1 ? [`${LABELS[name]} (${changed.length})`] : changed,
  );
  return lines.join(", ");
}

/** A path names the items of lists: see field-changes.ts. */
export function labelOf([name = "", ...rest]: readonly string[]): string {
  const [key = "", ...parts] = rest;
  const isOfCompany = name === "company" && key in COMPANY_LABELS;
  const label = isOfCompany
    ? COMPANY_LABELS[key as keyof typeof COMPANY_LABELS]
    : (LABELS[name as keyof Facts] ?? name);
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

const LABELS: Record<keyof Facts, string> = {
  company: "Company",
  claims: "Confirmations",
  staffEmails: "Staff addresses",
  accent: "Color",
  logo: "Logo",
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
