// Where a meeting takes place, of types whose place only the person who booked may know.
import * as z from "zod/mini";
import type { Facts } from "#company/facts/schema.ts";
import { answerOf } from "#platform/shapes.ts";
import { httpsLinkSchema, lineSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";
import type { Booking } from "./booking.ts";
import { BOOKING_LIMITS } from "./choices.ts";
import { type MeetingType, meetingType } from "./meeting-types.ts";

type Placed = Pick<Booking, "meetingType" | "place">;

const MINUTE_MS = 60_000;
const PROMISED_AHEAD = [24 * 60, 2 * 60];
const LEAST_AHEAD = 15;
/** Staff get at least so long. */
const LEAST_MINUTES = 60;

/** The link or address. Undefined if staff have not told it yet, and of types that need none. What staff typed comes first. */
export function toldOf(facts: Facts, { meetingType: type, place }: Placed, ownLink?: string): string | undefined {
  const { told } = meetingType(type);
  return told && (place || told.known(facts, ownLink) || undefined);
}

/** The moment by which staff tell it, which is never past. */
export function promisedBy(start: Date, now: Date): Date {
  const before = (minutes: number) => start.getTime() - minutes * MINUTE_MS;
  const ahead = PROMISED_AHEAD.find((minutes) => before(minutes) - now.getTime() >= LEAST_MINUTES * MINUTE_MS);
  const by = before(ahead ?? LEAST_AHEAD);
  return new Date(by > now.getTime() ? by : start);
}

export const placeSchemaOf = (type: MeetingType) =>
  meetingType(type).told?.label === "Link" ? httpsLinkSchema : lineSchema(BOOKING_LIMITS.street);

/** An empty text clears. The schema of the place depends on the type of the meeting. */
export const whereaboutsChangeSchema = z.object({
  place: z.string("Please enter text"),
  hostId: z.string("Please choose a person").check(z.maxLength(40, "Please choose a person")),
  version: versionSchema,
});

export type WhereaboutsChange = z.infer<typeof whereaboutsChangeSchema>;

export const whereaboutsSchema = answerOf({
  told: z.optional(z.string()),
  place: z.string(),
  hostId: z.string(),
  /** Those who have a link of their own, if meetings are held at such links. */
  hosts: z.array(z.object({ _id: z.string(), name: z.string() })),
});

export type WhereaboutsAnswer = z.infer<typeof whereaboutsSchema>;
