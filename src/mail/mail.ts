// A mail is a message we owe somebody: a row written with the booking or message it belongs to, sent by a worker, and kept
// as the record of what was sent. This file holds its words.

import { holdsAddress } from "#platform/addresses-in-text.ts";

export const MAIL_KINDS = {
  "booking-staff-notice": { label: "Notice to staff", audience: "staff", urgency: 0 },
  "booking-staff-rescheduled": { label: "Notice to staff of a new time", audience: "staff", urgency: 0 },
  "booking-staff-cancelled": { label: "Notice to staff of a cancellation", audience: "staff", urgency: 0 },
  "contact-staff-notice": { label: "Notice to staff", audience: "staff", urgency: 0 },
  "booking-overdue": { label: "Reminder to staff of a first contact", audience: "staff", urgency: 0 },
  "contact-overdue": { label: "Reminder to staff of a first contact", audience: "staff", urgency: 0 },
  test: { label: "Test e-mail", audience: "staff", urgency: 0 },
  "booking-confirmation": { label: "Booking confirmation", audience: "visitor", urgency: 1 },
  "booking-rescheduled": { label: "Notice of a new time", audience: "visitor", urgency: 1 },
  "booking-cancelled": { label: "Notice of cancellation", audience: "visitor", urgency: 1 },
  "contact-acknowledgement": { label: "Acknowledgement", audience: "visitor", urgency: 1 },
  "booking-reminder": { label: "Reminder", audience: "visitor", urgency: 2 },
} as const satisfies Record<string, { label: string; audience: "visitor" | "staff"; urgency: number }>;

export type MailKind = keyof typeof MAIL_KINDS;

/**
 * waiting: owed, now or later. sent: a mail server has taken it, or the outbox where there is none. failed: given up, until an admin says otherwise.
 * withdrawn: no longer owed, such as the reminder of a cancelled meeting.
 */
export const MAIL_STATES = ["waiting", "sent", "failed", "withdrawn"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** To a mail server, or as a file into a folder, which nobody gets. */
export const MAIL_TRANSPORTS = ["smtp", "outbox"] as const;
export type MailTransport = (typeof MAIL_TRANSPORTS)[number];

export type Mailbox = { name: string; address: string };

/** What a message says, before it is given a look. All of it is plain text. */
export type Letter = {
  subject: string;
  /** The line mail programs show beside the subject. */
  preheader: string;
  heading: string;
  paragraphs: readonly string[];
  details: readonly LetterDetail[];
  /** The one thing to do. Opening it changes nothing. */
  button?: { label: string; url: string };
  /** Something else that may be wanted, in plain sight but quieter. */
  link?: { label: string; url: string };
  closing: readonly string[];
  /** Why the reader got it. */
  reason: string;
  /** Where to ask for no more of its kind: a page that asks before it changes anything. */
  optOut?: { label: string; url: string };
};

export type LetterDetail = {
  label: string;
  value: string;
  /** tel: or mailto:, never an address that somebody typed. */
  href?: string;
};

export type Invite = { method: "REQUEST" | "CANCEL"; content: string };

/** A message that is ready to be sent. */
export type Message = {
  to: Mailbox;
  replyTo: Mailbox;
  letter: Letter;
  invite?: Invite;
  /** Stops further messages of its kind when posted to. */
  unsubscribeUrl?: string;
};

/**
 * What a mail to a visitor repeats of what was typed: without those of the parts that hold an address. Our forms refuse
 * them, but what was stored before that, or imported, may have some.
 */
export function sayToVisitor(parts: readonly string[], between: string): string {
  const said = parts.filter((part) => !holdsAddress(part)).join(between);
  return holdsAddress(said) ? "" : said;
}

/**
 * "Renée," or "Hello,": the form takes any text as a name, and a stranger's advertisement must not go out under ours.
 */
export function greetingFor(name: string): string {
  const isName = /^[\p{L}\p{M}'’ -]{1,60}\.?$/u.test(name);
  return isName ? `${name},` : "Hello,";
}

/** A mailto: link to an address as somebody typed it. */
export function mailHref(address: string): string {
  return `mailto:${encodeURIComponent(address).replace("%40", "@")}`;
}
