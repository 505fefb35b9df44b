// The form's values of the availability: every field has a value, even if it has no meaning at the moment.
import * as z from "zod/mini";
import { WEEKDAYS, type Weekday } from "#company/facts/choices.ts";
import {
  type Availability,
  type AvailabilityChange,
  availabilitySchema,
  type Closure,
} from "#inquiries/bookings/availability.ts";
import type { SchemaForm, Submission } from "#platform/web/forms/use-submit.ts";
import { forget, recall, remember } from "#platform/web/tab-storage.ts";

export const NUMBERS = [
  "slotMinutes",
  "capacityPerSlot",
  "minimumNoticeMinutes",
  "horizonDays",
  "bufferMinutes",
] as const;
export type NumberName = (typeof NUMBERS)[number];

export type AvailabilityInput = Record<NumberName, string> & {
  hours: Record<Weekday, { isOpen: boolean; opens: string; closes: string }>;
  /** An empty last day means the first one. */
  closures: Closure[];
  holidays: Availability["holidays"];
  version: number;
};

/** Fields have the same names as in the availability, so that errors of one apply to the other. */
export const availabilityInputSchema = z.pipe(
  z.custom<AvailabilityInput>(),
  z.transform((input: AvailabilityInput, { issues }): AvailabilityChange => {
    const { data, error } = availabilitySchema.safeParse(toAvailability(input));
    if (data) return { availability: data, version: input.version };
    for (const { path, message } of error.issues)
      if (!isReportedForFirstDay(path, input)) issues.push({ code: "custom", path: [...path], message, input });
    return z.NEVER;
  }),
);

export type FieldsProps = Pick<Submission<AvailabilityInput, unknown>, "field" | "wiringOf"> & {
  form: SchemaForm<AvailabilityInput, AvailabilityChange>;
};

function toAvailability({ hours, closures, holidays, ...input }: AvailabilityInput): unknown {
  const open = WEEKDAYS.filter((day) => hours[day].isOpen);
  return {
    hours: Object.fromEntries(open.map((day) => [day, { opens: hours[day].opens, closes: hours[day].closes }])),
    ...Object.fromEntries(NUMBERS.map((name) => [name, input[name] === "" ? undefined : Number(input[name])])),
    closures: closures.map(({ from, to, reason }) => ({ from, to: to || from, reason })),
    holidays,
  };
}

function isReportedForFirstDay([field, index, end]: readonly PropertyKey[], { closures }: AvailabilityInput): boolean {
  return field === "closures" && end === "to" && closures[Number(index)]?.to === "";
}

/** The default hours of a weekday that is switched on for the first time. */
const USUAL_HOURS = { opens: "09:00", closes: "17:00" };

export function toInput({ availability, version }: { availability: Availability; version: number }): AvailabilityInput {
  const { hours, closures, holidays } = availability;
  const day = (name: Weekday) => [name, { isOpen: hours[name] !== undefined, ...(hours[name] ?? USUAL_HOURS) }];
  const numbers = NUMBERS.map((name) => [name, String(availability[name])]);
  return {
    ...(Object.fromEntries(numbers) as Record<NumberName, string>),
    hours: Object.fromEntries(WEEKDAYS.map(day)),
    closures,
    holidays,
    version,
  };
}

export const MONDAY_FIRST: readonly Weekday[] = [...WEEKDAYS.slice(1), "sunday"];

const UNSAVED_KEY = "availability-unsaved";

export function storeUnsaved(savedVersion: number, input: AvailabilityInput): void {
  remember(UNSAVED_KEY, { savedVersion, input });
}

/** The unsaved input, based on this version of the availability. */
export function storedUnsaved(savedVersion: number): AvailabilityInput | undefined {
  const kept = Object(recall(UNSAVED_KEY));
  return kept.savedVersion === savedVersion ? kept.input : undefined;
}

export function forgetUnsaved(): void {
  forget(UNSAVED_KEY);
}
