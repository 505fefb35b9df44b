import type { BookingFilter } from "#bookings/admin.ts";
import { ALL_PROPERTY_TYPES, MEETING_TYPES, PREFERRED_CONTACTS, SITUATIONS, TIMEFRAMES } from "#bookings/booking.ts";
import { BOOKING_COLUMNS, type BookingColumn } from "#bookings/csv.ts";
import { slotLabel } from "#bookings/slots.ts";
import { CSV_BOM, csvCell, csvLine } from "#platform/server/csv/csv.ts";
import type { Database } from "#platform/server/database/database.ts";
import { allBookings } from "../admin/store.ts";
import type { BookingsTable, BookingsTables } from "../table.ts";

/** A column of few different texts, whose cells are made once each. */
type Named = { few: (value: string) => string };
const few = (value: string) => value;
const labels = (names: Readonly<Record<string, string>>): Named => ({ few: (value) => names[value] ?? value });

type Source = readonly [column: keyof BookingsTable, named?: Named];

const SOURCES: Record<BookingColumn, Source> = {
  "Booking ID": ["id"],
  "First name": ["first_name"],
  "Last name": ["last_name"],
  Email: ["email"],
  Phone: ["phone"],
  "Preferred contact": ["preferred_contact", labels(PREFERRED_CONTACTS)],
  Street: ["street"],
  City: ["city"],
  State: ["state"],
  "ZIP code": ["zip_code"],
  "Property type": ["property_type", labels(ALL_PROPERTY_TYPES)],
  "Current situation": ["current_situation", labels(SITUATIONS)],
  "Timeframe to sell": ["timeframe_to_sell", labels(TIMEFRAMES)],
  "Meeting type": ["meeting_type", labels(MEETING_TYPES)],
  "Meeting date": ["meeting_date"],
  "Meeting time": ["meeting_time", { few: slotLabel }],
  Status: ["status", { few }],
  Notes: ["notes"],
  "Additional info": ["additional_info"],
  Consent: ["consent_text", { few }],
  "Consent at": ["consent_at"],
  "First source": ["first_utm_source"],
  "First campaign": ["first_utm_campaign"],
  "Last source": ["last_utm_source"],
  "Last campaign": ["last_utm_campaign"],
  "Landing page": ["first_landing_page"],
  Referrer: ["first_referrer"],
  "Created at": ["created_at"],
};

/** The bookings that match as CSV text, a piece at a time: what is in memory does not grow with their number. */
export async function* exportBookings(
  database: Database<BookingsTables>,
  filter: BookingFilter,
): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(BOOKING_COLUMNS);
  const sources = BOOKING_COLUMNS.map((heading) => SOURCES[heading]);
  const cells = sources.map(cellsOf);
  const columns = sources.map(([column]) => column);
  for await (const rows of allBookings(database, filter, columns))
    yield `${rows.map((row) => cells.map((cell) => cell(row)).join(",")).join("\r\n")}\r\n`;
}

function cellsOf([column, named]: Source): (row: Partial<BookingsTable>) => string {
  const textOf = (row: Partial<BookingsTable>) => (row[column] ?? "") as string;
  if (!named) return (row) => csvCell(textOf(row));
  const made = new Map([["", ""]]);
  return (row) => {
    const value = textOf(row);
    const known = made.get(value);
    if (known !== undefined) return known;
    const cell = csvCell(named.few(value));
    made.set(value, cell);
    return cell;
  };
}
