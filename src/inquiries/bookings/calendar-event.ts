import type { Facts } from "#company/facts/schema.ts";
import { instantOf, minutesOf } from "#platform/dates.ts";
import type { Booking } from "./booking.ts";
import { meetingType } from "./meeting-types.ts";

/** Calendars match events by UID and SEQUENCE, so invites and feeds share both. The reader may see `property` and `told`. */
export function eventOf(
  facts: Facts,
  booking: Booking,
  {
    timeZone,
    publicUrl,
    property,
    told,
  }: { timeZone: string; publicUrl: string; property: string; told?: string | undefined },
) {
  const start = instantOf(booking.meetingDate, minutesOf(booking.meetingTime), timeZone);
  return {
    id: `${booking.id}@${new URL(publicUrl).hostname}`,
    sequence: booking.inviteSequence,
    stamp: new Date(booking.updatedAt),
    start,
    end: new Date(start.getTime() + booking.meetingMinutes * 60_000),
    location: meetingType(booking.meetingType).place({ property, phone: booking.phone }, facts, told),
  };
}
