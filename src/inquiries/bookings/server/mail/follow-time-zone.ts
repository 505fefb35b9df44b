import { currentFacts } from "#company/facts/facts.ts";
import { enqueueMail, withdrawMails } from "#delivery/mail/server/store.ts";
import { isOn } from "#inquiries/bookings/booking.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { listTakingPlace, raiseInviteSequences } from "../meetings/store.ts";
import { enqueueReminders, startOf } from "./enqueue-mail.ts";
import { announceMoves } from "./enqueue-webhooks.ts";
import { noticeOfNewZone } from "./notice-to-visitor.ts";

type Change = { before: string; after: string; now: Date };

const CHUNK_MEETINGS = 250;
/** By then every process counts in the new time zone, and writes the mail in it. */
const ADOPTED_AFTER_MS = 15_000;

/**
 * Meetings keep their day and time, which mean other moments in another time zone: who has one ahead gets its invite anew, and the
 * reminder at its new time. In chunks instead of one by one, because other writes wait.
 */
export async function followTimeZone(trx: Db, { before, after, now }: Change): Promise<void> {
  // A meeting of today here may be tomorrow's there.
  const from = addDays(wallClock(now, before).day, -1);
  const rules = { ...siteBookingRules(currentFacts()), timeZone: after };
  const touched = (await listTakingPlace(trx, { from })).filter((meeting) => {
    const agreed = startOf(meeting, { timeZone: before });
    return isOn(meeting) && agreed > now && agreed.getTime() !== startOf(meeting, rules).getTime();
  });
  const dueAt = new Date(now.getTime() + ADOPTED_AFTER_MS);
  // All at once, because in order of their names two transactions cannot deadlock.
  await lockNames(
    trx,
    touched.map(({ id }) => `booking ${id}`),
  );
  for (const some of chunksOf(touched, CHUNK_MEETINGS)) {
    const ids = some.map(({ id }) => id);
    const moved = await raiseInviteSequences(trx, ids, now);
    await withdrawMails(trx, ids, ["booking-rescheduled", "booking-reminder"], now);
    const notices = moved.flatMap((meeting) => (meeting.email ? [noticeOfNewZone(meeting, dueAt)] : []));
    await enqueueMail(trx, notices, now);
    const reminded = moved.filter(({ remindersStoppedAt }) => !remindersStoppedAt);
    await enqueueReminders(trx, reminded, rules, now);
    await announceMoves(trx, moved, { timeZone: after, now });
  }
}
