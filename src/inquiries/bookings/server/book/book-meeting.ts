import { currentFacts } from "#company/facts/facts.ts";
import { findShownWords } from "#company/facts/server/store.ts";
import { shownNow } from "#company/shell/agreements.ts";
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { mailboxLock } from "#delivery/mail/server/mailbox-throttle.ts";
import type { NewBooking } from "#inquiries/bookings/booking.ts";
import { BookingError } from "#inquiries/bookings/errors.ts";
import type { WithPrivacySignal } from "#people/leads/server/privacy-signal.ts";
import { agreedEntries, unknownEntries } from "#people/permissions/server/agreements.ts";
import type { NewEntry } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { timeOf, wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { phoneDigits } from "#platform/phone.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { claimIdempotencyKey, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { newId } from "#platform/server/ids.ts";
import { consumeRateLimit, type RateLimit, rateLimitFormPost } from "#platform/server/rate-limits.ts";
import { shareLockRules } from "../availability/store.ts";
import { inquiryOf } from "../inquiry-of.ts";
import { findLatestVisitorMail } from "../mail/notice-to-visitor.ts";
import { makeBooking } from "../make-booking.ts";
import { countBookingsOfPerson } from "../store.ts";
import { offeredTime, placeMeeting } from "./place-meeting.ts";

export type Visitor = {
  /** The key of rate limits; undefined if they are off. */
  limitKey: string | undefined;
  address: string;
  userAgent: string | undefined;
};

type Request = {
  booking: NewBooking & WithPrivacySignal;
  visitor: Visitor;
  idempotency: IdempotentRequest | undefined;
  now: Date;
};

export type Booked = {
  id: string;
  /** Set if the limit of the mailbox delays the confirmation until then. */
  confirmationAt: Date | undefined;
};

/** Confirmations and cancellations of this many bookings per mailbox and 24 hours are not throttled. */
const MAX_BOOKINGS_CONFIRMED_AT_ONCE = 6;
const DAY_MS = 86_400_000;

/** Limits how often an address can learn that a person has too many meetings. */
const CAP_REFUSALS_PER_ADDRESS: RateLimit = { count: 5, windowSeconds: 3600 };

/** Throws slot_not_offered, slot_taken, too_many_open_bookings, rate_limited, idempotency_mismatch. */
export async function bookMeeting(database: Database, request: Request): Promise<Booked> {
  const { booking, visitor, idempotency, now } = request;
  const entries = await entriesOf(database, booking);
  const hashes = (await personKeys(database)).of(booking);
  const id = newId();
  const post = visitor.limitKey && { form: "booking", address: visitor.limitKey, now };
  const person = post && personOf(request);
  try {
    return await database.transaction(async (trx) => {
      const [, first, rules, , counts] = await together([
        post && rateLimitFormPost(trx, post),
        idempotency && claimIdempotencyKey(trx, { request: idempotency, resultId: id, now }),
        shareLockRules(trx),
        person && lockNames(trx, [mailboxLock(person.mailbox), `phone ${phoneDigits(person.phone)}`]),
        person && countBookingsOfPerson(trx, person),
      ]);
      if (first) return bookedBefore(trx, first, now);
      const time = offeredTime(rules, booking, now);
      const mailbox = person && counts && isThrottled(counts) ? person.mailbox : undefined;
      const made = makeBooking({ id, booking, time, minutes: rules.slotMinutes, now });
      const inquiry = { ...inquiryOf(booking), isLive: true, at: now };
      const permission = { ...agreementOf(request), hashes, entries };
      const placed = { booking: made, inquiry, rules, actor: VISITOR, isByStaff: false, permission, mailbox, now };
      const confirmationAt = await placeMeeting(trx, placed);
      return { id, confirmationAt: confirmationAt && confirmationAt > now ? confirmationAt : undefined };
    });
  } catch (error) {
    // The rollback also removed the rate limit's count. It is counted again, because the limit must stop probing slots.
    if (post && error instanceof AppError && error.status === 409)
      await database.transaction(async (trx) => {
        await rateLimitFormPost(trx, post);
        if (error instanceof BookingError && error.code === "too_many_open_bookings") await countCapRefusal(trx, post);
      });
    throw error;
  }
}

async function bookedBefore(trx: Db, id: string, now: Date): Promise<Booked> {
  const mail = await findLatestVisitorMail(trx, id, now);
  return { id, confirmationAt: mail?.isHeld ? new Date(mail.at) : undefined };
}

/** Whose meetings are counted, and since when. */
function personOf({ booking: { email, phone }, now }: Request) {
  const { day, minutes } = wallClock(now, currentFacts().timeZone);
  const from = { day, time: timeOf(minutes) };
  return { mailbox: mailboxKey(email), phone, from, since: new Date(now.getTime() - DAY_MS) };
}

/**
 * The first bookings of a day are not. Throws too_many_open_bookings, whose text is the same for mailbox and phone number:
 * strangers must not learn which of them it was.
 */
function isThrottled({ ahead, recent }: Awaited<ReturnType<typeof countBookingsOfPerson>>): boolean {
  if (ahead >= currentFacts().bookingRules.openBookingsPerPerson)
    throw new BookingError("too_many_open_bookings", "Please call us to arrange another meeting.");
  return recent >= MAX_BOOKINGS_CONFIRMED_AT_ONCE;
}

/** With a separate limit, others behind the address can still post. Throws rate_limited, which undoes both counts. */
async function countCapRefusal(trx: Db, { address, now }: { address: string; now: Date }): Promise<void> {
  await consumeRateLimit(trx, { key: `cap refusals ${address}`, limit: CAP_REFUSALS_PER_ADDRESS, now });
}

/** Records the words that the visitor's page showed, because the company may have changed them or its name since. */
async function entriesOf(database: Database, { consent }: NewBooking): Promise<NewEntry[]> {
  if (!consent) return unknownEntries(database, "booking");
  const { version, siteVersion, texts } = consent;
  const shown = siteVersion === undefined ? shownNow(currentFacts()) : await findShownWords(database, siteVersion);
  if (shown?.words.version !== version)
    throw new AppError("invalid_input", "Please reload the page and agree to the current text.", {
      fields: { "consent.version": "Unknown consent text" },
    });
  const agreed = await agreedEntries(database, "booking", { shown });
  return texts ? [...agreed, ...(await agreedEntries(database, "text", { shown }))] : agreed;
}

function agreementOf({ booking, visitor, now }: Request) {
  const { email, phone, consent } = booking;
  return {
    details: { email, phone, address: visitor.address },
    origin: consent ? ("form" as const) : ("api" as const),
    actor: VISITOR,
    userAgent: visitor.userAgent,
    at: now.toISOString(),
  };
}
