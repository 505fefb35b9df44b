// All functions run inside the transaction of the operation that causes the event.
import { currentFacts } from "#company/facts/facts.ts";
import { enqueueEvent, enqueueEvents } from "#delivery/webhooks/server/store.ts";
import type { Booking } from "#inquiries/bookings/booking.ts";
import { formFactsOf } from "#inquiries/bookings/facts.ts";
import { formatTime } from "#platform/dates.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { startOf } from "./enqueue-mail.ts";

export const BOOKING_CREATED = { type: "booking.created", dataOf: (booking: Booking) => dataOf(booking) } as const;

/** Only changes of status or time cause an event; other fields, such as notes, are internal. */
export async function enqueueBookingChanged(trx: Db, before: Booking, after: Booking, now: Date) {
  const hasChanged =
    before.status !== after.status ||
    before.meetingDate !== after.meetingDate ||
    before.meetingTime !== after.meetingTime;
  if (!hasChanged) return;
  await enqueueEvent(trx, { type: "booking.changed", recordId: after.id, data: async () => dataOf(after) }, now);
}

export async function enqueueBookingsMoved(
  trx: Db,
  meetings: readonly Booking[],
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  await enqueueEvents(
    trx,
    meetings.map((meeting) => ({
      type: "booking.changed",
      recordId: meeting.id,
      data: async () => dataOf(meeting, timeZone),
    })),
    now,
  );
}

/** Omits the notes, the visitor's free text and the attribution. */
function dataOf(booking: Booking, zone = currentFacts().timeZone): object {
  const { id, version, status, meetingDate, meetingTime, createdAt } = booking;
  const { additionalInfo, ...facts } = formFactsOf(booking);
  return {
    id,
    version,
    status,
    ...facts,
    meetingDate,
    meetingTime: formatTime(meetingTime),
    timeZone: zone,
    startsAt: startOf(booking, { timeZone: zone }).toISOString(),
    createdAt,
  };
}
