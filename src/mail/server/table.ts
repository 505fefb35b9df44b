import type { MailKind, MailState, MailTransport } from "#mail/mail.ts";
import type { QueueColumns } from "#platform/server/queue/queue.ts";

export type MailsTables = { mails: MailsTable };

/**
 * The id is also the left half of the Message-ID, and first_tried_at the Date, so that every try of one mail carries the
 * same. next_try_at is later than due_at after a failed try.
 */
export type MailsTable = QueueColumns & {
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
  /** Whom the latest try addressed. */
  recipient: string | null;
  /** The mailbox in whose budget it counts; null where it counts in none. See mailbox-budget.ts. */
  mailbox_key: string | null;
  /** How it was sent; null before. */
  transport: MailTransport | null;
};
