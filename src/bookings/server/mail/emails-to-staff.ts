import {
  ALL_PROPERTY_TYPES,
  bookingReference,
  MEETING_TYPES,
  PREFERRED_CONTACTS,
  SITUATIONS,
  TIMEFRAMES,
} from "#bookings/booking.ts";
import { businessMinutes, durationText, type LeadRules } from "#leads/lead.ts";
import { fromVisitSourceColumns } from "#leads/server/store.ts";
import { describeSource } from "#leads/visit-source.ts";
import { type LetterDetail, type Mailbox, type Message, mailHref } from "#mail/mail.ts";
import { formatPhone, phoneHref } from "#platform/phone.ts";
import { company } from "#site";
import type { BookingsTable } from "../table.ts";
import { type BookingMailSettings, fullName, propertyLine, whenLong, whenShort } from "./email-parts.ts";
import type { movedTimes } from "./owed-mail.ts";

/** For whoever calls back within minutes: everything worth knowing before the phone is picked up. */
export function staffNotice(booking: BookingsTable, settings: BookingMailSettings): Message {
  const name = fullName(booking);
  return {
    ...toStaff(booking, settings),
    letter: {
      subject: `New booking: ${name}, ${whenShort(booking, settings)}`,
      preheader: `${formatPhone(booking.phone)} · ${SITUATIONS[booking.current_situation]} · ${TIMEFRAMES[booking.timeframe_to_sell]}`,
      heading: `${name} booked a meeting`,
      paragraphs: [
        "Please call back within minutes, while it is on their mind. Answering this e-mail writes to the visitor.",
      ],
      details: detailsForStaff(booking, settings),
      button: { label: "Open the booking", url: adminUrl(booking, settings) },
      closing: [],
      reason: "You get this e-mail because new bookings are reported to this address (STAFF_EMAIL).",
    },
  };
}

/** The visitor chose another time by themselves: what changed, for whoever plans the day. */
export function staffNoticeOfMove(
  booking: BookingsTable,
  settings: BookingMailSettings,
  { from, to }: ReturnType<typeof movedTimes>,
): Message {
  const name = fullName(booking);
  return {
    ...toStaff(booking, settings),
    letter: {
      subject: `Moved by the visitor: ${name}, now ${whenShort(to, settings)}`,
      preheader: `Was ${whenShort(from, settings)}. ${formatPhone(booking.phone)}`,
      heading: `${name} moved the meeting`,
      paragraphs: ["They chose another time with the link in our e-mail. The old time is free again."],
      details: [
        { label: "New time", value: whenLong(to, settings) },
        { label: "Old time", value: whenLong(from, settings) },
        ...whoAndWhere(booking),
      ],
      button: { label: "Open the booking", url: adminUrl(booking, settings) },
      closing: [],
      reason: "You get this e-mail because changes by visitors are reported to this address (STAFF_EMAIL).",
    },
  };
}

/** The visitor cancelled by themselves: a reason, where they gave one, may be where a call begins. */
export function staffNoticeOfCancellation(booking: BookingsTable, settings: BookingMailSettings): Message {
  const name = fullName(booking);
  return {
    ...toStaff(booking, settings),
    letter: {
      subject: `Cancelled by the visitor: ${name}, ${whenShort(booking, settings)}`,
      preheader: booking.cancel_reason ?? `No reason given. ${formatPhone(booking.phone)}`,
      heading: `${name} cancelled the meeting`,
      paragraphs: ["They cancelled with the link in our e-mail. The time is free again."],
      details: [
        { label: "Reason", value: booking.cancel_reason ?? "None given" },
        { label: "Was", value: whenLong(booking, settings) },
        ...whoAndWhere(booking),
      ],
      button: { label: "Open the booking", url: adminUrl(booking, settings) },
      closing: [],
      reason: "You get this e-mail because changes by visitors are reported to this address (STAFF_EMAIL).",
    },
  };
}

/** Sent once, to whoever has let a booking lie for too long. */
export function overdueReminder(
  booking: BookingsTable,
  settings: BookingMailSettings & { leads: LeadRules; waitingSince: Date; now: Date },
): Message {
  const name = fullName(booking);
  const waited = durationText(businessMinutes(settings.waitingSince, settings.now, settings.leads));
  return {
    ...toStaff(booking, settings),
    letter: {
      subject: `Still waiting for a call: ${name}, ${whenShort(booking, settings)}`,
      preheader: `Booked ${waited} ago in business hours. Nobody has marked a first contact.`,
      heading: `${name} is still waiting`,
      paragraphs: [
        `This meeting was booked ${waited} of business hours ago, and nobody has marked a first contact. Please call now, then choose “Mark first contact” on the booking.`,
        "Answering this e-mail writes to the visitor.",
      ],
      details: detailsForStaff(booking, settings),
      button: { label: "Open the booking", url: adminUrl(booking, settings) },
      closing: ["There is no second reminder about this booking."],
      reason: "You get this e-mail because bookings that wait too long are reported to this address (STAFF_EMAIL).",
    },
  };
}

function toStaff(booking: BookingsTable, { staffEmail }: BookingMailSettings): { to: Mailbox; replyTo: Mailbox } {
  return {
    to: { name: company.name, address: staffEmail },
    replyTo: { name: fullName(booking), address: booking.email },
  };
}

function detailsForStaff(booking: BookingsTable, settings: BookingMailSettings): LetterDetail[] {
  return [
    { label: "Phone", value: formatPhone(booking.phone), href: phoneHref(booking.phone) },
    { label: "Email", value: booking.email, href: mailHref(booking.email) },
    { label: "Prefers", value: PREFERRED_CONTACTS[booking.preferred_contact] },
    { label: "Property", value: propertyLine(booking) },
    { label: "Property type", value: ALL_PROPERTY_TYPES[booking.property_type] },
    { label: "Situation", value: SITUATIONS[booking.current_situation] },
    { label: "Time frame", value: TIMEFRAMES[booking.timeframe_to_sell] },
    { label: "Meeting", value: `${whenLong(booking, settings)}\n${MEETING_TYPES[booking.meeting_type]}` },
    ...optional("Also said", booking.additional_info),
    { label: "Source", value: describeSource(fromVisitSourceColumns(booking)) },
    { label: "Status", value: booking.status },
    { label: "Reference", value: bookingReference(booking.id) },
  ];
}

function whoAndWhere(booking: BookingsTable): LetterDetail[] {
  return [
    { label: "How", value: MEETING_TYPES[booking.meeting_type] },
    { label: "Phone", value: formatPhone(booking.phone), href: phoneHref(booking.phone) },
    { label: "Email", value: booking.email, href: mailHref(booking.email) },
    { label: "Property", value: propertyLine(booking) },
    { label: "Situation", value: SITUATIONS[booking.current_situation] },
    { label: "Reference", value: bookingReference(booking.id) },
  ];
}

function adminUrl({ id }: BookingsTable, { publicUrl }: BookingMailSettings): string {
  return `${publicUrl}/admin/bookings?booking=${id}`;
}

function optional(label: string, value: string | null): LetterDetail[] {
  return value ? [{ label, value }] : [];
}
