import { currentFacts } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";
import { callOrAnswer, senderOf } from "#company/shell/shown.ts";
import { withShownWords } from "#company/shell/words.ts";
import { greetingFor, type Letter, type LetterDetail, type Message } from "#delivery/mail/mail.ts";
import { type Booking, bookingReference, isUpcoming } from "#inquiries/bookings/booking.ts";
import { type MeetingType, meetingType } from "#inquiries/bookings/meeting-types.ts";
import { TOLD } from "#inquiries/bookings/whereabouts.ts";
import { callsText } from "#inquiries/roster/promise.ts";
import { formatMoment, zoneNames } from "#platform/dates.ts";
import { formatPhone } from "#platform/phone.ts";
import {
  type BookingMailSettings,
  nameForVisitor,
  propertyForVisitor,
  toldDetails,
  whenLong,
  whenShort,
} from "./email-parts.ts";
import { changeableUntil, remindersOf } from "./enqueue-mail.ts";
import { invite } from "./invite.ts";
import type { rescheduleCause } from "./notice-to-visitor.ts";

const PREPARATION: Readonly<Record<MeetingType, keyof Facts["words"]["meetings"]>> = {
  "in-person-property": "property",
  "in-person-office": "office",
  virtual: "virtual",
  phone: "phone",
};

function words() {
  return withShownWords(currentFacts()).words.meetings;
}

function preparation({ meetingType: type }: Booking): string {
  return words()[PREPARATION[type]];
}

export function confirmation(booking: Booking, settings: BookingMailSettings, now: Date): Message {
  const { company } = currentFacts();
  const reminders = remindersOf(booking, settings.rules, new Date(booking.createdAt)).map(({ text }) => text);
  return {
    ...toVisitor(booking),
    letter: {
      subject: `Your meeting on ${whenShort(booking, settings)}`,
      preheader: `${meetingType(booking.meetingType).label}. Reference ${bookingReference(booking.id)}.`,
      heading: "You’re booked.",
      paragraphs: [
        `${greetingFor(booking.firstName)} thank you for booking a meeting with ${company.name}. ${words().who}`,
      ],
      details: meetingDetails(booking, settings, now),
      button: { label: "See your booking", url: bookingUrl(booking, settings) },
      ...manageLink(booking, settings, now),
      closing: [
        `What happens next: ${words().before}`,
        reminders.length > 0 ? `A reminder comes ${reminders.join(" and ")} before the meeting.` : "See you soon.",
        callsText(settings.promise, currentFacts(), now),
        changeHint(booking, settings, now),
      ],
      reason: `You get this e-mail because someone booked a meeting on the site of ${company.name} with this address. Not you? Then ${callOrAnswer(currentFacts())}, and it will be removed.`,
    },
    ...attachedInvite(booking, settings, "REQUEST"),
  };
}

export function reminder(
  booking: Booking,
  settings: BookingMailSettings,
  { isSecond, now }: { isSecond: boolean; now: Date },
): Message {
  const count =
    settings.rules.secondReminder && !isSecond
      ? "Another one follows two hours before"
      : "It is the last reminder for this time";
  return {
    ...toVisitor(booking),
    letter: {
      subject: `Reminder: your meeting on ${whenShort(booking, settings)}`,
      preheader: `${meetingType(booking.meetingType).label}. ${preparation(booking)}`,
      heading: "Your meeting is soon.",
      paragraphs: [
        `${greetingFor(booking.firstName)} this is the reminder that was promised. Your meeting with ${currentFacts().company.name} is coming up.`,
      ],
      details: meetingDetails(booking, settings, now),
      button: { label: "See your booking", url: bookingUrl(booking, settings) },
      ...manageLink(booking, settings, now),
      closing: [preparation(booking), changeHint(booking, settings, now)],
      reason: `You get this e-mail because you booked a meeting with ${currentFacts().company.name}. ${settings.rules.secondReminder ? count : "It is the only reminder for this time"}.`,
      optOuts: [{ label: "No reminders for this meeting", url: stopUrl(booking, settings) }],
    },
  };
}

/** Staff have told it after the confirmation, or changed it. */
export function whereabouts(booking: Booking, settings: BookingMailSettings, now: Date): Message {
  const what = (TOLD[booking.meetingType]?.label ?? "").toLowerCase();
  return {
    ...toVisitor(booking),
    letter: {
      subject: `The ${what} for your meeting on ${whenShort(booking, settings)}`,
      preheader: `${meetingType(booking.meetingType).label}. Reference ${bookingReference(booking.id)}.`,
      heading: `Here is the ${what}.`,
      paragraphs: [
        `${greetingFor(booking.firstName)} this is the ${what} for your meeting with ${currentFacts().company.name}. It replaces any that was named before.`,
      ],
      details: meetingDetails(booking, settings, now),
      button: { label: "See your booking", url: bookingUrl(booking, settings) },
      ...manageLink(booking, settings, now),
      closing: [preparation(booking), changeHint(booking, settings, now)],
      reason: `You get this e-mail because you booked a meeting with ${currentFacts().company.name}, and this is the ${what} for it.`,
    },
    ...attachedInvite(booking, settings, "REQUEST"),
  };
}

export function rescheduled(
  booking: Booking,
  settings: BookingMailSettings,
  { cause, now }: { cause: ReturnType<typeof rescheduleCause>; now: Date },
): Message {
  const { name } = zoneNames(settings.rules.timeZone);
  const reasons = {
    visitor: "this is the time you chose. It replaces any time named before.",
    staff: "this is the time that is now held for you. It replaces any time named before.",
    zone: `all times are now in ${name}. The day and hour of your meeting stay, but in that time zone, so that the moment is another one. This replaces any time named before.`,
  };
  return {
    ...toVisitor(booking),
    letter: {
      subject: `Rescheduled: your meeting is on ${whenShort(booking, settings)}`,
      preheader: `${meetingType(booking.meetingType).label}. Reference ${bookingReference(booking.id)}.`,
      heading: "Your meeting is rescheduled.",
      paragraphs: [`${greetingFor(booking.firstName)} ${reasons[cause]}`],
      details: meetingDetails(booking, settings, now),
      button: { label: "See your booking", url: bookingUrl(booking, settings) },
      ...manageLink(booking, settings, now),
      closing: [
        cause === "visitor"
          ? `If that was not you, ${callOrAnswer(currentFacts())}, and it will be put right.`
          : `If this is not what was agreed, ${callOrAnswer(currentFacts())} for another time.`,
      ],
      reason: `You get this e-mail because you booked a meeting with ${currentFacts().company.name} and its time was changed.`,
    },
    ...attachedInvite(booking, settings, "REQUEST"),
  };
}

export function cancelled(
  booking: Booking,
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
          ? `${greetingFor(booking.firstName)} the meeting below is cancelled, as you asked. There is nothing else you need to do.`
          : `${greetingFor(booking.firstName)} the meeting below will not take place. There is nothing you need to do.`,
      ],
      details: meetingDetails(booking, settings),
      button: { label: "Choose another time", url: `${settings.publicUrl}/book-meeting` },
      closing: [
        isByVisitor
          ? `If that was not you, ${callOrAnswer(currentFacts())}, and it will be put right.`
          : `If you did not expect this, ${callOrAnswer(currentFacts())}.`,
      ],
      reason: `You get this e-mail because you booked a meeting with ${currentFacts().company.name} and it was cancelled.`,
    },
    ...attachedInvite(booking, settings, "CANCEL"),
  };
}

function toVisitor(booking: Booking): Pick<Message, "to" | "replyTo"> {
  const { company } = currentFacts();
  return {
    to: [{ name: nameForVisitor(booking), address: booking.email }],
    replyTo: { name: senderOf(currentFacts()), address: company.email },
  };
}

/** Without `now` the meeting does not take place. */
function meetingDetails(booking: Booking, settings: BookingMailSettings, now?: Date): LetterDetail[] {
  return [
    { label: "When", value: whenLong(booking, settings) },
    { label: "How", value: meetingType(booking.meetingType).label },
    ...(now ? toldDetails(booking, settings, now) : []),
    { label: "Property", value: propertyForVisitor(booking) },
    { label: "Your phone", value: formatPhone(booking.phone) },
    { label: "Reference", value: bookingReference(booking.id) },
  ];
}

function manageLink(booking: Booking, { manageLinks, rules }: BookingMailSettings, now: Date): Pick<Letter, "link"> {
  if (!isUpcoming(booking) || now >= changeableUntil(booking, rules)) return {};
  return { link: { label: "Change or cancel this meeting", url: manageLinks.urlOf(booking.id) } };
}

function changeHint(booking: Booking, { rules }: BookingMailSettings, now: Date): string {
  const until = changeableUntil(booking, rules);
  const call = `${callOrAnswer(currentFacts())}. A person reads it.`;
  if (!isUpcoming(booking) || now >= until) return `To change or cancel, ${call}`;
  return `You can change or cancel with the link above until ${formatMoment(until, rules.timeZone)}. After that, ${call}`;
}

function attachedInvite(
  booking: Booking,
  { rules, publicUrl, told }: BookingMailSettings,
  method: "REQUEST" | "CANCEL",
): Pick<Message, "invite"> {
  if (!currentFacts().calendarInvites) return {};
  return { invite: { method, content: invite(booking, { method, rules, publicUrl, told }) } };
}

function bookingUrl({ id }: Booking, { publicUrl }: BookingMailSettings): string {
  return `${publicUrl}/booking-confirmation/${id}`;
}

function stopUrl({ id }: Booking, { publicUrl }: BookingMailSettings): string {
  return `${publicUrl}/stop-reminders/${id}`;
}
