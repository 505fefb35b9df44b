// Labels, choices and display of every field of a booking, for files, mails, dialogs, the day sheet, calendars and webhooks.
import { formatTime } from "#platform/dates.ts";
import { type LeafPath, type ValueAt, valueAt } from "#platform/shapes.ts";
import type { Booking, BookingFacts } from "./booking.ts";
import { ALL_PROPERTY_TYPES, PREFERRED_CONTACTS, SITUATIONS, TIMEFRAMES } from "./choices.ts";
import { MEETING_TYPE_LABELS } from "./meeting-types.ts";
import { US_STATES } from "./us-states.ts";

type Fact = {
  label: string;
  /** For narrow places; defaults to the label. */
  short?: string;
  /** The column in files; defaults to the label. */
  heading?: string;
  choices?: Readonly<Record<string, string>>;
  /** Formats values that need more than their choice's label. */
  shown?: (value: string) => string;
  /** Exports cache the cells of fields with few different values. */
  few?: true;
};

type FormFact = Fact & {
  /** person and sale: a line for each fact. place, meeting and words: shown together with related facts. */
  about: "person" | "place" | "sale" | "meeting" | "words";
  /** The privacy page's wording; undefined if another fact's wording covers it. */
  kept: string | undefined;
};

export type FormPath = LeafPath<BookingFacts>;

/** Optional facts must say so: files without them can be imported. */
type Given<Path extends FormPath> = undefined extends ValueAt<BookingFacts, Path> ? { optional: true } : object;

const FORM_FACTS: { [Path in FormPath]: FormFact & Given<Path> } = {
  firstName: { about: "person", label: "First name", kept: "your name" },
  lastName: { about: "person", label: "Last name", kept: undefined },
  email: { about: "person", label: "Email", kept: "e-mail address" },
  phone: { about: "person", label: "Phone", kept: "telephone number" },
  preferredContact: {
    about: "person",
    label: "Preferred contact",
    kept: "how you prefer to be reached",
    choices: PREFERRED_CONTACTS,
  },
  "propertyAddress.street": {
    about: "place",
    label: "Street address",
    heading: "Street",
    kept: "the address and kind of the property",
  },
  "propertyAddress.city": { about: "place", label: "City", kept: undefined },
  "propertyAddress.state": {
    about: "place",
    label: "State",
    kept: undefined,
    choices: US_STATES,
    shown: (code) => code,
  },
  "propertyAddress.zipCode": { about: "place", label: "ZIP code", kept: undefined },
  propertyType: { about: "sale", label: "Property type", kept: undefined, choices: ALL_PROPERTY_TYPES },
  currentSituation: {
    about: "sale",
    label: "Current situation",
    short: "Situation",
    kept: "your situation",
    choices: SITUATIONS,
  },
  timeframeToSell: { about: "sale", label: "Timeframe to sell", kept: "your timeframe", choices: TIMEFRAMES },
  meetingType: { about: "meeting", label: "Meeting type", kept: undefined, choices: MEETING_TYPE_LABELS },
  additionalInfo: {
    about: "words",
    label: "Additional information",
    heading: "Additional info",
    kept: "what you add in your own words",
    optional: true,
  },
};

/** What the ledger of permissions and the lead know about a booking. */
export const LOOKED_UP_PATHS = [
  "consent.text",
  "consent.at",
  "stopped",
  "lead.stage",
  "lead.nextStep",
  "lead.nextStepDue",
] as const;
export type LookedUpPath = (typeof LOOKED_UP_PATHS)[number];

const OTHER_FACTS = {
  id: { label: "Booking ID" },
  meetingDate: { label: "Meeting date" },
  meetingTime: { label: "Meeting time", few: true, shown: formatTime },
  status: { label: "Status", few: true },
  notes: { label: "Notes" },
  "consent.text": { label: "Consent", few: true },
  "consent.at": { label: "Consent at" },
  "source.first.utmSource": { label: "First source" },
  "source.first.utmCampaign": { label: "First campaign" },
  "source.last.utmSource": { label: "Last source" },
  "source.last.utmCampaign": { label: "Last campaign" },
  "source.first.landingPage": { label: "Landing page" },
  "source.first.referrer": { label: "Referrer" },
  createdAt: { label: "Created at" },
  stopped: { label: "Do not contact", few: true },
  noShowAt: { label: "No-show" },
  leadId: { label: "Lead ID" },
  "lead.stage": { label: "Stage", few: true },
  "lead.nextStep": { label: "Next step" },
  "lead.nextStepDue": { label: "Next step due" },
} as const satisfies Partial<Record<LeafPath<Booking> | LookedUpPath, Fact>>;

export type FactPath = FormPath | keyof typeof OTHER_FACTS;

export type StoredPath = Exclude<FactPath, LookedUpPath>;

export function isStored(path: FactPath): path is StoredPath {
  return !(LOOKED_UP_PATHS as readonly FactPath[]).includes(path);
}

export const FORM_PATHS = Object.keys(FORM_FACTS) as FormPath[];

/** The columns of exported and imported files, in order. */
export const FILE_PATHS: readonly FactPath[] = [
  "id",
  ...FORM_PATHS.filter((path) => path !== "additionalInfo"),
  "meetingDate",
  "meetingTime",
  "status",
  "notes",
  "additionalInfo",
  "consent.text",
  "consent.at",
  "source.first.utmSource",
  "source.first.utmCampaign",
  "source.last.utmSource",
  "source.last.utmCampaign",
  "source.first.landingPage",
  "source.first.referrer",
  "createdAt",
  "stopped",
  "noShowAt",
  "lead.stage",
  "lead.nextStep",
  "lead.nextStepDue",
];

export const FILE_HEADINGS: readonly string[] = FILE_PATHS.map(headingOf);

/** Files without one of these are refused. */
export const REQUIRED_HEADINGS: readonly string[] = [
  ...FORM_PATHS.filter((path) => !isOptional(path)),
  "meetingDate" as const,
  "meetingTime" as const,
].map(headingOf);

export function isOptional(path: FormPath): boolean {
  return "optional" in FORM_FACTS[path];
}

export function headingOf(path: FactPath): string {
  const { heading, label } = factAt(path);
  return heading ?? label;
}

export function labelOf(path: FormPath): string {
  return FORM_FACTS[path].label;
}

export function choicesOf(path: FactPath): Fact["choices"] {
  return factAt(path).choices;
}

export function shownValue(path: FactPath, value: string): string {
  const { shown, choices } = factAt(path);
  return shown?.(value) ?? choices?.[value] ?? value;
}

export function hasFewValues(path: FactPath): boolean {
  const { few, choices } = factAt(path);
  return few === true || choices !== undefined;
}

export type FactLine = { path: FormPath; label: string; short: string; value: string };

export function factLines(booking: BookingFacts, about: "person" | "sale"): FactLine[] {
  return FORM_PATHS.flatMap((path) => {
    const { about: place, label, short = label } = FORM_FACTS[path] as FormFact;
    const value = valueAt(booking, path);
    return place === about && typeof value === "string" && value !== ""
      ? [{ path, label, short, value: shownValue(path, value) }]
      : [];
  });
}

/** The labels of the facts in which the two differ. */
export function changedLabels(before: BookingFacts, after: BookingFacts): string[] {
  return FORM_PATHS.filter((path) => valueAt(before, path) !== valueAt(after, path)).map(
    (path) => FORM_FACTS[path].label,
  );
}

export function storedFactsOf(of: "person" | "property"): string[] {
  return FORM_PATHS.flatMap((path) => {
    const { about, kept } = FORM_FACTS[path];
    return kept !== undefined && (about === "person") === (of === "person") ? [kept] : [];
  });
}

export function formFactsOf(booking: BookingFacts): BookingFacts {
  const keys = [...new Set(FORM_PATHS.map((path) => path.split(".", 1)[0]))] as (keyof BookingFacts)[];
  return Object.fromEntries(keys.map((key) => [key, booking[key]])) as BookingFacts;
}

function factAt(path: FactPath): Fact {
  return path in FORM_FACTS ? FORM_FACTS[path as FormPath] : OTHER_FACTS[path as keyof typeof OTHER_FACTS];
}
