// Forms, files, e-mails, dialogs, the day sheet, calendars and webhooks read the labels and choices of a booking here.
import type { Facts } from "#company/facts/schema.ts";
import { type LeafPath, type ValueAt, valueAt } from "#platform/shapes.ts";
import type { BookingFacts } from "./booking.ts";
import {
  KEPT_PROPERTY_TYPES,
  KEPT_TIMEFRAMES,
  PREFERRED_CONTACTS,
  PROPERTY_TYPES,
  SITUATIONS,
  TIMEFRAMES,
} from "./choices.ts";
import { MEETING_TYPE_LABELS, offeredTypes } from "./meeting-types.ts";
import { offeredStates, US_STATES } from "./us-states.ts";

export type Fact = {
  label: string;
  /** For narrow places; defaults to the label. */
  short?: string;
  /** The column in files; defaults to the label. */
  heading?: string;
  choices?: Readonly<Record<string, string>>;
  offered?: (facts: Facts) => Readonly<Record<string, string>>;
  /** Formats values that need more than their choice's label. */
  shown?: (value: string) => string;
  /** Exports cache the cells of fields with few different values. */
  few?: true;
};

export type FormFact = Fact & {
  /** Facts of person and sale get a line each; others are shown together with related facts. */
  about: "person" | "place" | "sale" | "meeting" | "words";
  /** The privacy page's wording; undefined if another fact's wording covers it. */
  kept: string | undefined;
};

export type FormPath = LeafPath<BookingFacts>;

/** Optional facts must say so: files without them can be imported. */
type Given<Path extends FormPath> = undefined extends ValueAt<BookingFacts, Path> ? { optional: true } : object;

export const FORM_FACTS: { [Path in FormPath]: FormFact & Given<Path> } = {
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
    offered: offeredStates,
    shown: (code) => code,
  },
  "propertyAddress.zipCode": { about: "place", label: "ZIP code", kept: undefined },
  propertyType: {
    about: "sale",
    label: "Property type",
    kept: undefined,
    choices: KEPT_PROPERTY_TYPES,
    offered: () => PROPERTY_TYPES,
  },
  currentSituation: {
    about: "sale",
    label: "Current situation",
    short: "Situation",
    kept: "your situation",
    choices: SITUATIONS,
  },
  timeframeToSell: {
    about: "sale",
    label: "Timeframe to sell",
    kept: "your timeframe",
    choices: KEPT_TIMEFRAMES,
    offered: () => TIMEFRAMES,
  },
  meetingType: {
    about: "meeting",
    label: "Meeting type",
    kept: undefined,
    choices: MEETING_TYPE_LABELS,
    offered: offeredTypes,
  },
  additionalInfo: {
    about: "words",
    label: "Additional information",
    heading: "Additional info",
    kept: "what you add in your own words",
    optional: true,
  },
};

export const FORM_PATHS = Object.keys(FORM_FACTS) as FormPath[];

export function isAbout(...topics: FormFact["about"][]): (path: FormPath) => boolean {
  return (path) => topics.includes(FORM_FACTS[path].about);
}

export function isOptional(path: FormPath): boolean {
  return "optional" in FORM_FACTS[path];
}

export function labelOf(path: FormPath): string {
  return FORM_FACTS[path].label;
}

/** Undefined if anything can be typed. */
export function offeredChoices(facts: Facts, path: FormPath): Readonly<Record<string, string>> | undefined {
  const { choices, offered }: FormFact = FORM_FACTS[path];
  return offered ? offered(facts) : choices;
}

export function shownValue(path: FormPath, value: string): string {
  return shownAs(FORM_FACTS[path], value);
}

export function shownAs({ shown, choices }: Fact, value: string): string {
  return shown?.(value) ?? choices?.[value] ?? value;
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
