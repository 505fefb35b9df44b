import type {
  ALL_PROPERTY_TYPES,
  BookingStatus,
  MeetingType,
  PREFERRED_CONTACTS,
  SITUATIONS,
  TIMEFRAMES,
} from "#bookings/booking.ts";
import type { LeadColumns, VisitSourceColumns } from "#leads/server/store.ts";

export type BookingsTables = {
  bookings: BookingsTable;
  booking_counts: BookingCountsTable;
  availability: AvailabilityTable;
};

/** One row: when meetings can be had. */
export type AvailabilityTable = {
  id: string;
  /** New with every change, and never used again. */
  revision: string;
  version: number;
  /** An Availability as JSON. */
  content: string;
  /** The last day that has bookings which do not fit the slots, also cancelled ones: they may come back. */
  uneven_through: string | null;
  updated_at: string;
};

/**
 * How many bookings of each kind were made in each year, month and day; on PostgreSQL in parts, to be summed up. The
 * database itself keeps it up to date.
 */
export type BookingCountsTable = {
  /** "" for a year, "2026" for one of its months, "2026-11" for one of its days. */
  whole: string;
  /** "2026", "2026-11", "2026-11-20". */
  period: string;
  status: BookingStatus | typeof EVERY;
  meeting_type: MeetingType | typeof EVERY;
  property_type: BookingsTable["property_type"] | typeof EVERY;
  count: number;
};

/** Of a sum over every type, or over every status and type. Only SQLite keeps such rows. */
export const EVERY = "";

export type BookingsTable = {
  id: string;
  status: BookingStatus;
  first_name: string;
  last_name: string;
  email: string;
  /** By which two spellings of one address are the same. */
  email_key: string;
  /** The mailbox behind the address, by which limits know the person. */
  mailbox_key: string;
  phone: string;
  /** Full name and e-mail, a line each, folded: what the admin's search looks through. */
  search_text: string;
  phone_digits: string;
  preferred_contact: keyof typeof PREFERRED_CONTACTS;
  street: string;
  city: string;
  state: string;
  zip_code: string;
  property_type: keyof typeof ALL_PROPERTY_TYPES;
  current_situation: keyof typeof SITUATIONS;
  timeframe_to_sell: keyof typeof TIMEFRAMES;
  additional_info: string | null;
  meeting_type: MeetingType;
  /** yyyy-MM-dd and 24-hour HH:MM on the company's wall clock. */
  meeting_date: string;
  meeting_time: string;
  meeting_minutes: number;
  /** Which of the slot's places it holds, from 0; null where it holds none. Unique with date and time. */
  seat: number | null;
  notes: string | null;
  /** Why the visitor cancelled, in their own words. */
  cancel_reason: string | null;
  consent_version: string | null;
  consent_text: string | null;
  consent_at: string | null;
  consent_address: string | null;
  consent_user_agent: string | null;
  /** SEQUENCE of the calendar invite: rises with every change the visitor's calendar should take over. */
  invite_sequence: number;
  /** When the visitor asked for no reminder of this meeting. */
  reminders_stopped_at: string | null;
  /** In a word or two, how the person first found the site. */
  lead_source: string | null;
  version: number;
  created_at: string;
  updated_at: string;
} & LeadColumns &
  VisitSourceColumns;
