// A file of bookings made into bookings: what another site, or this one, exported. Nobody is mailed about it and no endpoint
// told; a meeting that is still ahead gets its reminder.
import { setImmediate } from "node:timers/promises";
import {
  ACTIVE_STATUSES,
  ALL_PROPERTY_TYPES,
  type BookingStatus,
  MEETING_TYPES,
  type NewBooking,
  newBookingSchema,
  PREFERRED_CONTACTS,
  SITUATIONS,
  STATUSES,
  TIMEFRAMES,
} from "#bookings/booking.ts";
import { findConsentVersion } from "#bookings/consent.ts";
import { BOOKING_COLUMNS, type BookingColumn, REQUIRED_BOOKING_COLUMNS } from "#bookings/csv.ts";
import { type BookingRules, slotLabel } from "#bookings/slots.ts";
import { US_STATES } from "#bookings/us-states.ts";
import type { MailsTables } from "#mail/server/store.ts";
import type { ImportReport } from "#platform/csv-import.ts";
import { parseDay, parseInstant, parseTime, timeOf, wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import {
  type Cells,
  type Drafted,
  type ImportRequest,
  type Refuse,
  readImport,
  requireNoProblems,
} from "#platform/server/csv-import.ts";
import type { Database } from "#platform/server/database/database.ts";
import { isUniqueViolation } from "#platform/server/database/driver-errors.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { type HistoryTables, writeHistoryLines } from "#platform/server/history.ts";
import { isId, newId } from "#platform/server/ids.ts";
import { inPieces } from "#platform/server/pieces.ts";
import { freeTextSchema, TEXT_LIMITS } from "#platform/text.ts";
import { sourceSchema } from "#platform/visit-source.ts";
import { lockAvailability, readRules } from "./availability-store.ts";
import { recountUneven } from "./change-availability.ts";
import { queueReminders } from "./owed-mail.ts";
import { findKnownBookings, insertBookingRows, listSeats, newBookingRow } from "./store.ts";
import type { BookingsTable, BookingsTables } from "./table.ts";

type Tables = BookingsTables & HistoryTables & MailsTables;
type Db = Parameters<typeof findKnownBookings>[0];

/** A line that is right in itself; its id is undefined where the file gives none. */
type Draft = Omit<BookingsTable, "id" | "seat"> & { id: string | undefined };

/** The version of a consent whose text is not among ours. */
const FOREIGN_CONSENT = "imported";
/** So many at a time: on SQLite visitors wait with their bookings for as long as these take. */
const MADE_TOGETHER = 100;
const LOOKED_UP_TOGETHER = 500;
const notesSchema = freeTextSchema(TEXT_LIMITS.notes);
const consentSchema = freeTextSchema(TEXT_LIMITS.freeText);

/**
 * Makes nothing unless every line is right. What then breaks off in the middle is made whole by the same file once more.
 * Throws invalid_input with the report, slot_taken.
 */
export async function importBookings(database: Database<Tables>, request: ImportRequest): Promise<ImportReport> {
  const { file, isCheck, now } = request;
  const rules = await readRules(database.read);
  const { drafts, ...read } = await readImport(file, {
    columns: BOOKING_COLUMNS,
    required: REQUIRED_BOOKING_COLUMNS,
    read: (cell, refuse) => readBooking(cell, refuse, { rules, now }),
  });
  const plan = await planImport(database.read, drafts, { rules, now });
  const problems = [...read.problems, ...plan.problems].sort((a, b) => a.line - b.line);
  const report: ImportReport = { ...read, made: plan.accepted.length, skipped: plan.skipped, problems };
  if (isCheck) return report;
  requireNoProblems(report);
  let made = 0;
  for (const piece of inPieces(plan.accepted, MADE_TOGETHER)) {
    made += await makeTogether(database, piece, { ...request, rules });
    await setImmediate();
  }
  return { ...report, made };
}

/** Returns how many it made: what came in since the plan is left out. */
async function makeTogether(
  database: Database<Tables>,
  piece: readonly Drafted<Draft>[],
  { actor, rules, now }: ImportRequest & Now,
): Promise<number> {
  const line = { actor, action: "imported" as const, now };
  try {
    return await database.transaction(async (trx) => {
      await lockNames(trx, ["booking import"]);
      // These need not fit the slots, and nobody may book by the seats alone while that is not known.
      const availability = await lockAvailability(trx);
      const known = await findKnownBookings(
        trx,
        piece.map(({ draft }) => draft),
      );
      const fresh = piece.filter(({ draft }) =>
        draft.id === undefined ? !known.meetings.has(meetingOf(draft)) : !known.ids.has(draft.id),
      );
      const seats = await listSeats(trx, daysOf(fresh));
      const rows = fresh.map(({ draft }): BookingsTable => {
        const seat = takeSeat(seats, draft, { rules, now });
        if (seat === "none") throw slotTaken();
        return { ...draft, id: draft.id ?? newId(), seat };
      });
      await insertBookingRows(trx, rows);
      await recountUneven(trx, availability, now);
      await writeHistoryLines(
        trx,
        rows.map(({ id }) => ({ ...line, subject: { kind: "booking", id } })),
      );
      await queueReminders(trx, rows, rules, now);
      return rows.length;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? slotTaken() : error;
  }
}

function slotTaken(): AppError {
  const message =
    "Somebody booked one of these times meanwhile, so the import stopped there. Check the same file again.";
  return new AppError("slot_taken", message);
}

function readBooking(
  cell: Cells<BookingColumn>,
  refuse: Refuse<BookingColumn>,
  { rules, now }: { rules: BookingRules; now: Date },
): Draft | undefined {
  const choose = <Value extends string>(column: BookingColumn, labels: Record<Value, string>) =>
    chosen(cell(column), labels, (reason) => refuse(column, reason));
  const id = cell("Booking ID");
  if (id !== "" && !isId(id)) refuse("Booking ID", "This is none of our Booking IDs: leave it empty");
  const day = parseDay(cell("Meeting date"));
  if (!day) refuse("Meeting date", "Please write the date like 2026-11-25");
  const time = parseTime(cell("Meeting time"));
  if (!time) refuse("Meeting time", "Please write the time like 9:30 AM");
  const createdAt = cell("Created at") === "" ? now : parseInstant(cell("Created at"), rules.timeZone);
  if (!createdAt) refuse("Created at", "Please write it like 2026-11-20T15:00:00Z or 2026-11-20");
  else if (createdAt > now) refuse("Created at", "This is still to come");
  const booking = {
    firstName: cell("First name"),
    lastName: cell("Last name"),
    email: cell("Email"),
    phone: cell("Phone"),
    preferredContact: choose("Preferred contact", PREFERRED_CONTACTS),
    propertyAddress: {
      street: cell("Street"),
      city: cell("City"),
      state: choose("State", US_STATES),
      zipCode: cell("ZIP code"),
    },
    propertyType: choose("Property type", ALL_PROPERTY_TYPES),
    currentSituation: choose("Current situation", SITUATIONS),
    timeframeToSell: choose("Timeframe to sell", TIMEFRAMES),
    meetingType: choose("Meeting type", MEETING_TYPES),
    additionalInfo: cell("Additional info"),
    meetingDate: day,
    meetingTime: time && slotLabel(time),
  };
  const parsed = newBookingSchema.safeParse(booking);
  for (const { path, message } of parsed.error?.issues ?? []) refuse(columnOf(path), message);
  const status = cell("Status") === "" ? "Scheduled" : choose("Status", STATUS_LABELS);
  const notes = textOf("Notes", notesSchema, cell, refuse);
  const consent = readConsent(cell, refuse, rules);
  if (!parsed.success || !time || !createdAt || !status) return undefined;
  const { id: _, ...row } = newBookingRow({
    id,
    booking: { ...parsed.data, source: sourceOf(cell) },
    time,
    minutes: rules.slotMinutes,
    consent: undefined,
    now: createdAt,
  });
  return {
    ...row,
    ...consent,
    id: id || undefined,
    status,
    notes: notes || null,
    // Nobody knows who of them was called elsewhere.
    waiting_since: null,
    updated_at: now.toISOString(),
  };
}

/** As the file has it: a consent without its words, or without its time, is none. */
function readConsent(cell: Cells<BookingColumn>, refuse: Refuse<BookingColumn>, rules: BookingRules) {
  const text = textOf("Consent", consentSchema, cell, refuse);
  const at = cell("Consent at") === "" ? undefined : parseInstant(cell("Consent at"), rules.timeZone);
  if (cell("Consent at") !== "" && !at) refuse("Consent at", "Please write it like 2026-11-20T15:00:00Z or 2026-11-20");
  if (text && cell("Consent at") === "") refuse("Consent at", "A consent needs the time it was given");
  if (!text && cell("Consent at") !== "") refuse("Consent", "A consent needs the words that were agreed to");
  if (!text || !at) return {};
  return {
    consent_text: text,
    consent_version: findConsentVersion(text) ?? FOREIGN_CONSENT,
    consent_at: at.toISOString(),
  };
}

function textOf(
  column: BookingColumn,
  schema: typeof notesSchema,
  cell: Cells<BookingColumn>,
  refuse: Refuse<BookingColumn>,
): string {
  const parsed = schema.safeParse(cell(column));
  if (!parsed.success) refuse(column, parsed.error.issues[0]?.message ?? "Not valid");
  return parsed.data ?? "";
}

function sourceOf(cell: Cells<BookingColumn>): NewBooking["source"] {
  return sourceSchema.parse({
    first: {
      utmSource: cell("First source"),
      utmCampaign: cell("First campaign"),
      landingPage: cell("Landing page"),
      referrer: cell("Referrer"),
    },
    last: { utmSource: cell("Last source"), utmCampaign: cell("Last campaign") },
  });
}

/** By its value or its label, in either case. */
function chosen<Value extends string>(
  text: string,
  labels: Record<Value, string>,
  refuse: (reason: string) => void,
): Value | undefined {
  const wanted = text.toLowerCase();
  const values = Object.keys(labels) as Value[];
  const found = values.find((value) => value.toLowerCase() === wanted || labels[value].toLowerCase() === wanted);
  if (found) return found;
  const few = values.length <= 10 ? `: ${values.map((value) => labels[value]).join(", ")}` : "";
  refuse(text === "" ? "This cell is empty" : `“${text.slice(0, 40)}” is not among the choices${few}`);
  return undefined;
}

const STATUS_LABELS = Object.fromEntries(STATUSES.map((status) => [status, status])) as Record<BookingStatus, string>;

const COLUMN_OF_FIELD: Record<string, BookingColumn> = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phone: "Phone",
  preferredContact: "Preferred contact",
  "propertyAddress.street": "Street",
  "propertyAddress.city": "City",
  "propertyAddress.state": "State",
  "propertyAddress.zipCode": "ZIP code",
  propertyType: "Property type",
  currentSituation: "Current situation",
  timeframeToSell: "Timeframe to sell",
  meetingType: "Meeting type",
  additionalInfo: "Additional info",
  meetingDate: "Meeting date",
  meetingTime: "Meeting time",
};

function columnOf(path: readonly PropertyKey[]): BookingColumn {
  const column = COLUMN_OF_FIELD[path.join(".")];
  if (!column) throw new Error(`No column holds ${path.join(".")}.`);
  return column;
}

type Plan = Pick<ImportReport, "skipped" | "problems"> & { accepted: Drafted<Draft>[] };
type Now = { rules: BookingRules; now: Date };

/** Leaves out what is there already, and looks whether each of the others has a seat. */
async function planImport(db: Db, drafts: readonly Drafted<Draft>[], at: Now): Promise<Plan> {
  const plan: Plan = { accepted: [], skipped: [], problems: [] };
  const lines = new Map<string, number>();
  const seats: Seats = new Map();
  const days = new Set<string>();
  for (const piece of inPieces(drafts, LOOKED_UP_TOGETHER)) {
    await setImmediate();
    const known = await findKnownBookings(
      db,
      piece.map(({ draft }) => draft),
    );
    const newDays = daysOf(piece).filter((day) => !days.has(day));
    for (const day of newDays) days.add(day);
    for (const [meeting, held] of await listSeats(db, newDays)) seats.set(meeting, held);
    for (const { line, draft } of piece) {
      const reason = whySkipped(draft, { known, lines });
      if (reason) plan.skipped.push({ line, reason });
      else if (takeSeat(seats, draft, at) === "none")
        plan.problems.push({ line, column: "Meeting time", reason: "Another booking holds this time" });
      else plan.accepted.push({ line, draft });
      lines.set(draft.id ?? meetingOf(draft), lines.get(draft.id ?? meetingOf(draft)) ?? line);
    }
  }
  return plan;
}

function whySkipped(
  draft: Draft,
  { known, lines }: { known: Awaited<ReturnType<typeof findKnownBookings>>; lines: ReadonlyMap<string, number> },
): string | undefined {
  if (draft.id !== undefined && known.ids.has(draft.id)) return "A booking with this Booking ID is there";
  if (known.meetings.has(meetingOf(draft))) return "This person has a booking at this time";
  // Two bookings of one person at one time, one of them cancelled, are two where the file tells them apart.
  const earlier = lines.get(draft.id ?? meetingOf(draft));
  return earlier === undefined ? undefined : `The same booking as in line ${earlier}`;
}

type Seats = Map<string, Set<number>>;

/** The lowest free seat, which is then held; null for a cancelled meeting, "none" where the slot is full. */
function takeSeat(seats: Seats, draft: Draft, { rules, now }: Now): number | null | "none" {
  if (!ACTIVE_STATUSES.some((active) => active === draft.status)) return null;
  const meeting = `${draft.meeting_date} ${draft.meeting_time}`;
  const held = seats.get(meeting) ?? new Set<number>();
  let seat = 0;
  while (held.has(seat)) seat++;
  // What is over takes nobody's place.
  const { day, minutes } = wallClock(now, rules.timeZone);
  if (seat >= rules.capacityPerSlot && meeting > `${day} ${timeOf(minutes)}`) return "none";
  seats.set(meeting, held.add(seat));
  return seat;
}

function meetingOf({ email_key, meeting_date, meeting_time }: Draft): string {
  return `${email_key} ${meeting_date} ${meeting_time}`;
}

function daysOf(drafts: readonly Drafted<Draft>[]): string[] {
  return [...new Set(drafts.map(({ draft }) => draft.meeting_date))];
}
