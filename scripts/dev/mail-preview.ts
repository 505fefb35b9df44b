// /dev/mail in development: every mail of the site with made-up data.

import type { Booking } from "#bookings/booking.ts";
import * as staffMail from "#bookings/server/mail/emails-to-staff.ts";
import * as visitorMail from "#bookings/server/mail/emails-to-visitor.ts";
import { createManageLinks } from "#bookings/server/visitor/manage-links.ts";
import { siteBookingRules } from "#bookings/slots.ts";
import type { ContactMessage } from "#contact/contact.ts";
import * as contactMail from "#contact/server/emails.ts";
import type { Attributions } from "#leads/attribution.ts";
import { siteLeadRules } from "#leads/lead.ts";
import { MAIL_KINDS, type MailKind, type Message } from "#mail/mail.ts";
import { escapeHtml, renderHtml, renderText } from "#mail/server/layout.ts";
import { withOptOut } from "#mail/server/opt-out.ts";
import { testMail } from "#mail/server/test-mail.ts";
import * as privacyMail from "#people/server/emails.ts";
import { createVerificationLinks } from "#people/server/verification-links.ts";
import { STOP_PATH } from "#permissions/permission.ts";

export const MAIL_PREVIEW_PATH = "/dev/mail";

type Answer = { type: string; body: string };

/** To or about a person who has stopped something. */
const STOPPED = "-stopped";

export async function mailPreview(path: string, publicUrl: string): Promise<Answer | undefined> {
  const messages = await asSent(sampleMails(publicUrl), publicUrl);
  if (path === MAIL_PREVIEW_PATH) return html(contents(messages));
  const [, name = "", format] = /^\/dev\/mail\/([\w-]+)\.(html|txt|ics)$/.exec(path) ?? [];
  const message = messages[name];
  if (!message) return undefined;
  if (format === "html") return html(renderHtml(message.letter));
  if (format === "txt") return text(renderText(message.letter));
  return message.invite && text(message.invite.content);
}

/** With what the worker adds about stopping e-mail. */
async function asSent(messages: Record<string, Message>, publicUrl: string): Promise<Record<string, Message>> {
  const sent: Record<string, Message> = {};
  for (const [name, message] of Object.entries(messages)) {
    const shown = await withOptOut(kindOf(name), message, {
      hasStopped: async () => name.endsWith(STOPPED),
      urlOf: async () => `${publicUrl}${STOP_PATH}made.up`,
    });
    if (shown) sent[name] = shown;
  }
  return sent;
}

/** Names are a kind, and what is special about the sample. */
function kindOf(name: string): MailKind {
  const kind = (Object.keys(MAIL_KINDS) as MailKind[]).find((kind) => name === kind || name.startsWith(`${kind}-`));
  if (!kind) throw new Error(`No kind of mail is called ${name}`);
  return kind;
}

function sampleMails(publicUrl: string): Record<string, Message> {
  const manageLinks = createManageLinks("made up for looking at", publicUrl);
  const settings = {
    publicUrl,
    manageLinks,
    rules: siteBookingRules(),
  };
  const privacySettings = { publicUrl, links: createVerificationLinks("made up for looking at", publicUrl) };
  const now = new Date(sampleBooking.createdAt);
  const request = { ...sampleRequest, email: sampleBooking.email };
  const moved = { ...sampleBooking, meetingDate: "2026-12-01" };
  const dropped = { ...sampleBooking, status: "Cancelled", cancelReason: SAMPLE_REASON } as const;
  const overdue = {
    ...settings,
    leads: siteLeadRules(),
    waitingSince: new Date(sampleBooking.createdAt),
    now: new Date("2026-11-20T17:00:00.000Z"),
  };
  return {
    "booking-confirmation": visitorMail.confirmation(sampleBooking, settings, now),
    "booking-confirmation-office": visitorMail.confirmation(
      { ...sampleBooking, meetingType: "in-person-office", createdAt: "2026-11-25T12:00:00.000Z" },
      settings,
      new Date("2026-11-25T12:00:00.000Z"),
    ),
    [`booking-confirmation${STOPPED}`]: visitorMail.confirmation(sampleBooking, settings, now),
    "booking-reminder": visitorMail.reminder({ ...sampleBooking, meetingType: "virtual" }, settings, now),
    "booking-rescheduled": visitorMail.rescheduled(moved, settings, { isByVisitor: false, now }),
    "booking-rescheduled-by-visitor": visitorMail.rescheduled(moved, settings, { isByVisitor: true, now }),
    "booking-cancelled": visitorMail.cancelled(dropped, settings, { isByVisitor: false }),
    "booking-cancelled-by-visitor": visitorMail.cancelled(dropped, settings, { isByVisitor: true }),
    "booking-staff-notice": staffMail.staffNotice(sampleBooking, settings),
    [`booking-staff-notice${STOPPED}`]: staffMail.staffNotice(sampleBooking, {
      ...settings,
      stopped: ["call", "text"],
    }),
    "booking-staff-rescheduled": staffMail.staffNoticeOfMove(sampleBooking, settings, {
      from: sampleBooking,
      to: moved,
    }),
    "booking-staff-cancelled": staffMail.staffNoticeOfCancellation(dropped, settings),
    "booking-overdue": staffMail.overdueReminder(sampleBooking, overdue),
    "contact-acknowledgement": contactMail.acknowledgement(sampleContactMessage),
    "contact-staff-notice": contactMail.staffNotice(sampleContactMessage, settings),
    "contact-overdue": contactMail.overdueReminder(sampleContactMessage, overdue),
    "privacy-verification": privacyMail.verification(request, privacySettings),
    [`privacy-verification${STOPPED}`]: privacyMail.verification(request, privacySettings),
    "privacy-request-notice": privacyMail.requestNotice(sampleRequest, privacySettings),
    test: testMail(settings),
  };
}

function contents(messages: Record<string, Message>): string {
  const items = Object.entries(messages).map(
    ([name, { letter, to, invite }]) =>
      `<li><a href="${MAIL_PREVIEW_PATH}/${name}.html">${escapeHtml(letter.subject)}</a> to ${escapeHtml(to.map(({ address }) => address).join(", "))}
(<a href="${MAIL_PREVIEW_PATH}/${name}.txt">text</a>${invite ? `, <a href="${MAIL_PREVIEW_PATH}/${name}.ics">invite</a>` : ""})</li>`,
  );
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Messages</title><meta name="color-scheme" content="light dark"></head>
<body><main><h1>Messages</h1><ul>${items.join("\n")}</ul></main></body></html>`;
}

function html(body: string): Answer {
  return { type: "text/html; charset=utf-8", body };
}

function text(body: string): Answer {
  return { type: "text/plain; charset=utf-8", body };
}

const SAMPLE_REASON = "My brother wants to keep the house after all. Maybe in spring.";

const SOURCE: Attributions = {
  first: { utmSource: "facebook", landingPage: "/inherited-property", at: "2026-11-02T17:20:00.000Z" },
  last: {
    utmSource: "google",
    utmMedium: "cpc",
    utmCampaign: "autumn",
    landingPage: "/",
    at: "2026-11-20T15:00:00.000Z",
  },
};

const sampleBooking: Booking = {
  id: "k7qx9m2p4c8d1fgh3jkmnpqrst",
  status: "Scheduled",
  firstName: "Renée",
  lastName: "O'Brien-Núñez",
  email: "renee.obrien-nunez@example.com",
  phone: "(217) 555-0142",
  preferredContact: "phone",
  propertyAddress: { street: "1422 Elm Street", city: "Springfield", state: "IL", zipCode: "62704" },
  propertyType: "single-family",
  currentSituation: "inherited",
  timeframeToSell: "1-3-months",
  additionalInfo:
    "My mother's house. The roof leaks over the kitchen <since spring>.\nMy brother & I both have to sign.",
  meetingType: "in-person-property",
  meetingDate: "2026-11-25",
  meetingTime: "10:00",
  meetingMinutes: 30,
  seat: 0,
  inviteSequence: 0,
  waitingSince: "2026-11-20T15:00:00.000Z",
  version: 1,
  createdAt: "2026-11-20T15:00:00.000Z",
  updatedAt: "2026-11-20T15:00:00.000Z",
  source: SOURCE,
};

const sampleContactMessage: ContactMessage = {
  id: "c7qx9m2p4c8d1fgh3jkmnpqrst",
  name: "Thomas Abernathy-Lindqvist",
  email: "thomas@example.com",
  phone: "312-555-0188",
  subject: "offer",
  message: "We have an offer from another buyer.\n\nCould you look at the house before Friday?",
  status: "New",
  source: SOURCE,
  waitingSince: "2026-11-20T15:00:00.000Z",
  version: 1,
  createdAt: "2026-11-20T15:00:00.000Z",
  updatedAt: "2026-11-20T15:00:00.000Z",
};

const sampleRequest = {
  id: "p7qx9m2p4c8d1fgh3jkmnpqrst",
  kind: "copy",
  created_at: "2026-11-20T15:00:00.000Z",
  due_day: "2027-01-04",
} as const;
