// A mail is a message we owe somebody: a row written with the booking or message it belongs to, sent by a worker, and kept
// as the record of what was sent. This file holds its words.

export const MAIL_KINDS = {
  "booking-staff-notice": { label: "Notice to staff", audience: "staff", urgency: 0 },
  "contact-staff-notice": { label: "Notice to staff", audience: "staff", urgency: 0 },
  test: { label: "Test e-mail", audience: "staff", urgency: 0 },
  "booking-confirmation": { label: "Booking confirmation", audience: "visitor", urgency: 1 },
  "booking-rescheduled": { label: "Notice of a new time", audience: "visitor", urgency: 1 },
  "booking-cancelled": { label: "Notice of cancellation", audience: "visitor", urgency: 1 },
  "contact-acknowledgement": { label: "Acknowledgement", audience: "visitor", urgency: 1 },
  "booking-reminder": { label: "Reminder", audience: "visitor", urgency: 2 },
} as const satisfies Record<string, { label: string; audience: "visitor" | "staff"; urgency: number }>;

export type MailKind = keyof typeof MAIL_KINDS;

/**
 * waiting: owed, now or later. sent: a mail server has taken it. failed: given up, until an admin says otherwise.
 * withdrawn: no longer owed, such as the reminder of a cancelled meeting.
 */
export const MAIL_STATES = ["waiting", "sent", "failed", "withdrawn"] as const;
export type MailState = (typeof MAIL_STATES)[number];

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
  closing: readonly string[];
  /** Why the reader got it. */
  reason: string;
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
