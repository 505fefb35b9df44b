import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { currentFacts } from "#company/facts/facts.ts";
import { callCompany, shownEmail } from "#company/shell/shown.ts";
import { type Booking, bookingReference } from "#inquiries/bookings/booking.ts";
import { eventOf } from "#inquiries/bookings/calendar-event.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import type { BookingRules } from "#inquiries/bookings/slots.ts";
import { TOLD } from "#inquiries/bookings/whereabouts.ts";
import { formatDay, formatTime, zoneNames } from "#platform/dates.ts";
import { nameForVisitor, propertyForVisitor } from "./email-parts.ts";

type Options = {
  /** A download uses PUBLISH, an invitation by mail REQUEST, and its withdrawal CANCEL. */
  method: "PUBLISH" | "REQUEST" | "CANCEL";
  rules: Pick<BookingRules, "timeZone">;
  publicUrl: string;
  /** Left out of what anyone can download. */
  told?: string | undefined;
};

/** Times are UTC, because calendar programs read a zone's name without its rules differently. */
export function invite(booking: Booking, { method, rules, publicUrl, told }: Options): string {
  const { company } = currentFacts();
  const isCancelled = method === "CANCEL" || booking.status === "Cancelled";
  const shown = { rules, publicUrl, told: isCancelled ? undefined : told };
  const calendar = ical({ prodId: { company: company.name, product: "Bookings" }, method: ICalCalendarMethod[method] });
  const event = calendar.createEvent({
    ...eventOf(currentFacts(), booking, {
      ...shown,
      timeZone: rules.timeZone,
      property: propertyForVisitor(booking),
    }),
    ...(TOLD[booking.meetingType]?.label === "Link" && shown.told && { url: shown.told }),
    summary: `Meeting with ${company.name}`,
    description: descriptionOf(booking, shown),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // Calendars need the organizer to answer an invitation, which comes from that address anyway.
    ...((method !== "PUBLISH" || shownEmail(currentFacts())) && {
      organizer: { name: company.name, email: company.email },
    }),
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

function descriptionOf(booking: Booking, { rules, publicUrl, told }: Omit<Options, "method">): string {
  const { name } = zoneNames(rules.timeZone);
  return [
    `${formatDay(booking.meetingDate, "full")}, ${formatTime(booking.meetingTime)} ${name}`,
    MEETING_TYPE_LABELS[booking.meetingType],
    ...(told ? [told] : []),
    `Property: ${propertyForVisitor(booking)}`,
    `Reference: ${bookingReference(booking.id)}`,
    `To change or cancel, use the link in the e-mail or ${callCompany(currentFacts())}.`,
    `${publicUrl}/booking-confirmation/${booking.id}`,
  ].join("\n");
}
