import { sql } from "kysely";
import { ACTIVE_STATUSES, type ActiveStatus, type Booking, UPCOMING_STATUSES } from "#inquiries/bookings/booking.ts";
import { raiseVersions } from "#people/leads/server/inquiries/store.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type BookingRow, toBooking } from "../table.ts";

const CHUNK_MEETINGS = 500;

export async function listAgenda(db: Db, fromDay: string, limit: number): Promise<Booking[]> {
  const rows = await db
    .selectFrom("bookings")
    .selectAll()
    .where("meeting_date", ">=", fromDay)
    // With the bare column instead of an expression, the planner reads every scheduled booking ever made.
    .where(sql`status || ''`, "in", UPCOMING_STATUSES)
    .orderBy("meeting_date")
    .orderBy("meeting_time")
    .orderBy("seat")
    .limit(limit)
    .execute();
  return rows.map((row) => toBooking(row));
}

/** Ids of the leads that a meeting is ahead of. */
export async function listMeetingLeads(db: Db, fromDay: string): Promise<string[]> {
  const rows = await db
    .selectFrom("bookings")
    .select("lead_id")
    .where("meeting_date", ">=", fromDay)
    .where(sql`status || ''`, "in", UPCOMING_STATUSES)
    .execute();
  return rows.map(({ lead_id }) => lead_id);
}

export type ActiveBooking = Booking & { status: ActiveStatus };

type Days = { from: string; to?: string; limit?: number };

export async function listActiveBookings(db: Db, days: Days): Promise<ActiveBooking[]> {
  const rows = await activeBookings(db, days).selectAll().execute();
  return rows.map((row) => toBooking(row) as ActiveBooking);
}

/** Calendars ignore an invite unless its sequence is higher. Returns the new state of those that are still upcoming. */
export async function raiseInviteSequences(trx: Db, ids: readonly string[], now: Date): Promise<Booking[]> {
  const raised = await raiseVersions(trx, ids, { among: UPCOMING_STATUSES, now });
  if (raised.length === 0) return [];
  await trx
    .updateTable("meetings")
    .set((is) => ({ invite_sequence: is("invite_sequence", "+", 1) }))
    .where("id", "in", raised)
    .execute();
  const rows = await trx.selectFrom("bookings").selectAll().where("id", "in", raised).execute();
  return rows.map((row) => toBooking(row));
}

export async function holdMeetings(trx: Db, meetings: readonly Pick<Booking, "id">[], hostId: string): Promise<void> {
  for (const some of chunksOf(meetings, CHUNK_MEETINGS))
    await trx
      .updateTable("meetings")
      .set({ host_id: hostId })
      .where(
        "id",
        "in",
        some.map(({ id }) => id),
      )
      .execute();
}

/** The result of listActiveBookings has changed only if these versions have. */
export async function listVersionsOf(db: Db, days: Days): Promise<Pick<Booking, "id" | "version">[]> {
  return activeBookings(db, days).select(["id", "version"]).execute();
}

function activeBookings(db: Db, { from, to, limit }: Days) {
  let query = db
    .selectFrom("bookings")
    .where("meeting_date", ">=", from)
    // As in listAgenda().
    .where(sql`status || ''`, "in", ACTIVE_STATUSES)
    .orderBy("meeting_date")
    .orderBy("meeting_time")
    .orderBy("seat")
    .orderBy("id");
  if (to !== undefined) query = query.where("meeting_date", "<=", to);
  return limit === undefined ? query : query.limit(limit);
}

export type BookedMeeting = Pick<
  Booking,
  "id" | "firstName" | "lastName" | "status" | "meetingDate" | "meetingTime" | "meetingMinutes" | "meetingType"
>;

const MEETING_COLUMNS = [
  "id",
  "first_name",
  "last_name",
  "status",
  "meeting_date",
  "meeting_time",
  "meeting_minutes",
  "meeting_type",
] as const satisfies (keyof BookingRow)[];

export async function listMeetings(db: Db, fromDay: string): Promise<BookedMeeting[]> {
  const rows = await db
    .selectFrom("bookings")
    .select(MEETING_COLUMNS)
    .where("meeting_date", ">=", fromDay)
    .where("seat", "is not", null)
    .orderBy("meeting_date")
    .orderBy("meeting_time")
    .orderBy("seat")
    .execute();
  return rows.map((row) => toBooking(row));
}

/** Of the meetings of these days. */
export async function countNoShows(db: Db, { from, to }: { from: string; to: string }): Promise<number> {
  const { count } = await db
    .selectFrom("bookings")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("no_show_at", "is not", null)
    .where("meeting_date", ">=", from)
    .where("meeting_date", "<=", to)
    .executeTakeFirstOrThrow();
  return Number(count);
}
