import type { Booking } from "#inquiries/bookings/booking.ts";
import { type BookingRules, hasCapacity, isUniform } from "#inquiries/bookings/slots.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { listTakenOn, toSpan } from "./store.ts";

type Meeting = Pick<Booking, "id" | "meetingDate" | "meetingTime" | "meetingMinutes" | "meetingType">;

/** Valid until the transaction ends: the day is locked if the unique index on seats is not a sufficient check. */
export async function hasCapacityOn(trx: Db, rules: BookingRules, meeting: Meeting): Promise<boolean> {
  if (isUniform(rules, meeting.meetingDate)) return true;
  await lockNames(trx, [`day ${meeting.meetingDate}`]);
  const others = (await listTakenOn(trx, meeting.meetingDate)).filter(({ id }) => id !== meeting.id);
  return hasCapacity(rules, others.map(toSpan), toSpan(meeting));
}
