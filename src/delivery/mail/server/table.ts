import type { Mail } from "#delivery/mail/admin.ts";
import { MAIL_KINDS, type MailKind, type MailState, type MailTransport } from "#delivery/mail/mail.ts";
import { newRowId } from "#platform/server/ids.ts";
import { newInQueue, type QueueColumns } from "#platform/server/queue/queue.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    mails: MailsTable;
  }
}

/** All attempts of a mail have the same Message-ID, from its id, and the same Date, from first_tried_at. */
export type MailsTable = QueueColumns & {
  kind: MailKind;
  record_id: string;
  detail: string;
  urgency: number;
  state: MailState;
  queued_at: string;
  due_at: string;
  recipient: string | null;
  mailbox_key: string | null;
  transport: MailTransport | null;
};

export type NewMail = {
  kind: MailKind;
  recordId: string;
  detail?: string;
  dueAt: Date;
  mailbox?: string | undefined;
};

export function toRow({ kind, recordId, detail = "", dueAt, mailbox }: NewMail, now: Date): MailsTable {
  return {
    id: newRowId(),
    kind,
    record_id: recordId,
    detail,
    urgency: MAIL_KINDS[kind].urgency,
    ...newInQueue(now, dueAt),
    due_at: dueAt.toISOString(),
    recipient: null,
    mailbox_key: mailbox ?? null,
    transport: null,
  };
}

export function toMail(row: MailsTable): Mail {
  const { label, audience } = MAIL_KINDS[row.kind];
  return {
    _id: row.id,
    kind: row.kind,
    label,
    audience,
    state: row.state,
    recordId: row.record_id,
    recipient: row.recipient,
    transport: row.transport,
    meeting: meetingOf(row.detail),
    dueAt: row.due_at,
    settledAt: row.settled_at,
    nextTryAt: row.state === "waiting" ? row.next_try_at : null,
    tries: row.tries,
    lastError: row.last_error,
  };
}

function meetingOf(detail: string): Mail["meeting"] {
  const [, date, time] = /(?:^| )(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(detail) ?? [];
  return date && time ? { date, time } : null;
}
