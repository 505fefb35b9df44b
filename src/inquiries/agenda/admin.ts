import * as z from "zod/mini";
import { adminBookingSchema } from "#inquiries/bookings/admin.ts";
import { ACTIVE_STATUSES } from "#inquiries/bookings/booking.ts";
import { addDays, isDay } from "#platform/dates.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";

/** A whole week per sheet keeps days from appearing on two printouts. */
export const DAY_SHEET_DAYS = 7;
const MAX_DAYS = 31;
const DAY_COUNT = `Please ask for 1 to ${MAX_DAYS} days`;

export const daySheetQuerySchema = z.object({
  date: z.optional(z.string("Please choose a date").check(z.refine(hasDaysAfter, "Please choose a date"))),
  days: z.optional(
    z.pipe(
      z.string(DAY_COUNT).check(z.refine((text) => /^\d{1,2}$/.test(text) && isDayCount(Number(text)), DAY_COUNT)),
      z.transform(Number),
    ),
  ),
});

export type DaySheetQuery = z.infer<typeof daySheetQuerySchema>;

export const sheetMeetingSchema = z.extend(
  z.omit(adminBookingSchema, {
    cancelReason: true,
    consent: true,
    source: true,
    leadId: true,
    tries: true,
    waitingSince: true,
    firstContact: true,
    version: true,
    createdAt: true,
    updatedAt: true,
  }),
  {
    status: z.enum(ACTIVE_STATUSES),
    meetingMinutes: z.number(),
    /** The link or address. Keys are not told it. */
    told: z.optional(z.string()),
  },
);

export type SheetMeeting = z.infer<typeof sheetMeetingSchema>;

export const daySheetSchema = answerOf({
  today: z.string(),
  timeZone: z.string(),
  days: z.array(
    z.object({
      date: z.string(),
      /** "closed: Thanksgiving Day", "closed on Sundays". */
      closed: z.optional(z.string()),
      meetings: z.array(sheetMeetingSchema),
    }),
  ),
});

export type DaySheet = z.infer<typeof daySheetSchema>;

const MAX_NAME_LENGTH = 60;

export const newFeedSchema = z.object({ name: lineSchema(MAX_NAME_LENGTH, "Please name the calendar") });

export type NewFeed = z.infer<typeof newFeedSchema>;

/** Never contains the secret. */
export const feedSchema = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** The time is accurate to a quarter of an hour. Null if no program has read the feed. */
  lastReadAt: z.nullable(z.string()),
});

export type Feed = z.infer<typeof feedSchema>;

export const feedsSchema = answerOf({ feeds: z.array(feedSchema) });

export type Feeds = z.infer<typeof feedsSchema>;

/** No other answer contains the secret. */
export const createdFeedSchema = answerOf({
  message: z.string(),
  feed: feedSchema,
  url: z.string(),
});

export type CreatedFeed = z.infer<typeof createdFeedSchema>;

/** The last days of the year 9999 have no successor in this format. */
function hasDaysAfter(text: string): boolean {
  return isDay(text) && isDay(addDays(text, MAX_DAYS));
}

function isDayCount(count: number): boolean {
  return count >= 1 && count <= MAX_DAYS;
}
