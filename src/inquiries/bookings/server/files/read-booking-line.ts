import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import { findVersionOf } from "#company/shell/agreements.ts";
import {
  type Booking,
  type BookingStatus,
  bookingInputSchema,
  callerFields,
  type NewBooking,
  nameFields,
  newBookingSchema,
  propertyAddressSchema,
  STATUSES,
  saleFields,
} from "#inquiries/bookings/booking.ts";
import { BOOKING_LIMITS } from "#inquiries/bookings/choices.ts";
import { type FactPath, factAt, headingOf } from "#inquiries/bookings/columns.ts";
import { FORM_PATHS, isOptional } from "#inquiries/bookings/facts.ts";
import type { BookingRules } from "#inquiries/bookings/slots.ts";
import { notesSchema } from "#inquiries/kinds/notes.ts";
import { attributionSchema } from "#people/leads/attribution.ts";
import { CHANNELS, type Channel } from "#people/permissions/channels.ts";
import { STOPPED_IN_FILES } from "#people/permissions/permission.ts";
import { formatTime, instantOf, minutesOf, parseDay, parseInstant, parseTime } from "#platform/dates.ts";
import { findChoice, readCreatedAt } from "#platform/server/csv/cells.ts";
import type { Cells, Refuse } from "#platform/server/csv/csv-import.ts";
import { isId } from "#platform/server/ids.ts";
import { setAt } from "#platform/shapes.ts";
import { freeTextSchema, lineSchema } from "#platform/text.ts";
import { makeBooking } from "../make-booking.ts";

export type ImportedBooking = Omit<Booking, "id" | "seat" | "leadId"> & {
  id: string | undefined;
  consent: { version: string; text: string; at: string } | undefined;
  stopped: readonly Channel[];
};

/** Names and streets come from another site: mail to visitors leaves out what our forms would refuse. */
const importedBookingSchema = z.extend(newBookingSchema, {
  ...nameFields(lineSchema),
  propertyAddress: propertyAddressSchema(lineSchema),
  meetingType: bookingInputSchema.shape.meetingType,
});
/** A line with one of our ids is our own: staff may have entered it for a caller who did not give every fact. */
const ownBookingSchema = z.extend(newBookingSchema, {
  ...callerFields(lineSchema),
  ...saleFields,
  meetingType: bookingInputSchema.shape.meetingType,
});
/** Marks a consent whose text is not ours. */
const FOREIGN_CONSENT = "imported";
const consentSchema = freeTextSchema(BOOKING_LIMITS.consent);

type Cell = (path: FactPath) => string;
type RefuseFact = (path: FactPath, reason: string) => void;
type At = { rules: BookingRules; now: Date };

export function readBooking(
  cellUnder: Cells<string>,
  refuseUnder: Refuse<string>,
  { rules, now }: At,
): ImportedBooking | undefined {
  const cell: Cell = (path) => cellUnder(headingOf(path));
  const refuse: RefuseFact = (path, reason) => refuseUnder(headingOf(path), reason);
  const id = cell("id");
  if (id !== "" && !isId(id)) refuse("id", "This is not one of our Booking IDs: leave it empty");
  const day = parseDay(cell("meetingDate"));
  if (!day) refuse("meetingDate", "Please write the date like 2026-11-25");
  const time = parseTime(cell("meetingTime"));
  if (!time) refuse("meetingTime", "Please write the time like 9:30 AM");
  const at = { now, timeZone: rules.timeZone };
  const createdAt = readCreatedAt(cell("createdAt"), at, (reason) => refuse("createdAt", reason));
  const typed = readForm(cell, refuse, { isOwn: id !== "" });
  const parsed = (id === "" ? importedBookingSchema : ownBookingSchema).safeParse({
    ...typed,
    meetingDate: day,
    meetingTime: time && formatTime(time),
  });
  for (const { path, message } of parsed.error?.issues ?? []) refuse(path.join(".") as FactPath, message);
  const status =
    cell("status") === "" ? "Scheduled" : chosen(cell("status"), STATUS_LABELS, (why) => refuse("status", why));
  const notes = textOf("notes", notesSchema, cell, refuse);
  const consent = readConsent(cell, refuse, { rules, now });
  const stopped = readStopped(cell, refuse);
  const noShowAt = day && time ? readNoShow(cell, refuse, { day, time, rules, now }) : undefined;
  if (!parsed.success || !time || !createdAt || !status) return undefined;
  const booking = { ...parsed.data, source: sourceOf(cell) };
  return {
    ...makeBooking({ id, booking, time, minutes: rules.slotMinutes, now: createdAt }),
    consent,
    stopped,
    id: id || undefined,
    status: noShowAt ? "Cancelled" : status,
    notes: notes || undefined,
    noShowAt: noShowAt?.toISOString(),
    // It is unknown whether an imported visitor was called.
    waitingSince: undefined,
    updatedAt: now.toISOString(),
  };
}

function readForm(cell: Cell, refuse: RefuseFact, { isOwn }: { isOwn: boolean }): object {
  const form = {};
  for (const path of FORM_PATHS) {
    const choices = factAt(path).choices;
    // The schema says what a caller may have left out.
    const isLeftOut = cell(path) === "" && (isOptional(path) || isOwn);
    const value = choices && !isLeftOut ? chosen(cell(path), choices, (why) => refuse(path, why)) : cell(path);
    setAt(form, path, value);
  }
  return form;
}

function readConsent(cell: Cell, refuse: RefuseFact, { rules, now }: At): ImportedBooking["consent"] {
  const text = textOf("consent.text", consentSchema, cell, refuse);
  const agreedAt = cell("consent.at");
  const at = agreedAt === "" ? undefined : parseInstant(agreedAt, rules.timeZone);
  if (agreedAt !== "" && !at) refuse("consent.at", "Please write it like 2026-11-20T15:00:00Z or 2026-11-20");
  if (at && at > now) refuse("consent.at", "This date is in the future");
  if (text && agreedAt === "") refuse("consent.at", "A consent needs the time it was given");
  if (!text && agreedAt !== "") refuse("consent.text", "A consent needs the words that were agreed to");
  if (!text || !at) return undefined;
  return { text, version: findVersionOf(currentFacts(), text) ?? FOREIGN_CONSENT, at: at.toISOString() };
}

/** Stops are imported, because missing one is worse than keeping one that has ended. */
function readStopped(cell: Cell, refuse: RefuseFact): Channel[] {
  const named = cell("stopped")
    .toLowerCase()
    .split(/[,;]/)
    .map((text) => text.trim())
    .filter(Boolean);
  const channelOf = (text: string) =>
    CHANNELS.find((channel) => text === channel || text === STOPPED_IN_FILES[channel]);
  if (named.some((text) => !channelOf(text)))
    refuse("stopped", `Please write any of ${Object.values(STOPPED_IN_FILES).join(", ")}, or leave it empty`);
  return CHANNELS.filter((channel) => named.some((text) => channelOf(text) === channel));
}

/** Our files contain the time of the note; other files may say "yes". */
function readNoShow(
  cell: Cell,
  refuse: RefuseFact,
  { day, time, rules, now }: At & { day: string; time: string },
): Date | undefined {
  const text = cell("noShowAt");
  if (text === "" || /^no$/i.test(text)) return undefined;
  const start = instantOf(day, minutesOf(time), rules.timeZone);
  const at = /^yes$/i.test(text) ? start : parseInstant(text, rules.timeZone);
  if (!at) refuse("noShowAt", "Please write yes, or the time like 2026-11-20T15:00:00Z");
  else if (start > now || at > now) refuse("noShowAt", "This meeting is still ahead");
  return at;
}

function textOf(path: FactPath, schema: typeof notesSchema, cell: Cell, refuse: RefuseFact): string {
  const parsed = schema.safeParse(cell(path));
  if (!parsed.success) refuse(path, parsed.error.issues[0]?.message ?? "Not valid");
  return parsed.data ?? "";
}

function sourceOf(cell: Cell): NewBooking["source"] {
  return attributionSchema.parse({
    first: {
      utmSource: cell("source.first.utmSource"),
      utmCampaign: cell("source.first.utmCampaign"),
      landingPage: cell("source.first.landingPage"),
      referrer: cell("source.first.referrer"),
    },
    last: { utmSource: cell("source.last.utmSource"), utmCampaign: cell("source.last.utmCampaign") },
  });
}

/** Accepts a value or a label, case-insensitively. */
function chosen<Value extends string>(
  text: string,
  labels: Readonly<Record<Value, string>>,
  refuse: (reason: string) => void,
): Value | undefined {
  const found = findChoice(text, labels);
  if (found) return found;
  const values = Object.keys(labels) as Value[];
  const few = values.length <= 10 ? `: ${values.map((value) => labels[value]).join(", ")}` : "";
  refuse(text === "" ? "This cell is empty" : `“${text.slice(0, 40)}” is not among the choices${few}`);
  return undefined;
}

const STATUS_LABELS = Object.fromEntries(STATUSES.map((status) => [status, status])) as Record<BookingStatus, string>;
