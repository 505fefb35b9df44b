import { currentFacts } from "#company/facts/facts.ts";
import { bookingInputSchema, type NewBooking } from "#inquiries/bookings/booking.ts";
import { unknownEntries } from "#people/permissions/server/agreements.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { newId } from "#platform/server/ids.ts";
import { shareLockRules } from "../availability/store.ts";
import { inquiryOf } from "../inquiry-of.ts";
import { makeBooking } from "../make-booking.ts";
import { findBooking } from "../store.ts";
import { placeMeeting } from "./place-meeting.ts";

/** No calendar is open so far ahead, so neither a full nor a closed one is in the way, and no visitor waits for the seat. */
const YEARS_AHEAD = 20;

class RolledBack extends Error {}

/** Books a meeting with all that belongs to one, and rolls it back: nothing is stored or sent. Throws if that fails. */
export async function tryBooking(database: Database, now: Date): Promise<void> {
  const booking = sampleBooking(now);
  const entries = await unknownEntries(database, "booking");
  const hashes = (await personKeys(database)).of(booking);
  const { email, phone } = booking;
  const permission = {
    details: { email, phone, address: "127.0.0.1" },
    origin: "api" as const,
    actor: VISITOR,
    userAgent: undefined,
    at: now.toISOString(),
    hashes,
    entries,
  };
  const id = newId();
  const attempt = database.transaction(async (trx) => {
    const rules = await shareLockRules(trx);
    const made = makeBooking({ id, booking, time: booking.meetingTime, minutes: rules.slotMinutes, now });
    const inquiry = { ...inquiryOf(booking), isLive: true, at: now };
    await placeMeeting(trx, {
      booking: made,
      inquiry,
      rules,
      actor: VISITOR,
      isByStaff: false,
      permission,
      mailbox: undefined,
      now,
    });
    if (!(await findBooking(trx, id))) throw new Error("A booking that was just stored cannot be found");
    throw new RolledBack();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  if (await findBooking(database.read, id)) throw new Error("A booking that was rolled back is there");
}

function sampleBooking(now: Date): NewBooking {
  const { day } = wallClock(now, currentFacts().timeZone);
  const year = Number(day.slice(0, 4)) + YEARS_AHEAD;
  const input = bookingInputSchema.parse({
    firstName: "Update",
    lastName: "Trial",
    email: "trial@example.com",
    phone: "(217) 555-0142",
    preferredContact: "email",
    propertyAddress: { street: "1 Trial Street", city: "Springfield", state: "IL", zipCode: "62704" },
    propertyType: "single-family",
    currentSituation: "other",
    timeframeToSell: "exploring",
    meetingType: "phone",
  });
  return { ...input, meetingDate: `${year}-06-15`, meetingTime: "09:00" };
}
