import { currentFacts } from "#company/facts/facts.ts";
import { type LetterDetail, type Message, mailHref } from "#delivery/mail/mail.ts";
import { staffMailboxes } from "#delivery/mail/staff.ts";
import { type Booking, bookingReference, fullName, propertyLine } from "#inquiries/bookings/booking.ts";
import { KEPT_TIMEFRAMES, PREFERRED_CONTACTS, SITUATIONS } from "#inquiries/bookings/choices.ts";
import { type FactLine, factLines } from "#inquiries/bookings/facts.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { describeSource } from "#people/leads/attribution.ts";
import { businessMinutes, durationText, type LeadRules } from "#people/leads/inquiry.ts";
import { ASKED_NOT_TO_CALL, stoppedNote } from "#people/permissions/permission.ts";
import { formatPhone, phoneHref } from "#platform/phone.ts";
import { type BookingMailSettings, toldDetails, whenLong, whenShort } from "./email-parts.ts";
import type { movedTimes } from "./enqueue-mail.ts";

function replyHint({ email }: Booking): string {
  return email ? "Answering this e-mail writes to the visitor." : "They gave no e-mail address.";
}

export function staffNotice(booking: Booking, settings: BookingMailSettings): Message {
  const name = fullName(booking);
  return {
    ...toStaff(booking, settings),
    letter: {
      subject: `New booking: ${name}, ${whenShort(booking, settings)}`,
      preheader: `${phoneOf(booking, settings)} · ${SITUATIONS[booking.currentSituation]} · ${KEPT_TIMEFRAMES[booking.timeframeToSell]}`,
      heading: `${name} booked a meeting`,
      paragraphs: [
        `${wantsNoCalls(settings) ? ASKED_NOT_TO_CALL : "Please call back within minutes, while it is on their mind."} ${replyHint(booking)}`,
      ],
      details: detailsForStaff(booking, settings),
      button: { label: "Open the booking", url: adminUrl(booking, settings) },
      closing: [],
      reason:
        "You get this e-mail because new bookings are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

export function staffNoticeOfMove(
  booking: Booking,
  settings: BookingMailSettings,
  { from, to }: ReturnType<typeof movedTimes>,
): Message {
  const name = fullName(booking);
  return {
    ...toStaff(booking, settings),
    letter: {
      subject: `Moved by the visitor: ${name}, now ${whenShort(to, settings)}`,
      preheader: `Was ${whenShort(from, settings)}. ${phoneOf(booking, settings)}`,
      heading: `${name} moved the meeting`,
      paragraphs: ["They chose another time with the link in our e-mail. The old time is free again."],
      details: [
        { label: "New time", value: whenLong(to, settings) },
        { label: "Old time", value: whenLong(from, settings) },
        ...shortDetails(booking, settings),
      ],
      button: { label: "Open the booking", url: adminUrl(booking, settings) },
      closing: [],
      reason:
        "You get this e-mail because changes by visitors are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

export function staffNoticeOfCancellation(booking: Booking, settings: BookingMailSettings): Message {
  const name = fullName(booking);
  return {
    ...toStaff(booking, settings),
    letter: {
      subject: `Cancelled by the visitor: ${name}, ${whenShort(booking, settings)}`,
      preheader: booking.cancelReason ?? `No reason given. ${phoneOf(booking, settings)}`,
      heading: `${name} cancelled the meeting`,
      paragraphs: ["They cancelled with the link in our e-mail. The time is free again."],
      details: [
        { label: "Reason", value: booking.cancelReason ?? "None given" },
        { label: "Was", value: whenLong(booking, settings) },
        ...shortDetails(booking, settings),
      ],
      button: { label: "Open the booking", url: adminUrl(booking, settings) },
      closing: [],
      reason:
        "You get this e-mail because changes by visitors are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

export function overdueReminder(
  booking: Booking,
  settings: BookingMailSettings & { leads: LeadRules; waitingSince: Date; now: Date },
): Message {
  const name = fullName(booking);
  const isNotCalled = wantsNoCalls(settings);
  const waited = durationText(businessMinutes(settings.waitingSince, settings.now, settings.leads));
  return {
    ...toStaff(booking, settings),
    letter: {
      subject: `Still waiting for ${isNotCalled ? "an answer" : "a call"}: ${name}, ${whenShort(booking, settings)}`,
      preheader: `Booked ${waited} ago in business hours. Nobody has reached them.`,
      heading: `${name} is still waiting`,
      paragraphs: [
        `This meeting was booked ${waited} of business hours ago, and nobody has reached them. ${isNotCalled ? `${ASKED_NOT_TO_CALL} Please write now` : "Please call now"}, then log what came of it.`,
        replyHint(booking),
      ],
      details: detailsForStaff(booking, settings),
      button: { label: "Open the booking", url: adminUrl(booking, settings) },
      closing: [],
      reason:
        "You get this e-mail because bookings that wait too long are reported to this address. An admin changes that under Settings, Notifications, and you your own choice under Your account.",
    },
  };
}

function wantsNoCalls({ stopped }: BookingMailSettings): boolean {
  return stopped?.includes("call") ?? false;
}

function toStaff(booking: Booking, { accounts }: BookingMailSettings): Pick<Message, "to" | "replyTo"> {
  const { company } = currentFacts();
  return {
    to: staffMailboxes(currentFacts(), accounts),
    // A caller may have no address.
    replyTo: booking.email
      ? { name: fullName(booking), address: booking.email }
      : { name: company.name, address: company.email },
  };
}

function detailsForStaff(booking: Booking, settings: BookingMailSettings): LetterDetail[] {
  return [
    ...contactDetails(booking, settings),
    ...factLines(booking, "person")
      .filter(({ path }) => !SHOWN_ABOVE.includes(path))
      .map(detailOf),
    { label: "Property", value: propertyLine(booking) },
    ...factLines(booking, "sale").map(detailOf),
    { label: "Meeting", value: `${whenLong(booking, settings)}\n${MEETING_TYPE_LABELS[booking.meetingType]}` },
    ...(settings.told ? toldDetails(booking, settings, new Date(booking.createdAt)) : []),
    ...(booking.additionalInfo ? [{ label: "Also said", value: booking.additionalInfo }] : []),
    { label: "Source", value: describeSource(booking.source ?? {}) },
    { label: "Status", value: booking.status },
    { label: "Reference", value: bookingReference(booking.id) },
  ];
}

const SHOWN_ABOVE: readonly FactLine["path"][] = ["firstName", "lastName", "phone", "email"];

function detailOf({ path, short, value }: FactLine): LetterDetail {
  if (path !== "preferredContact") return { label: short, value };
  // Texts need an agreement of their own.
  return { label: "Prefers", value: value === PREFERRED_CONTACTS.text ? "Text, if they have agreed to texts" : value };
}

function contactDetails(booking: Booking, settings: BookingMailSettings): LetterDetail[] {
  const { phone, email } = booking;
  return [
    { label: "Phone", value: phoneOf(booking, settings), href: phoneHref(phone) },
    email
      ? { label: "Email", value: `${email}${stoppedNote(settings.stopped, "email")}`, href: mailHref(email) }
      : { label: "Email", value: "None given" },
  ];
}

function phoneOf({ phone }: Booking, { stopped }: BookingMailSettings): string {
  return `${formatPhone(phone)}${stoppedNote(stopped, "phone")}`;
}

function shortDetails(booking: Booking, settings: BookingMailSettings): LetterDetail[] {
  return [
    { label: "How", value: MEETING_TYPE_LABELS[booking.meetingType] },
    ...contactDetails(booking, settings),
    { label: "Property", value: propertyLine(booking) },
    { label: "Situation", value: SITUATIONS[booking.currentSituation] },
    { label: "Reference", value: bookingReference(booking.id) },
  ];
}

function adminUrl({ id }: Booking, { publicUrl }: BookingMailSettings): string {
  return `${publicUrl}/admin/bookings?booking=${id}`;
}
