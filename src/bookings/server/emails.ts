// What a booking's mails say: from the row as it is when they are sent.
import {
  ALL_PROPERTY_TYPES,
  bookingReference,
  MEETING_TYPES,
  PREFERRED_CONTACTS,
  SITUATIONS,
  TIMEFRAMES,
} from "#bookings/booking.ts";
import { type BookingRules, slotLabel } from "#bookings/slots.ts";
import { businessMinutes, durationText, type LeadRules, leadRules } from "#leads/lead.ts";
import { greetingFor, type Letter, type LetterDetail, type Mailbox, type Message, mailHref } from "#mail/mail.ts";
import type { Writers } from "#mail/server/store.ts";
import { formatDay, formatTime, wallClock, zoneNames } from "#platform/dates.ts";
import { formatPhone, phoneHref } from "#platform/phone.ts";
import type { Database } from "#platform/server/database/database.ts";
import { describeSource } from "#platform/server/visit-source.ts";
import { calendarInvites, company } from "#site";
import { readRules } from "./availability-store.ts";
import { invite } from "./invite.ts";
import type { ManageLinks } from "./manage-links.ts";
import { changeableUntil, isOn, isOwnDoing, meetingKey, movedTimes, reminderTime, startOf } from "./owed-mail.ts";
import { findBooking } from "./store.ts";
import type { BookingsTable, BookingsTables } from "./table.ts";

export type BookingMailSettings = {
  publicUrl: string;
  staffEmail: string;
  manageLinks: Pick<ManageLinks, "urlOf">;
  rules: BookingRules;
};

type Options = { database: Database<BookingsTables>; settings: BookingMailSettings };

/** Each kind of mail about bookings, with the rule that says whether it is still owed. */
export function bookingWriters({ database, settings }: Options) {
  const find = (id: string) => findBooking(database.read, id);
  return {
    "booking-confirmation": async ({ recordId, now }) => {
      const booking = await find(recordId);
      return booking && booking.status !== "Cancelled" ? confirmation(booking, settings, now) : undefined;
    },
    "booking-reminder": async ({ recordId, detail, now }) => {
      const booking = await find(recordId);
      const isOwed =
        booking &&
        isOn(booking) &&
        !booking.reminders_stopped_at &&
        meetingKey(booking) === detail &&
        now < startOf(booking, settings.rules);
      return isOwed ? reminder(booking, settings, now) : undefined;
    },
    "booking-rescheduled": async ({ recordId, detail, now }) => {
      const booking = await find(recordId);
      const isOwed = booking && booking.status !== "Cancelled" && detail.endsWith(` ${meetingKey(booking)}`);
      return isOwed ? rescheduled(booking, settings, { isByVisitor: isOwnDoing(detail), now }) : undefined;
    },
    "booking-cancelled": async ({ recordId, detail }) => {
      const booking = await find(recordId);
      const isByVisitor = isOwnDoing(detail);
      return booking?.status === "Cancelled" ? cancelled(booking, settings, { isByVisitor }) : undefined;
    },
    "booking-staff-notice": async ({ recordId }) => {
      const booking = await find(recordId);
      return booking && staffNotice(booking, settings);
    },
    "booking-staff-rescheduled": async ({ recordId, detail }) => {
      const booking = await find(recordId);
      return booking && staffNoticeOfMove(booking, settings, movedTimes(detail));
    },
    "booking-staff-cancelled": async ({ recordId }) => {
      const booking = await find(recordId);
      return booking?.status === "Cancelled" ? staffNoticeOfCancellation(booking, settings) : undefined;
    },
    "booking-overdue": async ({ recordId, now }) => {
      const booking = await find(recordId);
      const since = booking?.waiting_since;
      const isWaiting = booking && since && booking.first_contact_at === null && isOn(booking);
      const leads = leadRules((await readRules(database.read)).closures);
      if (!isWaiting || leads.overdueAfterMinutes === null) return undefined;
      return overdueReminder(booking, { ...settings, leads, waitingSince: new Date(since), now });
    },
  } satisfies Partial<Writers>;
}

export function confirmation(booking: BookingsTable, settings: BookingMailSettings, now: Date): Message {
  const isReminded = new Date(booking.created_at) < reminderTime(booking, settings.rules);
  return {
    ...toVisitor(booking),
    letter: {
      subject: `Your meeting on ${whenShort(booking, settings)}`,
      preheader: `${MEETING_TYPES[booking.meeting_type]}. Reference ${bookingReference(booking.id)}.`,
      heading: "You’re booked.",
      paragraphs: [
        `${greetingFor(booking.first_name)} thank you for booking a meeting with ${company.name}. You will speak with ${company.contactPerson}.`,
      ],
      details: meetingDetails(booking, settings),
      button: { label: "See your booking", url: bookingUrl(booking, settings) },
      ...manageLink(booking, settings, now),
      closing: [
        isReminded
          ? "What happens next: we may call beforehand if we need to know more, and we remind you 24 hours before the meeting."
          : "What happens next: we may call beforehand if we need to know more. See you soon.",
        howToChange(booking, settings, now),
      ],
      reason: `You get this e-mail because somebody booked a meeting on our site with this address. Not you? Call ${company.phone} and we take it off.`,
    },
    ...attachedInvite(booking, settings, "REQUEST"),
  };
}

export function reminder(booking: BookingsTable, settings: BookingMailSettings, now: Date): Message {
  return {
    ...toVisitor(booking),
    letter: {
      subject: `Reminder: your meeting on ${whenShort(booking, settings)}`,
      preheader: `${MEETING_TYPES[booking.meeting_type]}. ${howToPrepare(booking)}`,
      heading: "We meet soon.",
      paragraphs: [
        `${greetingFor(booking.first_name)} this is the reminder we promised. Your meeting with ${company.name} is coming up.`,
      ],
      details: meetingDetails(booking, settings),
      button: { label: "See your booking", url: bookingUrl(booking, settings) },
      ...manageLink(booking, settings, now),
      closing: [howToPrepare(booking), howToChange(booking, settings, now)],
      reason: "You get this e-mail because you booked a meeting with us. It is the only reminder for this time.",
      optOut: { label: "No reminders for this meeting", url: stopUrl(booking, settings) },
    },
    unsubscribeUrl: stopUrl(booking, settings),
  };
}

export function rescheduled(
  booking: BookingsTable,
  settings: BookingMailSettings,
  { isByVisitor, now }: { isByVisitor: boolean; now: Date },
): Message {
  return {
    ...toVisitor(booking),
    letter: {
      subject: `Rescheduled: your meeting is on ${whenShort(booking, settings)}`,
      preheader: `${MEETING_TYPES[booking.meeting_type]}. Reference ${bookingReference(booking.id)}.`,
      heading: "Your meeting is rescheduled.",
      paragraphs: [
        isByVisitor
          ? `${greetingFor(booking.first_name)} this is the time you chose. It replaces any time we wrote of before.`
          : `${greetingFor(booking.first_name)} this is the time we now have for you. It replaces any time we wrote of before.`,
      ],
      details: meetingDetails(booking, settings),
      button: { label: "See your booking", url: bookingUrl(booking, settings) },
      ...manageLink(booking, settings, now),
      closing: [
        isByVisitor
          ? `If that was not you, call ${company.phone} or answer this e-mail, and we put it right.`
          : `If this is not what we agreed, call ${company.phone} or answer this e-mail, and we find another time.`,
      ],
      reason: "You get this e-mail because you booked a meeting with us and its time was changed.",
    },
    ...attachedInvite(booking, settings, "REQUEST"),
  };
}

export function cancelled(
  booking: BookingsTable,
  settings: BookingMailSettings,
  { isByVisitor }: { isByVisitor: boolean },
): Message {
  return {
    ...toVisitor(booking),
    letter: {
      subject: `Cancelled: your meeting on ${whenShort(booking, settings)}`,
      preheader: "The meeting will not take place. You can choose another time whenever you like.",
      heading: "Your meeting is cancelled.",
      paragraphs: [
        isByVisitor
          ? `${greetingFor(booking.first_name)} the meeting below is cancelled, as you asked. There is nothing else you need to do.`
          : `${greetingFor(booking.first_name)} the meeting below will not take place. There is nothing you need to do.`,
      ],
      details: meetingDetails(booking, settings),
      button: { label: "Choose another time", url: `${settings.publicUrl}/book-meeting` },
      closing: [
        isByVisitor
          ? `If that was not you, call ${company.phone} or answer this e-mail, and we put it right.`
          : `If you did not expect this, call ${company.phone} or answer this e-mail. We are glad to help.`,
      ],
      reason: "You get this e-mail because you booked a meeting with us and it was cancelled.",
    },
    ...attachedInvite(booking, settings, "CANCEL"),
  };
}

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

function toStaff(booking: BookingsTable, { staffEmail }: BookingMailSettings): { to: Mailbox; replyTo: Mailbox } {
  return {
    to: { name: company.name, address: staffEmail },
    replyTo: { name: fullName(booking), address: booking.email },
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
    { label: "Source", value: describeSource(booking) },
    { label: "Status", value: booking.status },
    { label: "Reference", value: bookingReference(booking.id) },
  ];
}

function toVisitor(booking: BookingsTable): { to: Mailbox; replyTo: Mailbox } {
  return {
    to: { name: fullName(booking), address: booking.email },
    replyTo: { name: `${company.contactPerson} at ${company.shortName}`, address: company.email },
  };
}

function attachedInvite(
  booking: BookingsTable,
  { rules, publicUrl }: BookingMailSettings,
  method: "REQUEST" | "CANCEL",
): Pick<Message, "invite"> {
  if (!calendarInvites) return {};
  return { invite: { method, content: invite(booking, { method, rules, publicUrl }) } };
}

function meetingDetails(booking: BookingsTable, settings: BookingMailSettings): LetterDetail[] {
  return [
    { label: "When", value: whenLong(booking, settings) },
    { label: "How", value: `${MEETING_TYPES[booking.meeting_type]}${whereabouts(booking)}` },
    { label: "Property", value: propertyLine(booking) },
    { label: "Your phone", value: formatPhone(booking.phone) },
    { label: "Reference", value: bookingReference(booking.id) },
  ];
}

function whereabouts(booking: BookingsTable): string {
  const { street, city, state, zipCode } = company.address;
  return booking.meeting_type === "in-person-office" ? `\n${street}, ${city}, ${state} ${zipCode}` : "";
}

function howToPrepare({ meeting_type }: BookingsTable): string {
  switch (meeting_type) {
    case "in-person-property":
      return "We come to the property. Nothing needs to be cleaned or repaired for it.";
    case "in-person-office":
      return "We meet at our office. Bring whatever papers about the house you have at hand; none is required.";
    case "virtual":
      return "We meet by video. We send the link beforehand, and call if you have not got it.";
    case "phone":
      return "We call you. Please have the phone at hand.";
  }
}

function manageLink(
  booking: BookingsTable,
  { manageLinks, rules }: BookingMailSettings,
  now: Date,
): Pick<Letter, "link"> {
  if (!isOn(booking) || now >= changeableUntil(booking, rules)) return {};
  return { link: { label: "Change or cancel this meeting", url: manageLinks.urlOf(booking.id) } };
}

function howToChange(booking: BookingsTable, { rules }: BookingMailSettings, now: Date): string {
  const until = changeableUntil(booking, rules);
  const call = `call ${company.phone} or answer this e-mail. A person reads it.`;
  if (!isOn(booking) || now >= until) return `To change or cancel, ${call}`;
  const { day, minutes } = wallClock(until, rules.timeZone);
  const deadline = `${formatDay(day, "weekday")} at ${formatTime(minutes)} ${zoneNames(rules.timeZone).abbreviation}`;
  return `You can change or cancel with the link above until ${deadline}. After that, ${call}`;
}

type Time = Pick<BookingsTable, "meeting_date" | "meeting_time">;

/** "Wed, Nov 25 at 10:00 AM CT" */
function whenShort({ meeting_date, meeting_time }: Time, { rules }: BookingMailSettings): string {
  const { abbreviation } = zoneNames(rules.timeZone);
  return `${formatDay(meeting_date, "weekday")} at ${slotLabel(meeting_time)} ${abbreviation}`;
}

function whenLong({ meeting_date, meeting_time }: Time, { rules }: BookingMailSettings): string {
  const { name } = zoneNames(rules.timeZone);
  return `${formatDay(meeting_date, "full")}\n${slotLabel(meeting_time)} ${name}`;
}

function bookingUrl({ id }: BookingsTable, { publicUrl }: BookingMailSettings): string {
  return `${publicUrl}/booking-confirmation/${id}`;
}

function adminUrl({ id }: BookingsTable, { publicUrl }: BookingMailSettings): string {
  return `${publicUrl}/admin/bookings?booking=${id}`;
}

function stopUrl({ id }: BookingsTable, { publicUrl }: BookingMailSettings): string {
  return `${publicUrl}/stop-reminders/${id}`;
}

function fullName(booking: BookingsTable): string {
  return `${booking.first_name} ${booking.last_name}`;
}

function propertyLine({ street, city, state, zip_code }: BookingsTable): string {
  return `${street}, ${city}, ${state} ${zip_code}`;
}

function optional(label: string, value: string | null): LetterDetail[] {
  return value ? [{ label, value }] : [];
}
