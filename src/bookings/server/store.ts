// The only SQL for the bookings table, but for the seats (seat-store.ts) and the admin's lists (listing.ts).

import { type Kysely, sql } from "kysely";
import { type NewBooking, UPCOMING_STATUSES } from "#bookings/booking.ts";
import { newLeadColumns, sourceColumns, toVisitSourceColumns, visitOf } from "#leads/server/store.ts";
import { leadSource, type Touch, type VisitSource } from "#leads/visit-source.ts";
import { mailboxKey } from "#mail/mailbox.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { searchableText } from "#platform/search.ts";
import { inPieces } from "#platform/server/pieces.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";
import type { BookingsTable, BookingsTables } from "./table.ts";

export type { BookingsTables } from "./table.ts";

type Db = Kysely<BookingsTables>;

export type Consent = { version: string; text: string; address: string; userAgent: string | undefined };

export type BookingToInsert = {
  id: string;
  booking: NewBooking;
  /** 24-hour HH:MM. */
  time: string;
  minutes: number;
  consent: Consent | undefined;
  now: Date;
};

/** Takes the first free seat of the slot, up to `capacity`. Returns whether there was one. */
export async function insertBooking(db: Db, capacity: number, row: ReturnType<typeof newBookingRow>): Promise<boolean> {
  for (let seat = 0; seat < capacity; seat++) {
    const inserted = await db
      .insertInto("bookings")
      .values({ ...row, seat })
      .onConflict((conflict) => conflict.columns(["meeting_date", "meeting_time", "seat"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted) return true;
  }
  return false;
}

const ROWS_AT_ONCE = 100;
const KEYS_AT_ONCE = 1_000;

/** Rows that are known to fit. A seat that somebody has taken meanwhile is a unique violation. */
export async function insertBookingRows(trx: Db, rows: readonly BookingsTable[]): Promise<void> {
  for (const some of inPieces(rows, ROWS_AT_ONCE)) await trx.insertInto("bookings").values(some).execute();
}

/** Which of these are there: by id, and as "email_key date time" of a person's meeting. */
export async function findKnownBookings(
  db: Db,
  wanted: readonly (Pick<BookingsTable, "mailbox_key"> & { id: string | undefined })[],
): Promise<{ ids: Set<string>; meetings: Set<string> }> {
  const ids = new Set<string>();
  const meetings = new Set<string>();
  for (const some of inPieces([...new Set(wanted.flatMap(({ id }) => id ?? []))], KEYS_AT_ONCE)) {
    const rows = await db.selectFrom("bookings").select("id").where("id", "in", some).execute();
    for (const { id } of rows) ids.add(id);
  }
  for (const some of inPieces([...new Set(wanted.map(({ mailbox_key }) => mailbox_key))], KEYS_AT_ONCE)) {
    const rows = await db
      .selectFrom("bookings")
      .select(["email_key", "meeting_date", "meeting_time"])
      .where("mailbox_key", "in", some)
      .execute();
    for (const row of rows) meetings.add(`${row.email_key} ${row.meeting_date} ${row.meeting_time}`);
  }
  return { ids, meetings };
}

export async function findBooking(db: Db, id: string): Promise<BookingsTable | undefined> {
  return db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Every booking of one person, known by e-mail address. */
export async function findBookingsOf(db: Db, email: string): Promise<BookingsTable[]> {
  return db
    .selectFrom("bookings")
    .selectAll()
    .where("mailbox_key", "=", mailboxKey(email))
    .where("email_key", "=", emailKey(email))
    .orderBy("id")
    .execute();
}

/** Some of those that were made before an instant and whose meeting was before it too. */
export async function findOldBookings(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("bookings")
    .select("id")
    .where("created_at", "<", before.toISOString())
    .where("meeting_date", "<", before.toISOString().slice(0, 10))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteBookingRow(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom("bookings").where("id", "=", id).execute();
}

/** Returns whether there is such a booking. */
export async function noteRemindersStopped(trx: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("bookings")
    .set((is) => ({ reminders_stopped_at: is.fn.coalesce("reminders_stopped_at", is.val(now.toISOString())) }))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Writes a change of a booking that was read in the same transaction. Returns it as it is now. */
export async function updateBooking(
  db: Db,
  booking: BookingsTable,
  change: Partial<Omit<BookingsTable, "id" | "version">>,
): Promise<BookingsTable> {
  return db
    .updateTable("bookings")
    .set({ ...change, version: booking.version + 1 })
    .where("id", "=", booking.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Bookings made from one instant up to another, by how their people found the site and why they sell. */
export async function countLeads(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<{ source: string; situation: BookingsTable["current_situation"]; count: number }[]> {
  return db
    .selectFrom("bookings")
    .select((select) => [
      select.fn.coalesce("lead_source", sql.lit("Unknown")).as("source"),
      "current_situation as situation",
      select.fn.countAll<number>().as("count"),
    ])
    .where("created_at", ">=", from.toISOString())
    .where("created_at", "<", to.toISOString())
    .groupBy(["lead_source", "current_situation"])
    .execute();
}

/** Bookings made from one instant up to another, each with one of its two visits. */
export async function listSources(
  db: Db,
  { touch, from, to }: { touch: Touch; from: Date; to: Date },
): Promise<{ status: BookingsTable["status"]; visit: VisitSource }[]> {
  const rows = await db
    .selectFrom("bookings")
    .select(["status", ...sourceColumns(touch)])
    .where("created_at", ">=", from.toISOString())
    .where("created_at", "<", to.toISOString())
    .execute();
  return rows.map((row) => ({ status: row.status, visit: visitOf(row, touch) }));
}

/** Bookings made from one instant up to another, by business minutes to their first contact; null where there was none yet. */
export async function countFirstContacts(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<{ minutes: number | null; count: number }[]> {
  return db
    .selectFrom("bookings")
    .select((select) => ["first_contact_minutes as minutes", select.fn.countAll<number>().as("count")])
    .where("waiting_since", ">=", from.toISOString())
    .where("waiting_since", "<", to.toISOString())
    .groupBy("first_contact_minutes")
    .execute();
}

/** What one person, known by mailbox or phone number, holds ahead, and what was lately booked for the mailbox. */
export async function countBookingsOfPerson(
  db: Db,
  { mailbox, phone }: { mailbox: string; phone: string },
  { from, since }: { from: { day: string; time: string }; since: Date },
): Promise<{ ahead: number; lately: number }> {
  return db
    .selectFrom("bookings")
    .select((select) => [
      select.fn
        .countAll<number>()
        .filterWhere("status", "in", UPCOMING_STATUSES)
        .filterWhere("meeting_date", ">=", from.day)
        .filterWhere((is) => is.or([is("meeting_date", ">", from.day), is("meeting_time", ">", from.time)]))
        .as("ahead"),
      select.fn
        .countAll<number>()
        .filterWhere("mailbox_key", "=", mailbox)
        .filterWhere("created_at", ">", since.toISOString())
        .as("lately"),
    ])
    .where((is) => is.or([is("mailbox_key", "=", mailbox), is("phone_digits", "=", phoneDigits(phone))]))
    .executeTakeFirstOrThrow();
}

/** A new booking as a row; which seat it gets is for the insert to find out. */
export function newBookingRow({
  id,
  booking,
  time,
  minutes,
  consent,
  now,
}: BookingToInsert): Omit<BookingsTable, "seat"> {
  const at = now.toISOString();
  return {
    id,
    status: "Scheduled",
    first_name: booking.firstName,
    last_name: booking.lastName,
    email: booking.email,
    email_key: emailKey(booking.email),
    mailbox_key: mailboxKey(booking.email),
    phone: booking.phone,
    search_text: searchableText(`${booking.firstName} ${booking.lastName}`, ...searchedEmail(booking.email)),
    phone_digits: phoneDigits(booking.phone),
    preferred_contact: booking.preferredContact,
    street: booking.propertyAddress.street,
    city: booking.propertyAddress.city,
    state: booking.propertyAddress.state,
    zip_code: booking.propertyAddress.zipCode,
    property_type: booking.propertyType,
    current_situation: booking.currentSituation,
    timeframe_to_sell: booking.timeframeToSell,
    additional_info: booking.additionalInfo || null,
    meeting_type: booking.meetingType,
    meeting_date: booking.meetingDate,
    meeting_time: time,
    meeting_minutes: minutes,
    notes: null,
    cancel_reason: null,
    consent_version: consent?.version ?? null,
    consent_text: consent?.text ?? null,
    consent_at: consent ? at : null,
    consent_address: consent?.address ?? null,
    consent_user_agent: consent?.userAgent ?? null,
    lead_source: leadSource(booking.source),
    invite_sequence: 0,
    reminders_stopped_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
    ...newLeadColumns(now),
    ...toVisitSourceColumns(booking.source),
  };
}
