import { isDeepStrictEqual } from "node:util";
import type { Facts } from "#company/facts/schema.ts";
import { shownAddress } from "#company/shell/shown.ts";
import { enqueueMail, withdrawMails } from "#delivery/mail/server/store.ts";
import { isUpcoming } from "#inquiries/bookings/booking.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { followUntold } from "../follow-whereabouts.ts";
import { listActiveBookings, raiseInviteSequences } from "../meetings/store.ts";
import { listTold } from "../whereabouts/find-told.ts";
import { enqueueReminders, startOf } from "./enqueue-mail.ts";
import { enqueueBookingsMoved } from "./enqueue-webhooks.ts";
import { noticeOfNewZone } from "./notice-to-visitor.ts";

type Published = { before: Facts; after: Facts; actor: string; now: Date };

const CHUNK_MEETINGS = 250;
/** By then every process has loaded the new time zone, in which it writes the mail. */
const ADOPTED_AFTER_MS = 15_000;

/** Meetings ahead follow what is published. */
export async function followFacts(trx: Db, published: Published): Promise<void> {
  const { before, after, now } = published;
  if (before.timeZone !== after.timeZone) await followTimeZone(trx, published);
  await followPlaces(trx, published);
  if (!before.secondReminder && after.secondReminder) {
    const ahead = await listActiveBookings(trx, { from: wallClock(now, after.timeZone).day });
    const reminded = ahead.filter(({ remindersStoppedAt }) => !remindersStoppedAt);
    await enqueueReminders(trx, reminded, siteBookingRules(after), now);
  }
}

/** What a visitor was told may not hold any more, and staff have to say so. */
async function followPlaces(trx: Db, { before, after, actor, now }: Published): Promise<void> {
  const isSame = shownAddress(before)?.line === shownAddress(after)?.line;
  if (isSame && isDeepStrictEqual(before.meetings, after.meetings)) return;
  const ahead = await listActiveBookings(trx, { from: wallClock(now, after.timeZone).day });
  const told = await listTold(trx, ahead, before);
  await followUntold(trx, ahead, { told, facts: after, actor, now });
}

/**
 * Meetings keep their day and time, which mean other moments in another time zone. Visitors get a new invite, and the
 * reminder at its new time. Chunks shorten the transaction, for which other writes wait.
 */
async function followTimeZone(trx: Db, { before: { timeZone: before }, after: facts, now }: Published): Promise<void> {
  // The present day of the old time zone may already be the next one in the new time zone.
  const from = addDays(wallClock(now, before).day, -1);
  const rules = siteBookingRules(facts);
  const affected = (await listActiveBookings(trx, { from })).filter((meeting) => {
    const agreed = startOf(meeting, { timeZone: before });
    return isUpcoming(meeting) && agreed > now && agreed.getTime() !== startOf(meeting, rules).getTime();
  });
  const dueAt = new Date(now.getTime() + ADOPTED_AFTER_MS);
  // Two transactions that each lock all names at once, in the same order, cannot deadlock.
  await lockNames(
    trx,
    affected.map(({ id }) => `booking ${id}`),
  );
  for (const some of chunksOf(affected, CHUNK_MEETINGS)) {
    const ids = some.map(({ id }) => id);
    const moved = await raiseInviteSequences(trx, ids, now);
    await withdrawMails(trx, ids, ["booking-rescheduled", "booking-reminder"], now);
    const notices = moved.flatMap((meeting) => (meeting.email ? [noticeOfNewZone(meeting, dueAt)] : []));
    await enqueueMail(trx, notices, now);
    const reminded = moved.filter(({ remindersStoppedAt }) => !remindersStoppedAt);
    await enqueueReminders(trx, reminded, rules, now);
    await enqueueBookingsMoved(trx, moved, { timeZone: rules.timeZone, now });
  }
}
