// /dev/mail while developing: every message of the site, as it would be sent to a made-up seller.
import * as staffMail from "#bookings/server/mail/emails-to-staff.ts";
import * as visitorMail from "#bookings/server/mail/emails-to-visitor.ts";
import type { BookingsTable } from "#bookings/server/table.ts";
import { createManageLinks } from "#bookings/server/visitor/manage-links.ts";
import { siteBookingRules } from "#bookings/slots.ts";
import * as contactMail from "#contact/server/emails.ts";
import { siteLeadRules } from "#leads/lead.ts";
import { toVisitSourceColumns } from "#leads/server/store.ts";
import type { Message } from "#mail/mail.ts";
import { escapeHtml, renderHtml, renderText } from "#mail/server/layout.ts";
import { testMail } from "#mail/server/test-mail.ts";

export const MAIL_PREVIEW_PATH = "/dev/mail";

type Answer = { type: string; body: string };

/** The answer to a path below /dev/mail; undefined where there is nothing. */
export function mailPreview(path: string, publicUrl: string): Answer | undefined {
  const messages = sampleMessages(publicUrl);
  if (path === MAIL_PREVIEW_PATH) return html(contents(messages));
  const [, name = "", format] = /^\/dev\/mail\/([\w-]+)\.(html|txt|ics)$/.exec(path) ?? [];
  const message = messages[name];
  if (!message) return undefined;
  if (format === "html") return html(renderHtml(message.letter));
  if (format === "txt") return text(renderText(message.letter));
  return message.invite && text(message.invite.content);
}

function sampleMessages(publicUrl: string): Record<string, Message> {
  const manageLinks = createManageLinks("made up for looking at", publicUrl);
  const settings = {
    publicUrl,
    staffEmail: "staff@example.com",
    manageLinks,
    rules: siteBookingRules,
  };
  const now = new Date(sampleBooking.created_at);
  const moved = { ...sampleBooking, meeting_date: "2026-12-01" };
  const dropped = { ...sampleBooking, status: "Cancelled", cancel_reason: SAMPLE_REASON } as const;
  const overdue = {
    ...settings,
    leads: siteLeadRules,
    waitingSince: new Date(sampleBooking.created_at),
    now: new Date("2026-11-20T17:00:00.000Z"),
  };
  return {
    "booking-confirmation": visitorMail.confirmation(sampleBooking, settings, now),
    "booking-confirmation-office": visitorMail.confirmation(
      { ...sampleBooking, meeting_type: "in-person-office", created_at: "2026-11-25T12:00:00.000Z" },
      settings,
      new Date("2026-11-25T12:00:00.000Z"),
    ),
    "booking-reminder": visitorMail.reminder({ ...sampleBooking, meeting_type: "virtual" }, settings, now),
    "booking-rescheduled": visitorMail.rescheduled(moved, settings, { isByVisitor: false, now }),
    "booking-rescheduled-by-visitor": visitorMail.rescheduled(moved, settings, { isByVisitor: true, now }),
    "booking-cancelled": visitorMail.cancelled(dropped, settings, { isByVisitor: false }),
    "booking-cancelled-by-visitor": visitorMail.cancelled(dropped, settings, { isByVisitor: true }),
    "booking-staff-notice": staffMail.staffNotice(sampleBooking, settings),
    "booking-staff-rescheduled": staffMail.staffNoticeOfMove(sampleBooking, settings, {
      from: sampleBooking,
      to: moved,
    }),
    "booking-staff-cancelled": staffMail.staffNoticeOfCancellation(dropped, settings),
    "booking-overdue": staffMail.overdueReminder(sampleBooking, overdue),
    "contact-acknowledgement": contactMail.acknowledgement(sampleContactMessage),
    "contact-staff-notice": contactMail.staffNotice(sampleContactMessage, settings),
    "contact-overdue": contactMail.overdueReminder(sampleContactMessage, overdue),
    test: testMail(settings),
  };
}

function contents(messages: Record<string, Message>): string {
  const items = Object.entries(messages).map(
    ([name, { letter, to, invite }]) =>
      `<li><a href="${MAIL_PREVIEW_PATH}/${name}.html">${escapeHtml(letter.subject)}</a> to ${escapeHtml(to.address)}
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

const SOURCE = toVisitSourceColumns({
  first: { utmSource: "facebook", landingPage: "/inherited-property", at: "2026-11-02T17:20:00.000Z" },
  last: {
    utmSource: "google",
    utmMedium: "cpc",
    utmCampaign: "autumn",
    landingPage: "/",
    at: "2026-11-20T15:00:00.000Z",
  },
});

const sampleBooking: BookingsTable = {
  id: "k7qx9m2p4c8d1fgh3jkmnpqrst",
  status: "Scheduled",
  first_name: "Renée",
  last_name: "O'Brien-Núñez",
  email: "renee.obrien-nunez@example.com",
  email_key: "renee.obrien-nunez@example.com",
  mailbox_key: "renee.obrien-nunez@example.com",
  phone: "(217) 555-0142",
  search_text: "",
  phone_digits: "2175550142",
  preferred_contact: "phone",
  street: "1422 Elm Street",
  city: "Springfield",
  state: "IL",
  zip_code: "62704",
  property_type: "single-family",
  current_situation: "inherited",
  timeframe_to_sell: "1-3-months",
  additional_info:
    "My mother's house. The roof leaks over the kitchen <since spring>.\nMy brother & I both have to sign.",
  meeting_type: "in-person-property",
  meeting_date: "2026-11-25",
  meeting_time: "10:00",
  meeting_minutes: siteBookingRules.slotMinutes,
  seat: 0,
  notes: null,
  cancel_reason: null,
  consent_version: null,
  consent_text: null,
  consent_at: null,
  consent_address: null,
  consent_user_agent: null,
  invite_sequence: 0,
  reminders_stopped_at: null,
  lead_source: null,
  waiting_since: "2026-11-20T15:00:00.000Z",
  first_contact_at: null,
  first_contact_by: null,
  first_contact_minutes: null,
  version: 1,
  created_at: "2026-11-20T15:00:00.000Z",
  updated_at: "2026-11-20T15:00:00.000Z",
  ...SOURCE,
};

const sampleContactMessage: contactMail.MessageToReport = {
  id: "c7qx9m2p4c8d1fgh3jkmnpqrst",
  name: "Thomas Abernathy-Lindqvist",
  email: "thomas@example.com",
  phone: "312-555-0188",
  subject: "offer",
  message: "We have an offer from another buyer.\n\nCould you look at the house before Friday?",
  ...SOURCE,
};
