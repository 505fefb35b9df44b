// Meetings in the order in which they take place: the SQL for the bookings table that agendas and calendars ask.
import { type Kysely, sql } from "kysely";
import { ACTIVE_STATUSES, type ActiveStatus, type Booking, UPCOMING_STATUSES } from "#bookings/booking.ts";
import { type BookingRow, type BookingsTables, toBooking } from "../table.ts";

type Db = Kysely<BookingsTables>;

/** Meetings that are still to be held, from a day on. */
export async function listAgenda(db: Db, fromDay: string, limit: number): Promise<Booking[]> {
  const rows = await db
    .selectFrom("bookings")
    .selectAll()
    .where("meeting_date", ">=", fromDay)
    // As in the admin's list: the bare column would lead the planner to read every scheduled booking there ever was.
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

/** Meetings that take place or did, from one day to another or on and on. */
export async function listTakingPlace(db: Db, days: Days): Promise<TakingPlace[]> {
  const rows = await takingPlace(db, days).selectAll().execute();
  return rows.map((row) => toBooking(row) as TakingPlace);
}

/** What listTakingPlace would give, by id and version only: whether it is what it was. */
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

/** Everything that holds a seat from a day on. */
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
