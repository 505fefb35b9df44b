// Imports bookings that this or another site exported. Visitors get only reminders of upcoming meetings; no webhooks are sent.

import { ACTIVE_STATUSES, type Booking, isUpcoming } from "#inquiries/bookings/booking.ts";
import { FILE_HEADINGS, REQUIRED_HEADINGS } from "#inquiries/bookings/columns.ts";
import { slotTaken } from "#inquiries/bookings/errors.ts";
import type { BookingRules } from "#inquiries/bookings/slots.ts";
import { insertImportedNotes } from "#inquiries/kinds/server/imported.ts";
import {
  type InquiryImportRequest,
  importedBy,
  importInquiries,
  waitOf,
} from "#inquiries/kinds/server/inquiry-import.ts";
import { takeIn } from "#inquiries/kinds/server/take-in.ts";
import { chooseLeads, type LeadInquiry } from "#people/leads/server/join-lead.ts";
import type { ImportReport } from "#platform/csv-import.ts";
import { timeOf, wallClock } from "#platform/dates.ts";
import type { AppError } from "#platform/errors.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { ParsedLine } from "#platform/server/csv/csv-import.ts";
import type { Database } from "#platform/server/database/database.ts";
import { isUniqueViolation } from "#platform/server/database/driver-errors.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import { newId } from "#platform/server/ids.ts";
import { BOOKINGS } from "../admin/booking-kind.ts";
import { includeMixed } from "../availability/change-availability.ts";
import { lockAvailability, readRules } from "../availability/store.ts";
import { inquiryOf, stageOf } from "../inquiry-of.ts";
import { reminderMails, startOf } from "../mail/enqueue-mail.ts";
import { listSeats, seatsKey } from "../seats/store.ts";
import { findKnownBookings, insertBookings, meetingKeyOf } from "../store.ts";
import { agreementsOfImported } from "./imported-permissions.ts";
import { type ImportedBooking, readBooking } from "./read-booking-line.ts";

const LOOKUP_CHUNK_ROWS = 100;

/** Throws invalid_input with the report, slot_taken. */
export async function importBookings(database: Database, request: InquiryImportRequest): Promise<ImportReport> {
  const { now } = request;
  const rules = await readRules(database.read);
  return importInquiries(database, request, {
    shape: {
      columns: FILE_HEADINGS,
      required: REQUIRED_HEADINGS,
      read: (cell, refuse) => readBooking(cell, refuse, { rules, now }),
    },
    plan: (drafts) => planImport(database.read, drafts, { rules, now }),
    insert: (chunk) => importChunk(database, chunk, { ...request, rules }),
  });
}

/** Skips bookings that were made since the plan. Returns the number of new ones. */
async function importChunk(
  database: Database,
  chunk: readonly ParsedLine<ImportedBooking>[],
  request: InquiryImportRequest & Now,
): Promise<number> {
  const { actor, rules, now } = request;
  const agreementsOf = await agreementsOfImported(
    database,
    chunk.map(({ draft }) => draft),
    { actor, now },
  );
  try {
    return await database.transaction(async (trx) => {
      await lockNames(trx, ["booking import"]);
      // Imported bookings may not fit the slots. Until that is recorded, the index on seats is not a sufficient check.
      const availability = await lockAvailability(trx);
      const known = await findKnownBookings(
        trx,
        chunk.map(({ draft }) => draft),
      );
      const fresh = chunk.filter(({ draft }) =>
        draft.id === undefined ? !known.meetings.has(meetingKeyOf(draft)) : !known.ids.has(draft.id),
      );
      const seats = await listSeats(
        trx,
        fresh.map(({ draft }) => draft),
      );
      const toBooking = (draft: ImportedBooking, leadId: string): Booking => {
        const seat = takeSeat(seats, draft, { rules, now });
        if (seat === "none") throw stoppedAtTakenSlot();
        return { ...draft, id: draft.id ?? newId(), leadId, seat, waitingSince: waitOf(request, isUpcoming(draft)) };
      };
      const { audit, mail } = importedBy(request);
      const leads = await chooseLeads(
        trx,
        fresh.map(({ draft }) => importedInquiry(draft, request)),
      );
      const bookings = fresh.map(({ draft }, index) => toBooking(draft, leads.joined[index]?.leadId ?? ""));
      await takeIn<Booking>(
        trx,
        {
          leads,
          records: bookings,
          insert: insertBookings,
          ledger: fresh.flatMap(({ draft }, index) => agreementsOf(draft, bookings[index]?.id ?? "")),
          audit: bookings.map((booking) => audit({ kind: BOOKINGS.kind, id: booking.id }, booking)),
          mail: [
            ...mail(bookings),
            ...bookings.filter(isUpcoming).flatMap((booking) => reminderMails(booking, rules, now)),
          ],
        },
        { actor, now },
      );
      await includeMixed(trx, availability, { written: bookings, now });
      await insertImportedNotes(trx, BOOKINGS, bookings, request);
      return bookings.length;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? stoppedAtTakenSlot() : error;
  }
}

/** Only a meeting that is upcoming, or new, opens a lead. */
function importedInquiry(draft: ImportedBooking, { rules, now, newLines }: InquiryImportRequest & Now): LeadInquiry {
  const start = startOf(draft, rules);
  const stage = stageOf({ ...draft, firstContact: undefined });
  return {
    ...inquiryOf(draft),
    stage,
    metAt: stage === "Met" ? start : undefined,
    isLive: isUpcoming(draft) && (newLines !== undefined || start > now),
    at: new Date(draft.createdAt),
  };
}

function stoppedAtTakenSlot(): AppError {
  return slotTaken("Someone has booked one of these times, so the import stopped there. Check the same file again.");
}

type Plan = Pick<ImportReport, "skipped" | "problems"> & { accepted: ParsedLine<ImportedBooking>[] };
type Now = { rules: BookingRules; now: Date };

async function planImport(db: Db, drafts: readonly ParsedLine<ImportedBooking>[], at: Now): Promise<Plan> {
  const plan: Plan = { accepted: [], skipped: [], problems: [] };
  const lines = new Map<string, number>();
  const seats: Seats = new Map();
  const yielder = new EventLoopYielder();
  for (const chunk of chunksOf(drafts, LOOKUP_CHUNK_ROWS)) {
    await yielder.next();
    const known = await findKnownBookings(
      db,
      chunk.map(({ draft }) => draft),
    );
    const unread = chunk.flatMap(({ draft }) => (seats.has(seatsKey(draft)) ? [] : draft));
    for (const draft of unread) seats.set(seatsKey(draft), new Set());
    for (const [meeting, taken] of await listSeats(db, unread)) seats.set(meeting, taken);
    for (const { line, draft } of chunk) {
      if (yielder.isOver) await yielder.next();
      const reason = skipReason(draft, { known, lines });
      if (reason) plan.skipped.push({ line, reason });
      else if (takeSeat(seats, draft, at) === "none")
        plan.problems.push({ line, column: "Meeting time", reason: "Another booking holds this time" });
      else plan.accepted.push({ line, draft });
      lines.set(draft.id ?? meetingKeyOf(draft), lines.get(draft.id ?? meetingKeyOf(draft)) ?? line);
    }
  }
  return plan;
}

function skipReason(
  draft: ImportedBooking,
  { known, lines }: { known: Awaited<ReturnType<typeof findKnownBookings>>; lines: ReadonlyMap<string, number> },
): string | undefined {
  if (draft.id !== undefined && known.ids.has(draft.id)) return "A booking with this Booking ID exists already";
  if (known.meetings.has(meetingKeyOf(draft))) return "This person has a booking at this time already";
  // A person can have a cancelled and another booking at the same time: their ids differ.
  const earlier = lines.get(draft.id ?? meetingKeyOf(draft));
  return earlier === undefined ? undefined : `The same booking as in line ${earlier}`;
}

type Seats = Map<string, Set<number>>;

/** Takes the lowest free seat; undefined for a cancelled meeting, "none" if the slot is full. */
function takeSeat(seats: Seats, draft: ImportedBooking, { rules, now }: Now): number | undefined | "none" {
  if (!ACTIVE_STATUSES.some((active) => active === draft.status)) return undefined;
  const meeting = seatsKey(draft);
  const taken = seats.get(meeting) ?? new Set<number>();
  let seat = 0;
  while (taken.has(seat)) seat++;
  // Past meetings do not count against the capacity.
  const { day, minutes } = wallClock(now, rules.timeZone);
  if (seat >= rules.capacityPerSlot && meeting > `${day} ${timeOf(minutes)}`) return "none";
  seats.set(meeting, taken.add(seat));
  return seat;
}
