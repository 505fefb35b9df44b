// What endpoints learn of a booking. Called inside the transaction of the act itself.
import type { Kysely } from "kysely";
import { siteBookingRules, slotLabel } from "#bookings/slots.ts";
import { queueEvent, type WebhooksTables } from "#webhooks/server/store.ts";
import { findBooking } from "../store.ts";
import type { BookingsTable, BookingsTables } from "../table.ts";
import { startOf } from "./owed-mail.ts";

type Trx = Kysely<BookingsTables & WebhooksTables>;

export async function announceBooking(trx: Trx, id: string, now: Date): Promise<void> {
  await queueEvent(trx, { type: "booking.created", recordId: id, data: () => readData(trx, id) }, now);
}

/** Of a change of status or time: what else changes is the staff's own, such as notes. */
export async function announceBookingChange(trx: Trx, before: BookingsTable, after: BookingsTable, now: Date) {
  const isNews =
    before.status !== after.status ||
    before.meeting_date !== after.meeting_date ||
    before.meeting_time !== after.meeting_time;
  if (!isNews) return;
  await queueEvent(trx, { type: "booking.changed", recordId: after.id, data: async () => dataOf(after) }, now);
}

async function readData(trx: Trx, id: string): Promise<object> {
  const booking = await findBooking(trx, id);
  return booking ? dataOf(booking) : { id };
}

/** What staff need to act on it. Not their notes, nor what shows how and where from the visitor came. */
function dataOf(row: BookingsTable): object {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    preferredContact: row.preferred_contact,
    propertyAddress: { street: row.street, city: row.city, state: row.state, zipCode: row.zip_code },
    propertyType: row.property_type,
    currentSituation: row.current_situation,
    timeframeToSell: row.timeframe_to_sell,
    meetingType: row.meeting_type,
    meetingDate: row.meeting_date,
    meetingTime: slotLabel(row.meeting_time),
    timeZone: siteBookingRules.timeZone,
    startsAt: startOf(row, siteBookingRules).toISOString(),
    createdAt: row.created_at,
  };
}
