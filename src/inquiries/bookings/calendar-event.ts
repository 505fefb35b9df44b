import type { Facts } from "#company/facts/schema.ts";
import { shownAddress } from "#company/shell/shown.ts";
import { instantOf, minutesOf } from "#platform/dates.ts";
import { formatPhone } from "#platform/phone.ts";
import type { Booking } from "./booking.ts";
import type { MeetingType } from "./meeting-types.ts";

type Place = { property: string; phone: string };

/** `told` is what staff told the person who booked: see whereabouts.ts. */
const PLACES: Readonly<Record<MeetingType, (booking: Place, facts: Facts, told?: string) => string>> = {
  "in-person-property": ({ property }) => property,
  "in-person-office": (_, facts, told = shownAddress(facts)?.line ?? "the office") =>
    [facts.company.name, told].join(", "),
  virtual: (_, __, told = "Video call") => told,
  phone: ({ phone }) => `Phone call to ${formatPhone(phone)}`,
};

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
    location: PLACES[booking.meetingType]({ property, phone: booking.phone }, facts, told),
  };
}
