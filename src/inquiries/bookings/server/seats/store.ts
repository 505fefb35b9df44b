import { sql } from "kysely";
import type { Booking, MeetingTime } from "#inquiries/bookings/booking.ts";
import { MEETING_TYPES } from "#inquiries/bookings/meeting-types.ts";
import { type BookingRules, isUniform, type MeetingSpan } from "#inquiries/bookings/slots.ts";
import { minutesOf } from "#platform/dates.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { toBooking } from "../table.ts";

const CHUNK_MEETINGS = 100;

/** Keys are "date time". The index answers for each meeting, because its day may have many others. */
export async function listSeats(db: Db, meetings: readonly MeetingTime[]): Promise<Map<string, Set<number>>> {
  const seats = new Map<string, Set<number>>();
  const wanted = [...new Map(meetings.map((meeting) => [seatsKey(meeting), meeting])).values()];
  for (const some of chunksOf(wanted, CHUNK_MEETINGS)) {
    const times = sql.join(some.map(({ meetingDate, meetingTime }) => sql`(${meetingDate}, ${meetingTime})`));
    const rows = await db
      .selectFrom("meetings")
      .select(["meeting_date", "meeting_time", "seat"])
      .where(sql<boolean>`(meeting_date, meeting_time) in (values ${times})`)
      .where("seat", "is not", null)
      .execute();
    for (const { meeting_date, meeting_time, seat } of rows) {
      const key = seatsKey({ meetingDate: meeting_date, meetingTime: meeting_time });
      seats.set(key, (seats.get(key) ?? new Set()).add(seat ?? 0));
    }
  }
  return seats;
}

export function seatsKey({ meetingDate, meetingTime }: MeetingTime): string {
  return `${meetingDate} ${meetingTime}`;
}

export async function findFreeSeat(db: Db, slot: MeetingTime, capacity: number): Promise<number | undefined> {
  const taken = await db
    .selectFrom("meetings")
    .select("seat")
    .where("meeting_date", "=", slot.meetingDate)
    .where("meeting_time", "=", slot.meetingTime)
    .where("seat", "is not", null)
    .execute();
  return Array.from({ length: capacity }, (_, seat) => seat).find((seat) => taken.every((row) => row.seat !== seat));
}

/** Includes cancelled bookings, because they may be restored. */
export async function slotsInUse(
  db: Db,
  from: string,
): Promise<Pick<Booking, "meetingDate" | "meetingTime" | "meetingMinutes" | "seat">[]> {
  const rows = await db
    .selectFrom("meetings")
    .select(["meeting_date", "meeting_time", "meeting_minutes", "seat"])
    .distinct()
    .where("meeting_date", ">=", from)
    .execute();
  return rows.map((row) => toBooking(row));
}

type TakenSeat = Pick<Booking, "id" | "meetingTime" | "meetingMinutes" | "meetingType">;

export async function listTakenOn(db: Db, day: string): Promise<TakenSeat[]> {
  const rows = await db
    .selectFrom("bookings")
    .select(["id", "meeting_time", "meeting_minutes", "meeting_type"])
    .where("meeting_date", "=", day)
    .where("seat", "is not", null)
    .execute();
  return rows.map((row) => toBooking(row));
}

export async function listTakenBetween(
  db: Db,
  rules: BookingRules,
  { from, to }: { from: string; to: string },
): Promise<(day: string) => readonly MeetingSpan[]> {
  const days = new Map<string, MeetingSpan[]>();
  const add = (day: string, span: MeetingSpan) => {
    const taken = days.get(day);
    if (taken) taken.push(span);
    else days.set(day, [span]);
  };
  if (isUniform(rules, from))
    // The index alone answers this.
    for (const { meeting_date, meeting_time } of await db
      .selectFrom("meetings")
      .select(["meeting_date", "meeting_time"])
      .where("meeting_date", ">=", from)
      .where("meeting_date", "<=", to)
      .where("seat", "is not", null)
      .execute())
      add(meeting_date, { start: minutesOf(meeting_time), minutes: rules.slotMinutes, hasBuffer: false });
  else
    for (const row of await db
      .selectFrom("bookings")
      .select(["meeting_date", "meeting_time", "meeting_minutes", "meeting_type"])
      .where("meeting_date", ">=", from)
      .where("meeting_date", "<=", to)
      .where("seat", "is not", null)
      .execute())
      add(row.meeting_date, toSpan(toBooking(row)));
  return (day) => days.get(day) ?? [];
}

export function toSpan({ meetingTime, meetingMinutes, meetingType }: Omit<TakenSeat, "id">): MeetingSpan {
  const { hasBuffer } = MEETING_TYPES[meetingType];
  return { start: minutesOf(meetingTime), minutes: meetingMinutes, hasBuffer };
}
