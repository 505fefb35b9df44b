import { createHash } from "node:crypto";
import ical, { ICalEventStatus } from "ical-generator";
import { currentFacts } from "#company/facts/facts.ts";
import { type Booking, fullName, propertyLine } from "#inquiries/bookings/booking.ts";
import { eventOf } from "#inquiries/bookings/calendar-event.ts";
import { factLines, shownValue } from "#inquiries/bookings/facts.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import type { Channel } from "#people/permissions/channels.ts";
import { stoppedNote } from "#people/permissions/permission.ts";
import { formatPhone } from "#platform/phone.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { nextTurn } from "#platform/server/event-loop-yield.ts";

type Meeting = Booking & { stopped?: readonly Channel[] | undefined; told?: string | undefined };
type Options = { timeZone: string; publicUrl: string };

export const DAYS_BACK = 14;
/** The feed has the earliest meetings. With truncated texts it is at most five megabytes, usually one. */
export const MAX_EVENTS = 1_000;
/** One turn of the event loop writes a chunk, in some ten milliseconds. */
const CHUNK_EVENTS = 20;
const MAX_TEXT_LENGTH = 250;
const EVENT = "BEGIN:VEVENT";
const END = "END:VCALENDAR";
/** A calendar must have a component (RFC 5545, 3.4); strict programs refuse an empty one. */
const UTC = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
  "",
].join("\r\n");
const REFRESH_SECONDS = 15 * 60;

/** Callers omit cancelled meetings, so that programs remove them: some keep showing a CANCELLED event. */
export async function calendarFeed(bookings: readonly Meeting[], options: Options): Promise<string> {
  const frame = calendarOf([], options);
  const events: string[] = [];
  for (const some of chunksOf(bookings, CHUNK_EVENTS)) {
    const text = calendarOf(some, options);
    events.push(text.slice(text.indexOf(EVENT), text.lastIndexOf(END)));
    // Lets other requests run.
    await nextTurn();
  }
  const content = events.length > 0 ? events.join("") : UTC;
  return `${frame.slice(0, frame.lastIndexOf(END))}${content}${END}\r\n`;
}

function calendarOf(bookings: readonly Meeting[], { timeZone, publicUrl }: Options): string {
  const { company } = currentFacts();
  const calendar = ical({ prodId: { company: company.name, product: "Meetings" }, name: `${company.name} meetings` });
  calendar.ttl(REFRESH_SECONDS);
  for (const booking of bookings) {
    const url = `${publicUrl}/admin/bookings?booking=${booking.id}`;
    const { told } = booking;
    const event = eventOf(currentFacts(), booking, { timeZone, publicUrl, property: propertyLine(booking), told });
    calendar.createEvent({
      ...event,
      location: event.location.replace(formatPhone(booking.phone), () => phoneOf(booking)),
      summary: `${fullName(booking)}: ${MEETING_TYPE_LABELS[booking.meetingType]}`,
      description: `${descriptionOf(booking)}\n${url}`,
      url,
      status: ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}

/** The ETag needs no calendar text. `from` includes the day: a new format reaches every program within a day. */
export function feedTag(from: string, bookings: readonly Pick<Booking, "id" | "version">[]): string {
  const hash = createHash("sha256").update(from);
  for (const { id, version } of bookings) hash.update(` ${id} ${version}`);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

function descriptionOf(booking: Meeting): string {
  const { email, preferredContact, propertyType, status, additionalInfo, notes, stopped } = booking;
  return [
    `Phone: ${phoneOf(booking)}`,
    `Email: ${email ? `${email}${stoppedNote(stopped, "email")}` : "none given"}`,
    `Preferred contact: ${shownValue("preferredContact", preferredContact)}`,
    `Property: ${propertyLine(booking)} (${shownValue("propertyType", propertyType)})`,
    ...factLines(booking, "sale")
      .filter(({ path }) => path !== "propertyType")
      .map(({ short, value }) => `${short}: ${value}`),
    `Status: ${status}`,
    ...(additionalInfo ? [`They wrote: ${truncated(additionalInfo)}`] : []),
    ...(notes ? [`Notes: ${truncated(notes)}`] : []),
  ].join("\n");
}

function phoneOf({ phone, stopped }: Meeting): string {
  return `${formatPhone(phone)}${stoppedNote(stopped, "phone")}`;
}

function truncated(text: string): string {
  // Code points are cut, because half of a surrogate pair is not valid text.
  return text.length <= MAX_TEXT_LENGTH
    ? text
    : `${[...text].slice(0, MAX_TEXT_LENGTH).join("")} … (more in the record)`;
}
