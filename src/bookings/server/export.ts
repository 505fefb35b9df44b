import { ALL_PROPERTY_TYPES, MEETING_TYPES, PREFERRED_CONTACTS, SITUATIONS, TIMEFRAMES } from "#bookings/booking.ts";
import { BOOKING_COLUMNS, type BookingColumn } from "#bookings/csv.ts";
import type { BookingFilter } from "#bookings/filters.ts";
import { slotLabel } from "#bookings/slots.ts";
import { CSV_BOM, csvLine } from "#platform/server/csv.ts";
import type { Database } from "#platform/server/database/database.ts";
import { allBookings } from "./listing.ts";
import type { BookingsTable, BookingsTables } from "./table.ts";

const CELLS: Record<BookingColumn, (row: BookingsTable) => string | null> = {
  "Booking ID": (row) => row.id,
  "First name": (row) => row.first_name,
  "Last name": (row) => row.last_name,
  Email: (row) => row.email,
  Phone: (row) => row.phone,
  "Preferred contact": (row) => PREFERRED_CONTACTS[row.preferred_contact],
  Street: (row) => row.street,
  City: (row) => row.city,
  State: (row) => row.state,
  "ZIP code": (row) => row.zip_code,
  "Property type": (row) => ALL_PROPERTY_TYPES[row.property_type],
  "Current situation": (row) => SITUATIONS[row.current_situation],
  "Timeframe to sell": (row) => TIMEFRAMES[row.timeframe_to_sell],
  "Meeting type": (row) => MEETING_TYPES[row.meeting_type],
  "Meeting date": (row) => row.meeting_date,
  "Meeting time": (row) => slotLabel(row.meeting_time),
  Status: (row) => row.status,
  Notes: (row) => row.notes,
  "Additional info": (row) => row.additional_info,
  Consent: (row) => row.consent_text,
  "Consent at": (row) => row.consent_at,
  "First source": (row) => row.first_utm_source,
  "First campaign": (row) => row.first_utm_campaign,
  "Last source": (row) => row.last_utm_source,
  "Last campaign": (row) => row.last_utm_campaign,
  "Landing page": (row) => row.first_landing_page,
  Referrer: (row) => row.first_referrer,
  "Created at": (row) => row.created_at,
};

/** The bookings that match as CSV text, a piece at a time: what is in memory does not grow with their number. */
export async function* exportBookings(
  database: Database<BookingsTables>,
  filter: BookingFilter,
): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(BOOKING_COLUMNS);
  for await (const rows of allBookings(database, filter))
    yield rows.map((row) => csvLine(BOOKING_COLUMNS.map((column) => CELLS[column](row) ?? ""))).join("");
}
