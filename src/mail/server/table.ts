import type { MailKind, MailState } from "#mail/mail.ts";

export type MailsTables = { mails: MailsTable };

export type MailsTable = {
  /** Also the left half of the Message-ID, so that every try of one mail carries the same. */
  id: string;
  kind: MailKind;
  /** The booking or contact message it is about. */
  record_id: string;
  /** Tells apart mails of one kind about one record: which meeting time a reminder is for. Unique with the two above. */
  detail: string;
  urgency: number;
  state: MailState;
  queued_at: string;
  /** When it is owed. */
  due_at: string;
  /** When it is tried next; later than due_at after a failed try. */
  next_try_at: string;
  tries: number;
  /** The Date of the message, so that every try carries the same. */
  first_tried_at: string | null;
  /** The try that has it at the moment, and until when that is believed. */
  claim: string | null;
  claimed_until: string | null;
  /** Whom the latest try addressed. */
  recipient: string | null;
  /** When it was sent, given up or withdrawn. */
  settled_at: string | null;
  last_error: string | null;
};
