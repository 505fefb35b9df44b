import { type LetterDetail, type Mailbox, textForVisitor } from "#delivery/mail/mail.ts";
import type { Booking, MeetingTime } from "#inquiries/bookings/booking.ts";
import type { BookingRules } from "#inquiries/bookings/slots.ts";
import { promisedBy, TOLD } from "#inquiries/bookings/whereabouts.ts";
import type { Promised } from "#inquiries/roster/promised.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { formatDay, formatMoment, formatTime, zoneNames } from "#platform/dates.ts";
import type { ManageLinks } from "../visitor/manage-links.ts";
import { startOf } from "./enqueue-mail.ts";

export type BookingMailSettings = {
  publicUrl: string;
  manageLinks: Pick<ManageLinks, "urlOf">;
  rules: BookingRules;
  stopped?: readonly Channel[];
  accounts?: readonly Mailbox[];
  /** The link or address of the meeting, if it is of a type that has one. */
  told?: string | undefined;
  /** Who of us calls by when. */
  promise?: Promised | undefined;
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

/** The link or address, or by when it comes. */
export function toldDetails(booking: Booking, { rules, told }: BookingMailSettings, now: Date): LetterDetail[] {
  const type = TOLD[booking.meetingType];
  if (!type) return [];
  const by = formatMoment(promisedBy(startOf(booking, rules), now), rules.timeZone);
  const value = told ?? `${type.promise} by ${by}.`;
  return [{ label: type.label, value, ...(told && type.label === "Link" && { href: told }) }];
}

export function nameForVisitor({ firstName, lastName }: Booking): string {
  return textForVisitor([firstName, lastName].filter(Boolean), " ");
}

/** State and ZIP code are always included, because they are not free text. */
export function propertyForVisitor({ propertyAddress: { street, city, state, zipCode } }: Booking): string {
  return textForVisitor([street, city, `${state} ${zipCode}`.trim()].filter(Boolean), ", ");
}
