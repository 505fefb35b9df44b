import { currentFacts } from "#company/facts/facts.ts";
import type { Booking, PublicBooking } from "#inquiries/bookings/booking.ts";
import { addDays, formatTime, wallClock } from "#platform/dates.ts";
import { readableEmail } from "#platform/server/readable-email.ts";
import { findBooking } from "../store.ts";

/** Links stay in mailboxes for years, but bookings are only shown for a while after the meeting. */
const SHOWN_DAYS = 30;

export async function findShownBooking(
  database: Parameters<typeof findBooking>[0],
  id: string,
  now: Date,
): Promise<Booking | undefined> {
  const booking = await findBooking(database, id);
  const shownSince = addDays(wallClock(now, currentFacts().timeZone).day, -SHOWN_DAYS);
  return booking && booking.meetingDate >= shownSince ? booking : undefined;
}

export function toPublicBooking(booking: Booking): PublicBooking {
  const { id, status, firstName, email, phone, meetingDate, meetingTime, meetingType, propertyAddress } = booking;
  return {
    _id: id,
    status,
    firstName,
    email: readableEmail(email),
    phone,
    meetingDate,
    meetingTime: formatTime(meetingTime),
    meetingType,
    propertyAddress,
  };
}
