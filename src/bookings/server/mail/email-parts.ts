// What several of a booking's mails say.
import { type BookingRules, slotLabel } from "#bookings/slots.ts";
import { sayToVisitor } from "#mail/mail.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import type { BookingsTable } from "../table.ts";
import type { ManageLinks } from "../visitor/manage-links.ts";

export type BookingMailSettings = {
  publicUrl: string;
  staffEmail: string;
  manageLinks: Pick<ManageLinks, "urlOf">;
  rules: BookingRules;
};

type Time = Pick<BookingsTable, "meeting_date" | "meeting_time">;

/** "Wed, Nov 25 at 10:00 AM CT" */
export function whenShort({ meeting_date, meeting_time }: Time, { rules }: BookingMailSettings): string {
  const { abbreviation } = zoneNames(rules.timeZone);
  return `${formatDay(meeting_date, "weekday")} at ${slotLabel(meeting_time)} ${abbreviation}`;
}

export function whenLong({ meeting_date, meeting_time }: Time, { rules }: BookingMailSettings): string {
  const { name } = zoneNames(rules.timeZone);
  return `${formatDay(meeting_date, "full")}\n${slotLabel(meeting_time)} ${name}`;
}

export function fullName(booking: BookingsTable): string {
  return `${booking.first_name} ${booking.last_name}`;
}

export function nameForVisitor({ first_name, last_name }: BookingsTable): string {
  return sayToVisitor([first_name, last_name], " ");
}

/** At the least its state and ZIP code, which are nobody's words. */
export function propertyForVisitor({ street, city, state, zip_code }: BookingsTable): string {
  return sayToVisitor([street, city, `${state} ${zip_code}`], ", ");
}

export function propertyLine({ street, city, state, zip_code }: BookingsTable): string {
  return `${street}, ${city}, ${state} ${zip_code}`;
}
