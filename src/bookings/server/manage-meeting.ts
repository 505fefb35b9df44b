// What the visitor may do to a meeting of theirs: the same changes as an admin's, as long as there is time.
import type { ManagedMeeting } from "#bookings/managed-meeting.ts";
import { type BookingRules, findTime, offeredTimes, slotLabel } from "#bookings/slots.ts";
import type { MailsTables } from "#mail/server/store.ts";
import { AppError } from "#platform/errors.ts";
import { VISITOR } from "#platform/history.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { HistoryTables } from "#platform/server/history.ts";
import { countAgainstLimit, type Limit, type RateLimitsTables } from "#platform/server/rate-limits.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { company } from "#site";
import type { WebhooksTables } from "#webhooks/server/store.ts";
import { holdRules } from "./availability-store.ts";
import { orSlotTaken, slotNotOffered, writeStatusChange } from "./change-booking.ts";
import { changeableUntil, isOn } from "./owed-mail.ts";
import { findShownBooking, toPublicBooking } from "./public-booking.ts";
import type { BookingsTable, BookingsTables } from "./table.ts";

type Tables = BookingsTables & HistoryTables & MailsTables & RateLimitsTables & WebhooksTables;

type Change = {
  id: string;
  /** The invite_sequence of the meeting as the visitor has seen it. */
  sequence: number;
  isLimited: boolean;
  rules: BookingRules;
  now: Date;
};

/** The meeting as it is after the request, and whether the request is what made it so. */
export type Managed = { booking: BookingsTable; hasChanged: boolean };

/** Each change writes to staff and visitor: nobody needs more of them, and a stranger with the link gets no more. */
export const CHANGES_PER_MEETING: Limit = { count: 10, windowSeconds: 600 };

/**
 * Moves the meeting to another slot; at the time it has already it stays, which makes a repeat harmless. Throws not_found,
 * changed_meanwhile, too_late, slot_not_offered, slot_taken, rate_limited; then nothing has changed.
 */
export async function moveMeeting(
  database: Database<Tables>,
  request: Change & { moveTo: { date: string; label: string } },
): Promise<Managed> {
  const { moveTo, now } = request;
  return orSlotTaken(() =>
    database.transaction(async (trx) => {
      const booking = await requireBooking(trx, request);
      if (isOn(booking) && booking.meeting_date === moveTo.date && slotLabel(booking.meeting_time) === moveTo.label)
        return { booking, hasChanged: false };
      requireChangeable(booking, request);
      const rules = await holdRules(trx);
      const time = findTime(offeredTimes(rules, moveTo.date, now), moveTo.label);
      if (time === undefined) throw slotNotOffered();
      await countChange(trx, request);
      const wanted = { date: moveTo.date, time };
      const change = { status: "Rescheduled", wanted, words: {}, actor: VISITOR, rules, now } as const;
      return { booking: await writeStatusChange(trx, booking, change), hasChanged: true };
    }),
  );
}

/** Cancels the meeting; a cancelled one stays so. Throws not_found, changed_meanwhile, too_late, rate_limited. */
export async function cancelMeeting(
  database: Database<Tables>,
  request: Change & { reason: string | undefined },
): Promise<Managed> {
  const { reason, rules, now } = request;
  return database.transaction(async (trx) => {
    const booking = await requireBooking(trx, request);
    if (booking.status === "Cancelled") return { booking, hasChanged: false };
    requireChangeable(booking, request);
    await countChange(trx, request);
    const words = { cancel_reason: reason || null };
    const change = { status: "Cancelled", wanted: undefined, words, actor: VISITOR, rules, now } as const;
    return { booking: await writeStatusChange(trx, booking, change), hasChanged: true };
  });
}

/** What whoever holds the link sees. */
export function toManagedMeeting(row: BookingsTable, rules: BookingRules, now: Date): ManagedMeeting {
  const until = changeableUntil(row, rules);
  return {
    ...toPublicBooking(row),
    sequence: row.invite_sequence,
    isChangeable: isOn(row) && now < until,
    changeableUntil: until.toISOString(),
  };
}

type Trx = Parameters<typeof findShownBooking>[0];

async function requireBooking(trx: Trx, { id, now }: Change): Promise<BookingsTable> {
  await lockNames(trx, [`booking ${id}`]);
  const booking = await findShownBooking(trx, id, now);
  if (!booking) throw unknownLink();
  return booking;
}

/** One answer for a secret that is wrong, from another day's key, or of a booking that is gone or long past. */
export function unknownLink(): AppError {
  return new AppError("not_found", `This link opens no meeting. Please call us: ${company.phone}.`);
}

function requireChangeable(booking: BookingsTable, { sequence, rules, now }: Change): void {
  const meeting = toManagedMeeting(booking, rules, now);
  if (sequence !== meeting.sequence) throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { meeting } });
  if (meeting.isChangeable) return;
  const message =
    booking.status === "Cancelled"
      ? "This meeting is cancelled. Please book a new one."
      : `It is too late to change this meeting online. Please call us: ${company.phone}.`;
  throw new AppError("too_late", message, { body: { meeting } });
}

async function countChange(trx: Parameters<typeof countAgainstLimit>[0], { id, isLimited, now }: Change) {
  if (isLimited) await countAgainstLimit(trx, { key: `manage ${id}`, limit: CHANGES_PER_MEETING, now });
}
