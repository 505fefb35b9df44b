import type { PublicBooking } from "#bookings/booking.ts";
import { slotLabel } from "#bookings/slots.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import { readableEmail } from "#platform/server/readable-email.ts";
import { timeZone } from "#site";
import { findBooking } from "../store.ts";
import type { BookingsTable } from "../table.ts";

/** After its meeting a booking is nobody's business but the company's: links lie in mailboxes for years. */
const SHOWN_DAYS = 30;

/** The booking that a link opens; undefined where there is none, or its meeting was too long ago. */
export async function findShownBooking(
  database: Parameters<typeof findBooking>[0],
  id: string,
  now: Date,
): Promise<BookingsTable | undefined> {
  const booking = await findBooking(database, id);
  const shownSince = addDays(wallClock(now, timeZone).day, -SHOWN_DAYS);
  return booking && booking.meeting_date >= shownSince ? booking : undefined;
}

/** A row as whoever holds the booking's id sees it. */
export function toPublicBooking(row: BookingsTable): PublicBooking {
  return {
    _id: row.id,
    status: row.status,
    firstName: row.first_name,
    email: readableEmail(row.email),
    phone: row.phone,
    meetingDate: row.meeting_date,
    meetingTime: slotLabel(row.meeting_time),
    meetingType: row.meeting_type,
    propertyAddress: { street: row.street, city: row.city, state: row.state, zipCode: row.zip_code },
  };
}
