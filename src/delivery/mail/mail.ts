// A mail is written in the same transaction as its record, sent by a worker, and kept as a record itself.

import { containsAddress } from "#platform/addresses-in-text.ts";

export const MAIL_KINDS = {
  "booking-staff-notice": { label: "Notice to staff", audience: "staff", urgency: 0, tells: "event" },
  "booking-staff-rescheduled": {
    label: "Notice to staff of a new time",
    audience: "staff",
    urgency: 0,
    tells: "event",
  },
  "booking-staff-cancelled": {
    label: "Notice to staff of a cancellation",
    audience: "staff",
    urgency: 0,
    tells: "event",
  },
  "contact-staff-notice": { label: "Notice to staff", audience: "staff", urgency: 0, tells: "event" },
  "call-staff-notice": { label: "Notice to staff", audience: "staff", urgency: 0, tells: "event" },
  "import-staff-notice": {
    label: "Notice to staff of new people in a file",
    audience: "staff",
    urgency: 0,
    tells: "event",
  },
  "refused-lead-notice": { label: "Notice to staff of a refused lead", audience: "staff", urgency: 0, tells: "event" },
  "booking-overdue": { label: "Reminder to staff of a first contact", audience: "staff", urgency: 0 },
  "contact-overdue": { label: "Reminder to staff of a first contact", audience: "staff", urgency: 0 },
  "call-overdue": { label: "Reminder to staff of a first contact", audience: "staff", urgency: 0 },
  "import-overdue": { label: "Reminder to staff of a first contact", audience: "staff", urgency: 0 },
  "lead-open-again": { label: "Notice to who is next of a lead that is open again", audience: "staff", urgency: 0 },
  "offer-answered": {
    label: "Notice to staff of an answer to an offer",
    audience: "staff",
    urgency: 0,
    tells: "event",
  },
  "privacy-request-notice": {
    label: "Notice to staff of a privacy request",
    audience: "staff",
    urgency: 0,
    tells: "event",
  },
  morning: { label: "An admin's day", audience: "staff", urgency: 0 },
  week: { label: "The week before", audience: "staff", urgency: 0 },
  "factor-due": { label: "Notice to admins of a second factor that is due", audience: "staff", urgency: 0 },
  "exports-over": { label: "Notice to owners of many exported rows", audience: "staff", urgency: 0 },
  "system-alarm": { label: "Alarm about the site", audience: "staff", urgency: 0 },
  test: { label: "Test e-mail", audience: "staff", urgency: 0 },
  "account-link": { label: "Link for an account", audience: "account", urgency: 0 },
  "booking-confirmation": { label: "Booking confirmation", audience: "visitor", urgency: 1, why: "meeting" },
  "booking-rescheduled": { label: "Notice of a new time", audience: "visitor", urgency: 1, why: "meeting" },
  "booking-whereabouts": { label: "Link or address of a meeting", audience: "visitor", urgency: 1, why: "meeting" },
  "booking-cancelled": { label: "Notice of cancellation", audience: "visitor", urgency: 1, why: "meeting" },
  "privacy-verification": { label: "Verification of a privacy request", audience: "visitor", urgency: 1, why: "asked" },
  "contact-acknowledgement": { label: "Acknowledgement", audience: "visitor", urgency: 1, why: "asked" },
  "offer-sent": { label: "Offer", audience: "visitor", urgency: 1, why: "permitted" },
  /** Strangers can ask for any number of them, and must not delay other mail. */
  "password-reset": { label: "Link for a new password", audience: "account", urgency: 2 },
  "booking-reminder": { label: "Reminder", audience: "visitor", urgency: 2, why: "permitted" },
  /** Anybody who registers can cause any number of them, in many mailboxes. */
  "account-notice": { label: "Notice to an account", audience: "account", urgency: 3 },
} as const satisfies Record<string, OwnMail | VisitorMail>;

/** A mail that tells of an event says how late it is. */
type OwnMail = { label: string; audience: "staff" | "account"; urgency: number; tells?: "event" };

/**
 * meeting: about a confirmed meeting. asked: the person asked for it at that moment. permitted: the person has not
 * stopped e-mail. A stop holds back only the last, and only the first has no link to stop.
 */
type VisitorMail = { label: string; audience: "visitor"; urgency: number; why: "meeting" | "asked" | "permitted" };

export type MailKind = keyof typeof MAIL_KINDS;

/**
 * waiting: to be sent, now or later. sent: accepted by the mail server or written to the outbox. failed: given up until
 * an admin retries it. withdrawn: no longer needed.
 */
export const MAIL_STATES = ["waiting", "sent", "failed", "withdrawn"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const MAIL_TRANSPORTS = ["smtp", "outbox"] as const;
export type MailTransport = (typeof MAIL_TRANSPORTS)[number];

export type Mailbox = { name: string; address: string };

export type Letter = {
  subject: string;
  preheader: string;
  heading: string;
  paragraphs: readonly string[];
  details: readonly LetterDetail[];
  /** Opening the link changes nothing, because mail programs open links by themselves. */
  button?: { label: string; url: string };
  link?: { label: string; url: string };
  closing: readonly string[];
  reason: string;
  optOuts?: readonly { label: string; url: string }[];
};

export type LetterDetail = {
  label: string;
  value: string;
  /** The link is tel:, mailto: or what staff entered as the link of a video call, never a URL that a visitor entered. */
  href?: string;
};

export type Invite = { method: "REQUEST" | "CANCEL"; content: string };

export type Message = {
  to: readonly Mailbox[];
  replyTo: Mailbox;
  letter: Letter;
  invite?: Invite;
  /** A POST to it stops further e-mail (RFC 8058). The worker sets it. */
  unsubscribeUrl?: string;
};

/** Parts that contain an address are left out: forms refuse those, but older or imported records may have some. */
export function textForVisitor(parts: readonly string[], between: string): string {
  const text = parts.filter((part) => !containsAddress(part)).join(between);
  return containsAddress(text) ? "" : text;
}

/** A name can be any text, and a stranger's advertisement must not go out in the company's name. */
export function greetingFor(name: string): string {
  const isName = /^[\p{L}\p{M}'’ -]{1,60}\.?$/u.test(name);
  return isName ? `${name},` : "Hello,";
}

export function mailHref(address: string): string {
  return `mailto:${encodeURIComponent(address).replace("%40", "@")}`;
}
