import type { Kysely } from "kysely";
import { isOn } from "#bookings/booking.ts";
import { siteBookingRules } from "#bookings/slots.ts";
import { type MailsTables, withdrawMail } from "#mail/server/store.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import { listTakingPlace } from "../meetings/store.ts";
import type { BookingsTables } from "../table.ts";
import { enqueueReminders } from "./enqueue-mail.ts";

/** Enqueues the reminders of all meetings ahead anew, for a time zone in which their day and time mean other moments. */
export async function moveReminders(
  trx: Kysely<BookingsTables & MailsTables>,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  // A meeting of today here may be tomorrow's there.
  const from = addDays(wallClock(now, timeZone).day, -1);
  const meetings = (await listTakingPlace(trx, { from })).filter((meeting) => isOn(meeting));
  for (const { id } of meetings) await withdrawMail(trx, id, ["booking-reminder"], now);
  const reminded = meetings.filter(({ remindersStoppedAt }) => !remindersStoppedAt);
  await enqueueReminders(trx, reminded, { ...siteBookingRules(), timeZone }, now);
}
