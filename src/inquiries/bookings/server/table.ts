import { type Booking, type BookingFacts, fullName } from "#inquiries/bookings/booking.ts";
import type { StoredPath } from "#inquiries/bookings/columns.ts";
import { FORM_PATHS, type FormPath } from "#inquiries/bookings/facts.ts";
import {
  type AttributionColumns,
  INQUIRY_COLUMNS,
  type InquiryColumns,
  type LookUpColumns,
  lookUpColumns,
  type Names,
  VISIT_COLUMNS,
} from "#people/leads/server/inquiries/table.ts";
import { type Cell, type CellsAt, type Columns, objectOf } from "#platform/server/database/columns.ts";
import { type LeafPath, type SnakeCase, snakeCase, type ValueAt } from "#platform/shapes.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    /** A view of meetings with their inquiries. */
    bookings: BookingRow;
    meetings: MeetingRow;
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
  place: "place",
  host_id: "hostId",
  invite_sequence: "inviteSequence",
  reminders_stopped_at: "remindersStoppedAt",
  version: "version",
  created_at: "createdAt",
  updated_at: "updatedAt",
} as const satisfies Record<string, LeafPath<Booking>>;

type StoredColumns = FormColumns & CellsAt<typeof OWN_COLUMNS, Booking> & InquiryColumns & AttributionColumns;

export type BookingRow = StoredColumns & LookUpColumns;

/** A meeting's own columns: the form's facts about it, its time and its seat. */
export type MeetingRow = Pick<
  BookingRow,
  | "id"
  | "meeting_date"
  | "meeting_time"
  | "meeting_minutes"
  | "seat"
  | "preferred_contact"
  | "timeframe_to_sell"
  | "additional_info"
  | "cancel_reason"
  | "no_show_at"
  | "place"
  | "host_id"
  | "invite_sequence"
  | "reminders_stopped_at"
>;

export const NAMES: Names = { first_name: "name", meeting_type: "topic", current_situation: "situation" };

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

export function lookUpColumnsOf(
  booking: Pick<Booking, "firstName" | "lastName" | "email" | "phone">,
): LookUpColumns & Pick<BookingRow, "email"> {
  const { email, phone } = booking;
  return { email: email || null, ...lookUpColumns({ email, phone, texts: [fullName(booking)] }) };
}

export function columnAt(path: StoredPath): keyof BookingRow {
  return COLUMN_AT.get(path) as keyof BookingRow;
}

const COLUMN_AT = new Map(Object.entries(BOOKING_COLUMNS).map(([column, path]) => [path, column]));
