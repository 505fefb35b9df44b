// The owner sets the availability. The facts of the company only provide its first values.
import * as z from "zod/mini";
import { capitalized, type OpeningHours, WEEKDAYS } from "#company/facts/choices.ts";
import type { Facts } from "#company/facts/schema.ts";
import { formatDay, formatTime, isDay, minutesOf } from "#platform/dates.ts";
import { answerOf, storedSchema } from "#platform/shapes.ts";
import { lineSchema, withCommas } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";
import { STATUSES, valuesOf } from "./booking.ts";
import { holidayClosures } from "./holidays.ts";
import { MEETING_TYPES } from "./meeting-types.ts";

export const AVAILABILITY_LIMITS = {
  slotMinutes: { least: 5, most: 480 },
  capacityPerSlot: { least: 1, most: 20 },
  minimumNoticeMinutes: { least: 0, most: 43_200 },
  horizonDays: { least: 1, most: 365 },
  bufferMinutes: { least: 0, most: 240 },
  reason: 80,
  closures: 200,
} as const;

const timeSchema = z
  .string("Please enter a time")
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 09:00"));

const hoursSchema = z
  .object({ opens: timeSchema, closes: timeSchema })
  .check(z.refine(({ opens, closes }) => opens < closes, { error: "Closing must be after opening", path: ["closes"] }));

const daySchema = z.string("Please choose a day").check(z.refine(isDay, "Please choose a day"));

const closureSchema = z
  .object({
    from: daySchema,
    to: daySchema,
    reason: lineSchema(AVAILABILITY_LIMITS.reason, "Please give a reason: visitors read it"),
  })
  .check(z.refine(({ from, to }) => from <= to, { error: "The last day is before the first", path: ["to"] }));

const yearSchema = z.object({
  year: z.int("Please choose a year").check(z.gte(2021, "Please choose a year"), z.lte(2100, "Please choose a year")),
  open: z.array(daySchema).check(z.maxLength(30, "Too many days")),
});

const within = ({ least, most }: { least: number; most: number }, unit: string) => {
  const message = `Please enter ${withCommas(least)} to ${withCommas(most)} ${unit}`;
  return z.int(message).check(z.gte(least, message), z.lte(most, message));
};

const weekSchema = z.object({
  monday: z.optional(hoursSchema),
  tuesday: z.optional(hoursSchema),
  wednesday: z.optional(hoursSchema),
  thursday: z.optional(hoursSchema),
  friday: z.optional(hoursSchema),
  saturday: z.optional(hoursSchema),
  sunday: z.optional(hoursSchema),
});

export const availabilitySchema = z
  .object({
    /** A missing weekday is closed. */
    hours: weekSchema,
    slotMinutes: within(AVAILABILITY_LIMITS.slotMinutes, "minutes"),
    capacityPerSlot: within(AVAILABILITY_LIMITS.capacityPerSlot, "meetings"),
    minimumNoticeMinutes: within(AVAILABILITY_LIMITS.minimumNoticeMinutes, "minutes"),
    horizonDays: within(AVAILABILITY_LIMITS.horizonDays, "days"),
    bufferMinutes: within(AVAILABILITY_LIMITS.bufferMinutes, "minutes"),
    closures: z.array(closureSchema).check(z.maxLength(AVAILABILITY_LIMITS.closures, "Too many closed dates")),
    holidays: z.array(yearSchema).check(
      z.maxLength(20, "Too many years"),
      z.refine((years) => new Set(years.map(({ year }) => year)).size === years.length, "A year is listed twice"),
    ),
  })
  .check((context) => {
    const { hours, slotMinutes } = context.value;
    for (const day of WEEKDAYS) {
      const open = hours[day];
      if (open && open.opens < open.closes && minutesOf(open.closes) - minutesOf(open.opens) < slotMinutes)
        context.issues.push({
          code: "custom",
          message: `${capitalized(day)} is shorter than one meeting`,
          path: ["hours", day, "closes"],
          input: context.value,
        });
    }
  });

export type Availability = z.infer<typeof availabilitySchema>;

export type Closure = Availability["closures"][number];

export function siteAvailability({ bookingRules, businessHours }: Facts): Availability {
  const { slotMinutes, capacityPerSlot, minimumNoticeMinutes, horizonDays, bufferMinutes, closedDates } = bookingRules;
  return {
    hours: businessHours,
    slotMinutes,
    capacityPerSlot,
    minimumNoticeMinutes,
    horizonDays,
    bufferMinutes,
    closures: closedDates.map(({ date, reason }) => ({ from: date, to: date, reason })),
    holidays: [],
  };
}

/** Fields that an older version did not store get the values of a new database. Throws an error with invalid fields. */
export function readAvailability(facts: Facts, stored: string): Availability {
  const parsed = storedSchema(availabilitySchema).safeParse({ ...siteAvailability(facts), ...JSON.parse(stored) });
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")} (${message})`);
  throw new Error(`The stored availability cannot be read: ${wrong.join(", ")}`);
}

/** The owner's closures come first, so that on a holiday their reason is shown. */
export function closuresOf({ closures, holidays }: Availability): Closure[] {
  const ofYears = holidays.flatMap(({ year, open }) =>
    holidayClosures(year)
      .filter(({ date }) => !open.includes(date))
      .map(({ date, reason }) => ({ from: date, to: date, reason })),
  );
  return [...closures, ...ofYears];
}

/** Bookings that the rules would refuse today stay valid. */
export const outsideSchema = z.object({
  total: z.number(),
  bookings: z.array(
    z.object({
      _id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      status: z.enum(STATUSES),
      meetingDate: z.string(),
      meetingTime: z.string(),
      meetingType: z.enum(valuesOf(MEETING_TYPES)),
      reason: z.string(),
    }),
  ),
});

export type Outside = z.infer<typeof outsideSchema>;

export const availabilityChangeSchema = z.object({ availability: availabilitySchema, version: versionSchema });

export type AvailabilityChange = z.infer<typeof availabilityChangeSchema>;

export const availabilityAnswerSchema = answerOf({
  availability: availabilitySchema,
  version: z.number(),
  outside: outsideSchema,
});

export type AvailabilityAnswer = z.infer<typeof availabilityAnswerSchema>;

export const outsideAnswerSchema = answerOf({ outside: outsideSchema });

export type OutsideAnswer = z.infer<typeof outsideAnswerSchema>;

/** For the audit log: "Monday: 9:00 AM-6:00 PM → closed; slot length: 30 → 60 minutes". */
export function describeChange(before: Availability, after: Availability): string {
  return [
    ...WEEKDAYS.flatMap((day) => changed(capitalized(day), hoursText(before.hours[day]), hoursText(after.hours[day]))),
    ...changed("slot length", before.slotMinutes, after.slotMinutes, " minutes"),
    ...changed("meetings at the same time", before.capacityPerSlot, after.capacityPerSlot),
    ...changed("minimum notice", before.minimumNoticeMinutes, after.minimumNoticeMinutes, " minutes"),
    ...changed("booking window", before.horizonDays, after.horizonDays, " days"),
    ...changed("buffer", before.bufferMinutes, after.bufferMinutes, " minutes"),
    ...listChange(
      "closed dates added",
      "closed dates removed",
      before.closures.map(closureText),
      after.closures.map(closureText),
    ),
    ...listChange(
      "federal holidays on",
      "federal holidays off",
      before.holidays.map(yearText),
      after.holidays.map(yearText),
    ),
  ].join("; ");
}

function changed(name: string, before: string | number, after: string | number, unit = ""): string[] {
  return before === after ? [] : [`${name}: ${before} → ${after}${unit}`];
}

function listChange(added: string, removed: string, before: string[], after: string[]): string[] {
  const line = (title: string, texts: string[]) => (texts.length > 0 ? [`${title}: ${texts.join(", ")}`] : []);
  return [
    ...line(
      added,
      after.filter((text) => !before.includes(text)),
    ),
    ...line(
      removed,
      before.filter((text) => !after.includes(text)),
    ),
  ];
}

function hoursText(hours: OpeningHours | undefined): string {
  return hours ? `${formatTime(hours.opens)}-${formatTime(hours.closes)}` : "closed";
}

function closureText({ from, to, reason }: Closure): string {
  const days = from === to ? formatDay(from, "short") : `${formatDay(from, "short")} to ${formatDay(to, "short")}`;
  return `${days} (${reason})`;
}

function yearText({ year, open }: Availability["holidays"][number]): string {
  return open.length > 0 ? `${year} but for ${open.map((day) => formatDay(day, "weekday")).join(" and ")}` : `${year}`;
}
