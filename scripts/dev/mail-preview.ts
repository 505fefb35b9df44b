import { exportsOverMail } from "#accounts/exports/server/emails.ts";
import { factorDueMail } from "#accounts/own-account/server/factor-due-mail.ts";
import type { AccountLinkKind } from "#accounts/users/account-link.ts";
import { linkMessage } from "#accounts/users/server/links/account-mail.ts";
import { createAccountLinks } from "#accounts/users/server/links/store.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { morningMail } from "#deals/day/server/emails.ts";
import { weekMail } from "#deals/day/server/week.ts";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { computeFigures } from "#deals/offers/arithmetic.ts";
import { answerNotice, offerLetter } from "#deals/offers/server/emails.ts";
import { createOfferLinks } from "#deals/offers/server/offer-links.ts";
import * as privacyMail from "#deals/privacy/server/emails.ts";
import { createVerificationLinks } from "#deals/privacy/server/verification-links.ts";
import { MAIL_KINDS, type MailKind, type Message } from "#delivery/mail/mail.ts";
import { renderHtml, renderText } from "#delivery/mail/server/layout.ts";
import { withOptOut } from "#delivery/mail/server/opt-out.ts";
import { testMail } from "#delivery/mail/server/test-mail.ts";
import { refusedLetter } from "#inquiries/added-leads/server/emails.ts";
import type { Booking } from "#inquiries/bookings/booking.ts";
import * as staffMail from "#inquiries/bookings/server/mail/emails-to-staff.ts";
import * as visitorMail from "#inquiries/bookings/server/mail/emails-to-visitor.ts";
import { createManageLinks } from "#inquiries/bookings/server/visitor/manage-links.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import * as callMail from "#inquiries/calls/server/emails.ts";
import type { ContactMessage } from "#inquiries/contact/contact.ts";
import * as contactMail from "#inquiries/contact/server/emails.ts";
import * as importMail from "#inquiries/kinds/server/import-emails.ts";
import { openAgainNotice } from "#inquiries/roster/server/emails.ts";
import { alarmMessage } from "#operation/system/server/emails.ts";
import type { Attributions } from "#people/leads/attribution.ts";
import type { Call } from "#people/leads/call.ts";
import { siteLeadRules } from "#people/leads/inquiry.ts";
import { STOP_PATH } from "#people/permissions/permission.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { keysOf } from "#platform/server/links/derive-key.ts";
import { escapeHtml } from "#platform/text.ts";
import { newOfferContent } from "#test/offers.ts";

export const MAIL_PREVIEW_PATH = "/dev/mail";

type Answer = { type: string; body: string };

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

function kindOf(name: string): MailKind {
  const kind = (Object.keys(MAIL_KINDS) as MailKind[]).find((kind) => name === kind || name.startsWith(`${kind}-`));
  if (!kind) throw new Error(`No kind of mail is called ${name}`);
  return kind;
}

function sampleMails(publicUrl: string): Record<string, Message> {
  const manageLinks = createManageLinks(keysOf("made up for looking at"), publicUrl);
  const settings = {
    publicUrl,
    manageLinks,
    rules: siteBookingRules(currentFacts()),
  };
  const privacySettings = { publicUrl, links: createVerificationLinks(keysOf("made up for looking at"), publicUrl) };
  const callSettings = { publicUrl, stopped: [], accounts: [], statement: undefined };
  const now = new Date(sampleBooking.createdAt);
  const request = { ...sampleRequest, email: sampleBooking.email };
  const virtual = { ...sampleBooking, meetingType: "virtual" } as const;
  const twice = { ...settings, rules: { ...settings.rules, secondReminder: true } };
  const moved = { ...sampleBooking, meetingDate: "2026-12-01" };
  const dropped = { ...sampleBooking, status: "Cancelled", cancelReason: SAMPLE_REASON } as const;
  const overdue = {
    ...settings,
    leads: siteLeadRules(currentFacts()),
    waitingSince: new Date(sampleBooking.createdAt),
    now: new Date("2026-11-20T17:00:00.000Z"),
  };
  const sampleImport = { kind: "call", count: 12, accounts: [], publicUrl } as const;
  return {
    "booking-confirmation": visitorMail.confirmation(sampleBooking, settings, now),
    "booking-confirmation-office": visitorMail.confirmation(
      { ...sampleBooking, meetingType: "in-person-office", createdAt: "2026-11-25T12:00:00.000Z" },
      settings,
      new Date("2026-11-25T12:00:00.000Z"),
    ),
    [`booking-confirmation${STOPPED}`]: visitorMail.confirmation(sampleBooking, settings, now),
    "booking-confirmation-promise": visitorMail.confirmation(
      sampleBooking,
      { ...settings, promise: { name: "Ana", by: new Date(now.getTime() + 600_000).toISOString() } },
      now,
    ),
    "booking-reminder": visitorMail.reminder(virtual, settings, { isSecond: false, now }),
    "booking-reminder-second": visitorMail.reminder(virtual, twice, { isSecond: true, now }),
    "booking-whereabouts": visitorMail.whereabouts(virtual, { ...settings, told: "https://video.example/dana" }, now),
    "booking-rescheduled": visitorMail.rescheduled(moved, settings, { cause: "staff", now }),
    "booking-rescheduled-by-visitor": visitorMail.rescheduled(moved, settings, { cause: "visitor", now }),
    "booking-rescheduled-zone": visitorMail.rescheduled(sampleBooking, settings, { cause: "zone", now }),
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
    "call-staff-notice": callMail.staffNotice(sampleCall, callSettings),
    "call-staff-notice-call-back": callMail.staffNotice(askedCall, callSettings),
    "call-overdue": callMail.overdueReminder(sampleCall, { ...overdue, ...callSettings }),
    "refused-lead-notice": refusedLetter({ name: "LeadMill", id: "key", count: 3 }, { publicUrl, accounts: [] }),
    "import-staff-notice": importMail.importNotice(sampleImport),
    "import-overdue": importMail.importReminder({ ...sampleImport, count: 1 }, "16 min"),
    "lead-open-again": openAgainNotice(
      {
        to: { name: "Ben", address: "ben@example.com" },
        leadId: sampleBooking.leadId,
        name: "Renée O'Brien-Núñez",
        place: "1422 Elm Street, Springfield, IL 62704",
        since: sampleBooking.createdAt,
        by: "Ana Ruiz",
      },
      settings,
    ),
    "privacy-verification": privacyMail.verification(request, privacySettings),
    [`privacy-verification${STOPPED}`]: privacyMail.verification(request, privacySettings),
    "privacy-request-notice": privacyMail.requestNotice(sampleRequest, privacySettings),
    morning: morningMail(sampleDay, settings),
    week: weekMail(sampleWeek, settings),
    ...offerMails(publicUrl),
    ...accountMails(publicUrl),
    ...alarmMails(publicUrl),
    test: testMail(settings),
  };
}

function offerMails(publicUrl: string): Record<string, Message> {
  const settings = { publicUrl, links: createOfferLinks(keysOf("made up for looking at"), publicUrl) };
  const content = newOfferContent();
  const offer = { id: sampleBooking.id, leadId: sampleContactMessage.id, content, figures: computeFigures(content) };
  const { email = "", phone } = sampleBooking;
  const place = "1422 Elm Street, Springfield, IL 62704";
  const seller = {
    name: "Renée O'Brien-Núñez",
    email,
    phone,
    place,
    stage: "Offer made",
    hasStoppedEmail: false,
    stopped: [],
  };
  const answer = { id: "", offerId: offer.id, at: sampleBooking.createdAt };
  const letter = offerLetter(offer, seller, settings);
  return {
    ...(letter && { "offer-sent": letter }),
    "offer-answered": answerNotice(
      offer,
      { ...answer, answer: "counter", amountCents: 15_000_000, text: SAMPLE_REASON },
      { ...seller, stopped: ["call"] },
      settings,
    ),
  };
}

function alarmMails(publicUrl: string): Record<string, Message> {
  const settings = { publicUrl, alertEmail: "owner@example.com" };
  const alarm = { alarm: "disk-data", since: "2026-11-20T15:00:00.000Z" } as const;
  return {
    "system-alarm": alarmMessage(
      {
        ...alarm,
        found: "1.2 GB of 40 GB is free, and 3.1 GB more is used each week: full on Nov 23, 2026 at that pace.",
        toDo: "Make room: delete what you do not need, keep fewer backups (BACKUP_KEEP), or get a larger disk.",
        overAt: null,
      },
      settings,
    ),
    "system-alarm-over": alarmMessage(
      { ...alarm, found: "12 GB of 40 GB is free.", toDo: null, overAt: "2026-11-20T19:30:00.000Z" },
      settings,
    ),
  };
}

function accountMails(publicUrl: string): Record<string, Message> {
  const links = createAccountLinks(keysOf("made up for looking at"), publicUrl);
  const sample = (kind: AccountLinkKind, created_by: string = sampleLink.created_by) =>
    linkMessage({ ...sampleLink, kind, created_by, expires_at: "2026-11-27T15:00:00.000Z" }, { links });
  return {
    "password-reset": sample("password-reset"),
    "factor-due": factorDueMail(
      {
        to: [{ email: sampleLink.email }],
        by: "2026-11-27T15:00:00.000Z",
        hasStopped: false,
        keys: ["The CRM"],
        feeds: 1,
      },
      { publicUrl },
    ),
    "exports-over": exportsOverMail(
      { to: [{ email: sampleLink.email }], actor: 'key "The CRM"', kind: "key", day: "2026-11-20", figure: 5_000 },
      { publicUrl },
    ),
    "account-link-invitation": sample("invitation"),
    "account-link-confirm-email": sample("confirm-email", VISITOR),
    "account-link-confirm-email-by-admin": sample("confirm-email"),
    "account-link-new-email": sample("new-email"),
    "account-link-undo-email": sample("undo-email"),
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
  leadId: "p7qx9m2p4c8d1fgh3jkmnpqrst",
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

const sampleCall: Call = {
  id: "q8qx9m2p4c8d1fgh3jkmnpqrst",
  leadId: "p7qx9m2p4c8d1fgh3jkmnpqrst",
  personId: "r9qx9m2p4c8d1fgh3jkmnpqrst",
  name: "Walter Okonkwo",
  phone: "(217) 555-0142",
  property: { street: "12 Elm St", city: "Springfield", state: "IL" },
  situation: "inherited",
  heard: { source: "postcard" },
  said: "Please call after six.",
  waitingSince: "2026-11-20T15:00:00.000Z",
  takenBy: 'key "Answering service"',
  createdAt: "2026-11-20T15:00:00.000Z",
};

const askedCall: Call = {
  ...sampleCall,
  situation: undefined,
  heard: undefined,
  said: undefined,
  origin: "call-back",
  askedFor: "this evening",
  callFrom: "2026-11-20T23:00:00.000Z",
  takenBy: "visitor",
};

const sampleContactMessage: ContactMessage = {
  leadId: "p7qx9m2p4c8d1fgh3jkmnpqrst",
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

const sampleLink = {
  id: "4c7qx9m2p4c8d1fgh3jkmnpqrs",
  user_id: null,
  email: "marcus@example.com",
  role: "admin",
  duties: null,
  own_leads_only: 0,
  bound_to: null,
  token_hash: "",
  created_by: "dana@example.com",
  made_by: null,
  created_at: "2026-11-20T15:00:00.000Z",
  ended_at: null,
  ended_how: null,
} as const;

const sampleLead: AdminLead = {
  _id: "9d3k6w0v7m2q8x5c1z4b7n0r3t",
  person: { _id: "2h5j8m1p4r7t0w3y6a9c2e5g8k", name: "Renée O'Brien-Núñez", phone: sampleBooking.phone },
  property: sampleBooking.propertyAddress,
  stage: "Met",
  isOpen: true,
  inquiries: 1,
  tries: 0,
  version: 1,
  createdAt: sampleBooking.createdAt,
  updatedAt: sampleBooking.createdAt,
};

const sampleStep = { _id: "5f8h1k4n7q0s3v6y9b2d5g8j1m", leadId: sampleLead._id, version: 1 };

const SAMPLE_LINES = [
  { lead: { ...sampleLead, nextStep: { ...sampleStep, what: "Bring the offer", dueDay: "2026-11-20" } } },
  { lead: { ...sampleLead, nextStep: { ...sampleStep, what: "Call back", dueDay: "2026-11-23" } } },
  { lead: sampleLead },
];

const sampleWeek = {
  to: "dana@example.com",
  week: {
    from: "2026-11-16",
    to: "2026-11-22",
    leads: 12,
    spentCents: 118_000,
    answered: { total: 14, contacted: 11, median: 9, wallMedian: 43, withinFive: 5 },
    met: 4,
    noShows: 1,
    paidLeads: 7,
    offers: 3,
    contracts: 1,
  },
};

const sampleDay = {
  to: "dana@example.com",
  day: {
    today: "2026-11-23",
    waiting: { count: 1, lines: [{ lead: sampleLead }], requests: { count: 1, dueDay: "2026-12-20" } },
    due: { count: 17, lines: SAMPLE_LINES },
    meetings: { count: 0, lines: [] },
    offers: { count: 0, lines: [] },
    later: 3,
    asleep: 0,
  },
};
