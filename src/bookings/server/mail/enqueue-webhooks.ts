// What endpoints learn of a booking. Called inside the transaction of the act itself.
import type { Kysely } from "kysely";
import { type Booking, slotLabel } from "#bookings/booking.ts";
import { formFactsOf } from "#bookings/facts.ts";
import { siteBookingRules } from "#bookings/slots.ts";
import { enqueueEvent, type WebhooksTables } from "#webhooks/server/store.ts";
import { findBooking } from "../store.ts";
import type { BookingsTables } from "../table.ts";
import { startOf } from "./enqueue-mail.ts";

type Trx = Kysely<BookingsTables & WebhooksTables>;

export async function announceBooking(trx: Trx, id: string, now: Date): Promise<void> {
  await enqueueEvent(trx, { type: "booking.created", recordId: id, data: () => readData(trx, id) }, now);
}

/** Of a change of status or time: what else changes is the staff's own, such as notes. */
export async function announceBookingChange(trx: Trx, before: Booking, after: Booking, now: Date) {
  const isNews =
    before.status !== after.status ||
    before.meetingDate !== after.meetingDate ||
    before.meetingTime !== after.meetingTime;
  if (!isNews) return;
  await enqueueEvent(trx, { type: "booking.changed", recordId: after.id, data: async () => dataOf(after) }, now);
}

async function readData(trx: Trx, id: string): Promise<object> {
  const booking = await findBooking(trx, id);
  return booking ? dataOf(booking) : { id };
}

/** What staff need to act on it. Not their notes, nor the visitor's own words, nor what shows how and where from the visitor came. */
function dataOf(booking: Booking): object {
  const { id, version, status, meetingDate, meetingTime, createdAt } = booking;
  const { additionalInfo, ...facts } = formFactsOf(booking);
  return {
    id,
    version,
    status,
    ...facts,
    meetingDate,
    meetingTime: slotLabel(meetingTime),
    timeZone: siteBookingRules.timeZone,
    startsAt: startOf(booking, siteBookingRules).toISOString(),
    createdAt,
  };
}
