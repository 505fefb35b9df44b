import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { type Booking, type BookingFacts, type BookingStatus, fullName } from "#inquiries/bookings/booking.ts";
import type { ALL_PROPERTY_TYPES } from "#inquiries/bookings/choices.ts";
import type { StoredPath } from "#inquiries/bookings/columns.ts";
import { FORM_PATHS, type FormPath } from "#inquiries/bookings/facts.ts";
import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";
import {
  type AttributionColumns,
  INQUIRY_COLUMNS,
  type InquiryColumns,
  VISIT_COLUMNS,
} from "#people/leads/server/inquiries/table.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { searchableText } from "#platform/search.ts";
import { type Cell, type CellsAt, type Columns, objectOf, rowOf } from "#platform/server/database/columns.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";
import { type LeafPath, type SnakeCase, snakeCase, type ValueAt } from "#platform/shapes.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    bookings: BookingRow;
    booking_counts: BookingCountsTable;
    availability: AvailabilityTable;
  }
}

export type AvailabilityTable = {
  id: string;
  /** New with every change and never reused. */
  revision: string;
  version: number;
  content: string;
  /** Later bookings all fit the slots. Cancelled ones count, because they may be restored. */
  uneven_through: string | null;
  updated_at: string;
};

/** Triggers maintain these numbers by ten days of creation ("2026-11-2"). PostgreSQL has several rows to be summed. */
export type BookingCountsTable = {
  status: BookingStatus | typeof ALL;
  meeting_type: MeetingType | typeof ALL;
  property_type: keyof typeof ALL_PROPERTY_TYPES | typeof ALL;
  period: string;
  count: number;
};

/** Rows with this value store sums over all values of the column. */
export const ALL = "";

type Last<Path extends string> = Path extends `${string}.${infer Rest}` ? Last<Rest> : Path;

/** "propertyAddress.zipCode" is stored in zip_code. */
type FormColumns = {
  [Path in Exclude<FormPath, "email"> as SnakeCase<Last<Path>>]: Cell<ValueAt<BookingFacts, Path>>;
} & {
  /** Null if a caller has no e-mail address. */
  email: string | null;
};

const OWN_COLUMNS = {
  id: "id",
  status: "status",
  meeting_date: "meetingDate",
  meeting_time: "meetingTime",
  meeting_minutes: "meetingMinutes",
  /** Unique with date and time. */
  seat: "seat",
  notes: "notes",
  cancel_reason: "cancelReason",
  no_show_at: "noShowAt",
  invite_sequence: "inviteSequence",
  reminders_stopped_at: "remindersStoppedAt",
  version: "version",
  created_at: "createdAt",
  updated_at: "updatedAt",
} as const satisfies Record<string, LeafPath<Booking>>;

/** These columns are computed when the row is written, only for lookups. */
type DerivedColumns = {
  /** All spellings of one address have the same key. */
  email_key: string | null;
  /** Limits identify a person by the mailbox behind the address. */
  mailbox_key: string | null;
  /** The admin's search reads full name and e-mail, folded, one per line. */
  search_text: string;
  phone_digits: string;
};

type StoredColumns = FormColumns & CellsAt<typeof OWN_COLUMNS, Booking> & InquiryColumns & AttributionColumns;

export type BookingRow = StoredColumns & DerivedColumns;

/** A migration that renames one of these must replace the triggers of booking_counts, search and campaigns. */
export const BOOKINGS_READ_BY_TRIGGERS = [
  "id",
  "status",
  "meeting_type",
  "property_type",
  "search_text",
  "phone_digits",
  "created_at",
] as const satisfies readonly (keyof BookingRow)[];

export const BOOKING_COLUMNS = {
  ...Object.fromEntries(FORM_PATHS.map((path) => [snakeCase(path.split(".").at(-1) ?? path), path])),
  ...OWN_COLUMNS,
  ...INQUIRY_COLUMNS,
  ...VISIT_COLUMNS,
} as Columns<StoredColumns>;

export function toBooking<Part extends keyof Booking = keyof Booking>(row: Partial<BookingRow>): Pick<Booking, Part> {
  const booking = objectOf(BOOKING_COLUMNS, row) as Pick<Booking, Part>;
  return row.email === null ? { ...booking, email: "" } : booking;
}

export function toRow(booking: Booking): BookingRow {
  return { ...rowOf(BOOKING_COLUMNS, booking), ...lookUpColumns(booking) };
}

export function lookUpColumns(
  booking: Pick<Booking, "firstName" | "lastName" | "email" | "phone">,
): DerivedColumns & Pick<BookingRow, "email"> {
  const { email, phone } = booking;
  return {
    email: email || null,
    email_key: email ? emailKey(email) : null,
    mailbox_key: email ? mailboxKey(email) : null,
    search_text: searchableText(fullName(booking), ...(email ? searchedEmail(email) : [])),
    phone_digits: phoneDigits(phone),
  };
}

export function columnAt(path: StoredPath): keyof BookingRow {
  return COLUMN_AT.get(path) as keyof BookingRow;
}

const COLUMN_AT = new Map(Object.entries(BOOKING_COLUMNS).map(([column, path]) => [path, column]));
