// More SQL of bookings is in admin/, seats/ and meetings/. Other modules may use the exports of this file.
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { type Booking, type MeetingTime, UPCOMING_STATUSES } from "#inquiries/bookings/booking.ts";
import { inquiryStore } from "#people/leads/server/inquiries/kinds/store.ts";
import { type FoundInquiry, insertInquiries } from "#people/leads/server/inquiries/store.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { keptQuery, keptRead } from "#platform/server/database/queries/kept-query.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { BOOKING_COLUMNS, type BookingRow, lookUpColumnsOf, type MeetingRow, NAMES, toBooking } from "./table.ts";

const bookings = inquiryStore<Booking, BookingRow>({
  kind: "booking",
  view: "bookings",
  own: "meetings",
  names: NAMES,
  columns: BOOKING_COLUMNS,
  computed: lookUpColumnsOf,
  read: toBooking,
});

export const {
  toRow,
  insert: insertBookings,
  insertRows: insertBookingRows,
  find: findBooking,
  findNewest: findNewestBooking,
  recordsOf: findBookingRecordsOf,
  allOf: findBookingsOf,
  ofLeads: findBookingsOfLeads,
  update: updateBooking,
  correct: correctBooking,
  deleteRow: deleteBookingRow,
} = bookings;

/** False if no seat is free: then the transaction has to be rolled back. */
export async function insertBooking(trx: Db, capacity: number, booking: Booking): Promise<boolean> {
  const { inquiry, own: meeting } = bookings.rowsOf<MeetingRow>(toRow(booking));
  const [isSeated] = await together([takeSeat(trx, capacity, meeting), insertInquiries(trx, [inquiry])]);
  return isSeated;
}

async function takeSeat(trx: Db, capacity: number, meeting: MeetingRow): Promise<boolean> {
  for (let seat = 0; seat < capacity; seat++) {
    const inserted = await insertUnlessTaken(trx, [{ ...meeting, seat }]);
    if (inserted.length > 0) return true;
  }
  return false;
}

const insertUnlessTaken = keptQuery((db: Db, rows: readonly MeetingRow[]) =>
  db
    .insertInto("meetings")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["meeting_date", "meeting_time", "seat"]).doNothing())
    .returning("id"),
);

const CHUNK_KEYS = 1_000;

/** Two bookings of one time by the same person have the same key. */
export function meetingKeyOf({ email, meetingDate, meetingTime }: MeetingTime & { email: string }): string {
  return `${emailKey(email)} ${meetingDate} ${meetingTime}`;
}

export async function findKnownBookings(
  db: Db,
  wanted: readonly (Pick<Booking, "email"> & { id: string | undefined })[],
): Promise<{ ids: Set<string>; meetings: Set<string> }> {
  const ids = new Set<string>();
  const meetings = new Set<string>();
  for (const some of chunksOf([...new Set(wanted.flatMap(({ id }) => id ?? []))], CHUNK_KEYS)) {
    const rows = await db.selectFrom("bookings").select("id").where("id", "in", some).execute();
    for (const { id } of rows) ids.add(id);
  }
  for (const some of chunksOf(
    [...new Set(wanted.flatMap(({ email }) => (email ? mailboxKey(email) : [])))],
    CHUNK_KEYS,
  )) {
    const rows = await db
      .selectFrom("bookings")
      .select(["email_key", "meeting_date", "meeting_time"])
      .where("mailbox_key", "in", some)
      .execute();
    for (const row of rows) meetings.add(`${row.email_key} ${row.meeting_date} ${row.meeting_time}`);
  }
  return { ids, meetings };
}

/** Finds only bookings of callers without an address. */
export async function findBookingRecordsOfLeads(
  db: Db,
  leadIds: readonly string[],
): Promise<({ id: string; lead_id: string } & object)[]> {
  if (leadIds.length === 0) return [];
  return db
    .selectFrom("bookings")
    .selectAll()
    .where("lead_id", "in", leadIds)
    .where("email", "is", null)
    .orderBy("id")
    .execute();
}

export async function findOldBookings(db: Db, before: Date, limit: number): Promise<FoundInquiry[]> {
  const rows = await oldBookings(db, before).select(["id", "lead_id"]).limit(limit).execute();
  return rows.map(({ id, lead_id: leadId }) => ({ kind: "booking", id, leadId }));
}

export async function countOldBookings(db: Db, before: Date): Promise<number> {
  const query = oldBookings(db, before).select(({ fn }) => fn.countAll().as("count"));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

function oldBookings(db: Db, before: Date) {
  return db
    .selectFrom("bookings")
    .where("created_at", "<", before.toISOString())
    .where("meeting_date", "<", before.toISOString().slice(0, 10));
}

export async function recordRemindersStopped(trx: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("meetings")
    .set({ reminders_stopped_at: now.toISOString() })
    .where("id", "=", id)
    .where("reminders_stopped_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type OfPerson = { mailbox: string; phone: string; from: { day: string; time: string }; since: Date };

/** `ahead` counts by mailbox or phone number, `recent` only by mailbox. */
export async function countBookingsOfPerson(
  db: Db,
  { mailbox, phone, from, since }: OfPerson,
): Promise<{ ahead: number; recent: number }> {
  const [counts] = await countsOf(db, { mailbox, digits: phoneDigits(phone), ...from, since: since.toISOString() });
  return { ahead: Number(counts?.ahead), recent: Number(counts?.recent) };
}

const countsOf = keptRead((db: Db, of: Record<"mailbox" | "digits" | "day" | "time" | "since", string>) =>
  db
    .selectFrom("bookings")
    .select((select) => [
      select.fn
        .countAll<number>()
        .filterWhere("status", "in", UPCOMING_STATUSES)
        .filterWhere("meeting_date", ">=", of.day)
        .filterWhere((is) => is.or([is("meeting_date", ">", of.day), is("meeting_time", ">", of.time)]))
        .as("ahead"),
      select.fn
        .countAll<number>()
        .filterWhere("mailbox_key", "=", of.mailbox)
        .filterWhere("created_at", ">", of.since)
        .as("recent"),
    ])
    .where((is) => is.or([is("mailbox_key", "=", of.mailbox), is("phone_digits", "=", of.digits)])),
);

export async function hasOtherMeeting(db: Db, { id, leadId }: Booking): Promise<boolean> {
  const other = await db
    .selectFrom("bookings")
    .select("id")
    .where("lead_id", "=", leadId)
    .where("id", "<>", id)
    .where("status", "in", UPCOMING_STATUSES)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
