import type { NewBooking } from "#bookings/booking.ts";
import { findConsentRecord } from "#bookings/consent.ts";
import { findTime, offeredTimes } from "#bookings/slots.ts";
import type { MailsTables } from "#mail/server/store.ts";
import { timeOf, wallClock } from "#platform/dates.ts";
import { emailKey } from "#platform/email.ts";
import { AppError } from "#platform/errors.ts";
import { VISITOR } from "#platform/history.ts";
import { phoneDigits } from "#platform/phone.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { type HistoryTables, writeHistory } from "#platform/server/history.ts";
import { claimIdempotencyKey, type IdempotencyTables, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { newId } from "#platform/server/ids.ts";
import { countFormPost, type RateLimitsTables } from "#platform/server/rate-limits.ts";
import { bookingRules, timeZone } from "#site";
import type { WebhooksTables } from "#webhooks/server/store.ts";
import { holdRules } from "./availability-store.ts";
import { queueMailOfBooking } from "./owed-mail.ts";
import { announceBooking } from "./owed-webhooks.ts";
import { hasRoomOn } from "./room.ts";
import { countMeetingsAhead, insertBooking, newBookingRow } from "./store.ts";
import type { BookingsTables } from "./table.ts";

type Tables = BookingsTables & RateLimitsTables & IdempotencyTables & MailsTables & HistoryTables & WebhooksTables;

export type Visitor = {
  /** Key under which limits count the visitor; undefined where limits are off. */
  limitKey: string | undefined;
  address: string;
  userAgent: string | undefined;
};

type Request = {
  booking: NewBooking;
  visitor: Visitor;
  idempotency: IdempotentRequest | undefined;
  now: Date;
};

/**
 * Books a meeting and returns the booking's id. All or nothing, in one transaction; the unique index on slots is the
 * final judge. Throws slot_not_offered, slot_taken, too_many_open_bookings, rate_limited, idempotency_mismatch.
 */
export async function bookMeeting(database: Database<Tables>, request: Request): Promise<string> {
  const { booking, visitor, now } = request;
  const consent = readConsent(booking, visitor);
  const id = newId();
  const post = visitor.limitKey && { form: "booking", address: visitor.limitKey, now };
  try {
    return await database.transaction(async (trx) => {
      if (post) await countFormPost(trx, post);
      const first =
        request.idempotency && (await claimIdempotencyKey(trx, { request: request.idempotency, resultId: id, now }));
      if (first) return first;
      const rules = await holdRules(trx);
      const time = findTime(offeredTimes(rules, booking.meetingDate, now), booking.meetingTime);
      if (time === undefined) throw slotNotOffered();
      if (visitor.limitKey) await requireFewMeetingsAhead(trx, request);
      const row = newBookingRow({ id, booking, time, minutes: rules.slotMinutes, consent, now });
      if (!((await hasRoomOn(trx, rules, row)) && (await insertBooking(trx, rules.capacityPerSlot, row))))
        throw slotTaken();
      await writeHistory(trx, { subject: { kind: "booking", id }, actor: VISITOR, action: "created", now });
      await queueMailOfBooking(trx, row, rules, now);
      await announceBooking(trx, id, now);
      return id;
    });
  } catch (error) {
    // What was undone with the rest counts all the same: trying slot after slot is what the limit is for.
    if (post && error instanceof AppError && error.status === 409)
      await database.transaction((trx) => countFormPost(trx, post));
    throw error;
  }
}

async function requireFewMeetingsAhead(
  trx: Parameters<typeof insertBooking>[0],
  { booking, now }: Request,
): Promise<void> {
  await lockNames(trx, [`email ${emailKey(booking.email)}`, `phone ${phoneDigits(booking.phone)}`]);
  const { day, minutes } = wallClock(now, timeZone);
  const held = await countMeetingsAhead(trx, booking, { day, time: timeOf(minutes) });
  if (held < bookingRules.openBookingsPerPerson) return;
  throw new AppError(
    "too_many_open_bookings",
    `You already have ${held} meetings with us. Please call us to change one of them.`,
  );
}

function readConsent(booking: NewBooking, visitor: Visitor) {
  if (!booking.consent) return undefined;
  const { version } = booking.consent;
  const text = findConsentRecord(version);
  if (text === undefined)
    throw new AppError("invalid_input", "Please reload the page and agree to the present text.", {
      fields: { "consent.version": "Unknown consent text" },
    });
  return { version, text, address: visitor.address, userAgent: visitor.userAgent };
}

function slotTaken(): AppError {
  return new AppError("slot_taken", "That time was just taken. Please choose another time.", {
    fields: { meetingTime: "That time was just taken." },
  });
}

function slotNotOffered(): AppError {
  return new AppError("slot_not_offered", "That time is not available. Please choose another time.", {
    fields: { meetingTime: "That time is not available." },
  });
}
