import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { bookingReference, MEETING_TYPES } from "#bookings/booking.ts";
import { type BookingRules, slotLabel } from "#bookings/slots.ts";
import { formatDay, instantOf, minutesOf, zoneNames } from "#platform/dates.ts";
import { formatPhone } from "#platform/phone.ts";
import { company } from "#site";
import type { BookingsTable } from "../table.ts";
import { nameForVisitor, propertyForVisitor } from "./email-parts.ts";

type Options = {
  /** PUBLISH for a download, REQUEST for an invitation by mail, CANCEL to take it back. */
  method: "PUBLISH" | "REQUEST" | "CANCEL";
  rules: Pick<BookingRules, "timeZone">;
  publicUrl: string;
};

/**
 * The meeting as an iCalendar text. Times are UTC, because a zone's name without its rules is read differently by every
 * calendar program; the company's local time stands in the description. UID and SEQUENCE are the same in every form.
 */
export function invite(booking: BookingsTable, { method, rules, publicUrl }: Options): string {
  const isCancelled = method === "CANCEL" || booking.status === "Cancelled";
  const calendar = ical({ prodId: { company: company.name, product: "Bookings" }, method: ICalCalendarMethod[method] });
  const event = calendar.createEvent({
    ...eventOf(booking, { rules, publicUrl, property: propertyForVisitor(booking) }),
    summary: `Meeting with ${company.name}`,
    description: descriptionOf(booking, rules, publicUrl),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: company.name, email: company.email },
  });
  const name = nameForVisitor(booking);
  if (method !== "PUBLISH")
    event.createAttendee({
      ...(name && { name }),
      email: booking.email,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  return `${calendar.toString().trimEnd()}\r\n`;
}

/** What the event is wherever it is written: by UID and SEQUENCE calendars know it again and follow its moves. */
export function eventOf(
  booking: BookingsTable,
  { rules, publicUrl, property }: Omit<Options, "method"> & { property: string },
) {
  const start = instantOf(booking.meeting_date, minutesOf(booking.meeting_time), rules.timeZone);
  return {
    id: `${booking.id}@${new URL(publicUrl).hostname}`,
    sequence: booking.invite_sequence,
    stamp: new Date(booking.updated_at),
    start,
    end: new Date(start.getTime() + booking.meeting_minutes * 60_000),
    location: locationOf(booking, property),
  };
}

function locationOf(booking: BookingsTable, property: string): string {
  const { street, city, state, zipCode } = company.address;
  switch (booking.meeting_type) {
    case "in-person-property":
      return property;
    case "in-person-office":
      return `${company.name}, ${street}, ${city}, ${state} ${zipCode}`;
    case "virtual":
      return "Video call";
    case "phone":
      return `Phone call: we call ${formatPhone(booking.phone)}`;
  }
}

function descriptionOf(booking: BookingsTable, rules: Pick<BookingRules, "timeZone">, publicUrl: string): string {
  const { name } = zoneNames(rules.timeZone);
  return [
    `${formatDay(booking.meeting_date, "full")}, ${slotLabel(booking.meeting_time)} ${name}`,
    `${MEETING_TYPES[booking.meeting_type]}`,
    `Property: ${propertyForVisitor(booking)}`,
    `Reference: ${bookingReference(booking.id)}`,
    `To change or cancel, use the link in our e-mail or call ${company.phone}.`,
    `${publicUrl}/booking-confirmation/${booking.id}`,
  ].join("\n");
}
