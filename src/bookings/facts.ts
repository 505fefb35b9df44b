// What there is to know of a booking, fact by fact: how each is called, which values it may have, how people read it.
// Files, mails, dialogs, the day sheet, calendars and webhooks are picks from this list.
import { type LeafPath, type ValueAt, valueAt } from "#platform/shapes.ts";
import {
  ALL_PROPERTY_TYPES,
  type Booking,
  type BookingFacts,
  PREFERRED_CONTACTS,
  SITUATIONS,
  slotLabel,
  TIMEFRAMES,
} from "./booking.ts";
import { MEETING_TYPE_LABELS } from "./meeting-types.ts";
import { US_STATES } from "./us-states.ts";

type Fact = {
  label: string;
  /** Where a line has little room; the label where it is left out. */
  short?: string;
  /** The column of a file; the label where it is left out. */
  heading?: string;
  /** The values it may have, each as people read it. */
  choices?: Readonly<Record<string, string>>;
  /** How a value is read where that is not its choice's label, or not the value itself. */
  shown?: (value: string) => string;
  /** Few different values, as a choice has: a file makes the cell of each once. */
  few?: true;
};

type FormFact = Fact & {
  /** person and sale: shown as lines of their own. place, meeting and words: shown together with others of their kind. */
  about: "person" | "place" | "sale" | "meeting" | "words";
  /** How the privacy page says that it is kept; undefined where another fact's words say it. */
  kept: string | undefined;
};

/** The paths of the form's fields. */
export type FormPath = LeafPath<BookingFacts>;

/** A fact that need not be given says so: a file without it is read all the same. */
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

const OTHER_FACTS = {
  id: { label: "Booking ID" },
  meetingDate: { label: "Meeting date" },
  meetingTime: { label: "Meeting time", few: true, shown: slotLabel },
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
} as const satisfies Partial<Record<LeafPath<Booking>, Fact>>;

export type FactPath = FormPath | keyof typeof OTHER_FACTS;

export const FORM_PATHS = Object.keys(FORM_FACTS) as FormPath[];

/** The columns of a file of bookings, exported and imported, in their order. */
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
];

export const FILE_HEADINGS: readonly string[] = FILE_PATHS.map(headingOf);

/** A file without one of these is not read. */
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

export function choicesOf(path: FactPath): Fact["choices"] {
  return factAt(path).choices;
}

/** How people read the value of a fact. */
export function shownValue(path: FactPath, value: string): string {
  const { shown, choices } = factAt(path);
  return shown?.(value) ?? choices?.[value] ?? value;
}

export function hasFewValues(path: FactPath): boolean {
  const { few, choices } = factAt(path);
  return few === true || choices !== undefined;
}

export type FactLine = { path: FormPath; label: string; short: string; value: string };

/** What a booking says of a person's wishes or of the sale, a line for each fact that was given. */
export function factLines(booking: BookingFacts, about: "person" | "sale"): FactLine[] {
  return FORM_PATHS.flatMap((path) => {
    const { about: place, label, short = label } = FORM_FACTS[path] as FormFact;
    const value = valueAt(booking, path);
    return place === about && typeof value === "string" && value !== ""
      ? [{ path, label, short, value: shownValue(path, value) }]
      : [];
  });
}

/** What the privacy page says is kept of a person, or of the property and its sale. */
export function keptFacts(of: "person" | "property"): string[] {
  return FORM_PATHS.flatMap((path) => {
    const { about, kept } = FORM_FACTS[path];
    return kept !== undefined && (about === "person") === (of === "person") ? [kept] : [];
  });
}

/** What the visitor typed, and nothing else of a booking. */
export function formFactsOf(booking: BookingFacts): BookingFacts {
  const keys = [...new Set(FORM_PATHS.map((path) => path.split(".", 1)[0]))] as (keyof BookingFacts)[];
  return Object.fromEntries(keys.map((key) => [key, booking[key]])) as BookingFacts;
}

function factAt(path: FactPath): Fact {
  return path in FORM_FACTS ? FORM_FACTS[path as FormPath] : OTHER_FACTS[path as keyof typeof OTHER_FACTS];
}
