import { sql } from "kysely";
import { ACTIVE_STATUSES, type ActiveStatus, type Booking, UPCOMING_STATUSES } from "#inquiries/bookings/booking.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type BookingRow, toBooking } from "../table.ts";

export async function listAgenda(db: Db, fromDay: string, limit: number): Promise<Booking[]> {
  const rows = await db
    .selectFrom("bookings")
    .selectAll()
    .where("meeting_date", ">=", fromDay)
    // An expression, as in the admin's list: with the bare column the planner reads every scheduled booking ever made.
    .where(sql`status || ''`, "in", UPCOMING_STATUSES)
    .orderBy("meeting_date")
    .orderBy("meeting_time")
    .orderBy("seat")
    .limit(limit)
    .execute();
  return rows.map((row) => toBooking(row));
}

export type TakingPlace = Booking & { status: ActiveStatus };

type Days = { from: string; to?: string; limit?: number };

export async function listTakingPlace(db: Db, days: Days): Promise<TakingPlace[]> {
  const rows = await takingPlace(db, days).selectAll().execute();
  return rows.map((row) => toBooking(row) as TakingPlace);
}

/** So that calendars take the next invite as news. Returns the meetings as they are then, without those that are off by now. */
export async function raiseInviteSequences(trx: Db, ids: readonly string[], now: Date): Promise<Booking[]> {
  const rows = await trx
    .updateTable("bookings")
    .set((is) => ({
      invite_sequence: is("invite_sequence", "+", 1),
      version: is("version", "+", 1),
      updated_at: now.toISOString(),
    }))
    .where("id", "in", ids)
    .where("status", "in", UPCOMING_STATUSES)
    .returningAll()
    .execute();
  return rows.map((row) => toBooking(row));
}

/** A cheap check whether listTakingPlace would give the same again. */
export async function listVersionsOf(db: Db, days: Days): Promise<Pick<Booking, "id" | "version">[]> {
  return takingPlace(db, days).select(["id", "version"]).execute();
}

function takingPlace(db: Db, { from, to, limit }: Days) {
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

/** Bookings of these leads that wait for the first contact, by id. */
export async function listWaitingBookings(db: Db, leadIds: readonly string[]): Promise<string[]> {
  if (leadIds.length === 0) return [];
  const rows = await db
    .selectFrom("bookings")
    .select("id")
    .where("lead_id", "in", leadIds)
    .where("waiting_since", "is not", null)
    .where("first_contact_at", "is", null)
    .where("status", "in", UPCOMING_STATUSES)
    .execute();
  return rows.map(({ id }) => id);
}
