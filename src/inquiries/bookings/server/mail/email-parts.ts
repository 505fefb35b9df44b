import { type Mailbox, textForVisitor } from "#delivery/mail/mail.ts";
import type { Booking, MeetingTime } from "#inquiries/bookings/booking.ts";
import type { BookingRules } from "#inquiries/bookings/slots.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { formatDay, formatTime, zoneNames } from "#platform/dates.ts";
import type { ManageLinks } from "../visitor/manage-links.ts";

export type BookingMailSettings = {
  publicUrl: string;
  manageLinks: Pick<ManageLinks, "urlOf">;
  rules: BookingRules;
  stopped?: readonly Channel[];
  accounts?: readonly Mailbox[];
};

/** "Wed, Nov 25 at 10:00 AM CT" */
export function whenShort({ meetingDate, meetingTime }: MeetingTime, { rules }: BookingMailSettings): string {
  const { abbreviation } = zoneNames(rules.timeZone);
  return `${formatDay(meetingDate, "weekday")} at ${formatTime(meetingTime)} ${abbreviation}`;
}

export function whenLong({ meetingDate, meetingTime }: MeetingTime, { rules }: BookingMailSettings): string {
  const { name } = zoneNames(rules.timeZone);
  return `${formatDay(meetingDate, "full")}\n${formatTime(meetingTime)} ${name}`;
}

export function nameForVisitor({ firstName, lastName }: Booking): string {
  return textForVisitor([firstName, lastName].filter(Boolean), " ");
}

/** State and ZIP code are always included, because they are not free text. */
export function propertyForVisitor({ propertyAddress: { street, city, state, zipCode } }: Booking): string {
  return textForVisitor([street, city, `${state} ${zipCode}`.trim()].filter(Boolean), ", ");
}
