import type { PublicBooking } from "#bookings/booking.ts";
import { slotLabel } from "#bookings/slots.ts";
import type { BookingsTable } from "./table.ts";

/** A row as whoever holds the booking's id sees it. */
export function toPublicBooking(row: BookingsTable): PublicBooking {
  return {
    _id: row.id,
    status: row.status,
    firstName: row.first_name,
    email: row.email,
    phone: row.phone,
    meetingDate: row.meeting_date,
    meetingTime: slotLabel(row.meeting_time),
    meetingType: row.meeting_type,
    propertyAddress: { street: row.street, city: row.city, state: row.state, zipCode: row.zip_code },
  };
}
