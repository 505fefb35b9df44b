import type { Kysely } from "kysely";
import { type BookingRules, hasRoom, isEven } from "#bookings/slots.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { BookingsTable, BookingsTables } from "../table.ts";
import { heldOn, toSpan } from "./store.ts";

type Meeting = Pick<BookingsTable, "id" | "meeting_date" | "meeting_time" | "meeting_minutes" | "meeting_type">;

/**
 * Whether a meeting fits beside the others of its day. True stays true until the end of this transaction: where the unique
 * index on seats does not see everything, because of a buffer or of meetings of another length, whoever wants room on
 * the same day waits. `rules` must be held by the transaction.
 */
export async function hasRoomOn(trx: Kysely<BookingsTables>, rules: BookingRules, meeting: Meeting): Promise<boolean> {
  if (isEven(rules, meeting.meeting_date)) return true;
  await lockNames(trx, [`day ${meeting.meeting_date}`]);
  const others = (await heldOn(trx, meeting.meeting_date)).filter(({ id }) => id !== meeting.id);
  return hasRoom(rules, others.map(toSpan), toSpan(meeting));
}
