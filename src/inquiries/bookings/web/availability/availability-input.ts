// In the form every field has a value, even if it has no meaning at the moment.
import * as z from "zod/mini";
import { typedWeek } from "#company/facts/web/typed-week.ts";
import {
  type Availability,
  type AvailabilityChange,
  availabilitySchema,
  type Closure,
} from "#inquiries/bookings/availability.ts";
import { typedNumber } from "#platform/web/forms/typed-number.ts";
import type { SchemaForm, Submission } from "#platform/web/forms/use-submit.ts";

const NUMBERS = {
  slotMinutes: typedNumber,
  capacityPerSlot: typedNumber,
  minimumNoticeMinutes: typedNumber,
  horizonDays: typedNumber,
  bufferMinutes: typedNumber,
};
export type NumberName = keyof typeof NUMBERS;

const typedSchema = z.object({
  ...NUMBERS,
  hours: typedWeek,
  closures: z.array(
    z.codec(z.custom<Closure>(), z.custom<Closure>(), {
      /** An empty last day means the first one. */
      decode: ({ from, to, reason }) => ({ from, to: to || from, reason }),
      encode: (closure) => closure,
    }),
  ),
  holidays: z.custom<Availability["holidays"]>(),
});

export type AvailabilityInput = z.input<typeof typedSchema> & { version: number };

/** Fields have the same names as in the availability, so that errors of one apply to the other. */
export const availabilityInputSchema = z.pipe(
  z.custom<AvailabilityInput>(),
  z.transform((input: AvailabilityInput, { issues }): AvailabilityChange => {
    const { data, error } = availabilitySchema.safeParse(z.decode(typedSchema, input));
    if (data) return { availability: data, version: input.version };
    for (const { path, message } of error.issues)
      if (!isReportedForFirstDay(path, input)) issues.push({ code: "custom", path: [...path], message, input });
    return z.NEVER;
  }),
);

export type FieldsProps = Pick<Submission<AvailabilityInput, unknown>, "field" | "wiringOf"> & {
  form: SchemaForm<AvailabilityInput, AvailabilityChange>;
};

function isReportedForFirstDay([field, index, end]: readonly PropertyKey[], { closures }: AvailabilityInput): boolean {
  return field === "closures" && end === "to" && closures[Number(index)]?.to === "";
}

export function toInput({ availability, version }: { availability: Availability; version: number }): AvailabilityInput {
  return { ...z.encode(typedSchema, availability), version };
}
