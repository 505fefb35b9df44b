import type { ContactMessage, NewContactMessage } from "#contact/contact.ts";
import type { LeadRules } from "#leads/lead.ts";
import type { WithPrivacySignal } from "#leads/server/store.ts";
import { mailboxKey } from "#mail/mailbox.ts";
import type { MailsTables } from "#mail/server/store.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { type AuditLogTables, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { claimIdempotencyKey, type IdempotencyTables, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { newId } from "#platform/server/ids.ts";
import { type RateLimitsTables, rateLimitFormPost } from "#platform/server/rate-limits.ts";
import { enqueueEvent, type WebhooksTables } from "#webhooks/server/store.ts";
import { enqueueContactMessageMail } from "./emails.ts";
import { insertContactMessages, makeContactMessageRow } from "./store.ts";
import type { ContactTables } from "./table.ts";

export type Tables = ContactTables &
  RateLimitsTables &
  IdempotencyTables &
  MailsTables &
  AuditLogTables &
  WebhooksTables;

type Request = {
  message: NewContactMessage & WithPrivacySignal;
  leadRules: LeadRules;
  /** The key of the rate limit; undefined if limits are off. */
  limitKey: string | undefined;
  idempotency: IdempotentRequest | undefined;
  now: Date;
};

/** Stores the message and enqueues its mails in one transaction. Throws rate_limited, idempotency_mismatch. */
export async function sendContactMessage(database: Database<Tables>, request: Request): Promise<void> {
  const { message, leadRules, limitKey, idempotency, now } = request;
  const id = newId();
  await database.transaction(async (trx) => {
    if (limitKey) await rateLimitFormPost(trx, { form: "contact", address: limitKey, now });
    const isRepeat = idempotency && (await claimIdempotencyKey(trx, { request: idempotency, resultId: id, now }));
    if (isRepeat) return;
    const made = makeContactMessageRow({ id, message, now });
    await insertContactMessages(trx, [made]);
    await writeAuditLogEntry(trx, { subject: { kind: "contact", id }, actor: VISITOR, action: "created", now });
    const mailbox = limitKey ? mailboxKey(message.email) : undefined;
    await enqueueContactMessageMail(trx, { messageId: id, mailbox, leadRules, now });
    await enqueueEvent(trx, { type: "message.created", recordId: id, data: async () => dataOf(made) }, now);
  });
}

/** Only what the sender entered. */
function dataOf({ id, status, name, email, phone, subject, message, createdAt }: ContactMessage): object {
  return { id, status, name, email, phone: phone ?? null, subject, message, createdAt };
}
