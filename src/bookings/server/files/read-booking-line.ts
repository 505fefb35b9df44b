// One line of a file of bookings, as the row it is to become.
import * as z from "zod/mini";
import {
  ALL_PROPERTY_TYPES,
  type BookingStatus,
  MEETING_TYPES,
  type NewBooking,
  nameFields,
  newBookingSchema,
  PREFERRED_CONTACTS,
  propertyAddressSchema,
  SITUATIONS,
  STATUSES,
  TIMEFRAMES,
} from "#bookings/booking.ts";
import { findConsentVersion } from "#bookings/consent.ts";
import type { BookingColumn } from "#bookings/csv.ts";
import { type BookingRules, slotLabel } from "#bookings/slots.ts";
import { US_STATES } from "#bookings/us-states.ts";
import { sourceSchema } from "#leads/visit-source.ts";
import { parseDay, parseInstant, parseTime } from "#platform/dates.ts";
import type { Cells, Refuse } from "#platform/server/csv/csv-import.ts";
import { isId } from "#platform/server/ids.ts";
import { freeTextSchema, lineSchema, TEXT_LIMITS } from "#platform/text.ts";
import { newBookingRow } from "../store.ts";
import type { BookingsTable } from "../table.ts";

/** A line that is right in itself; its id is undefined where the file gives none. */
export type Draft = Omit<BookingsTable, "id" | "seat"> & { id: string | undefined };

/** Names and streets are as somebody else took them: mail to visitors leaves out what our forms would refuse. */
const importedBookingSchema = z.extend(newBookingSchema, {
  ...nameFields(lineSchema),
  propertyAddress: propertyAddressSchema(lineSchema),
});
/** The version of a consent whose text is not among ours. */
const FOREIGN_CONSENT = "imported";
const notesSchema = freeTextSchema(TEXT_LIMITS.notes);
const consentSchema = freeTextSchema(TEXT_LIMITS.freeText);

export function readBooking(
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
  const parsed = importedBookingSchema.safeParse(booking);
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
