import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { lockMailbox } from "#delivery/mail/server/mailbox-throttle.ts";
import type { ContactMessage, NewContactMessage } from "#inquiries/contact/contact.ts";
import { takeIn } from "#inquiries/kinds/server/take-in.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { chooseLeads } from "#people/leads/server/join-lead.ts";
import type { WithPrivacySignal } from "#people/leads/server/privacy-signal.ts";
import { noticedEntries } from "#people/permissions/server/agreements.ts";
import type { NewEntry } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { VISITOR } from "#platform/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { claimIdempotencyKey, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { newRowId } from "#platform/server/ids.ts";
import { rateLimitFormPost } from "#platform/server/rate-limits.ts";
import { contactMessageMail } from "./emails.ts";
import { makeContactMessageRow } from "./make-contact-message.ts";
import { insertContactMessages } from "./store.ts";

type Request = {
  visitor: { address: string; userAgent: string | undefined };
  message: NewContactMessage & WithPrivacySignal;
  leadRules: LeadRules;
  /** The key of the rate limit; undefined if limits are off. */
  limitKey: string | undefined;
  idempotency: IdempotentRequest | undefined;
  now: Date;
};

/** Throws rate_limited, idempotency_mismatch. */
export async function sendContactMessage(database: Database, request: Request): Promise<void> {
  const { message, leadRules, limitKey, idempotency, now } = request;
  const id = newRowId();
  const entries = await entriesOf(database, message);
  const hashes = (await personKeys(database)).of(message);
  await database.transaction(async (trx) => {
    if (limitKey) await rateLimitFormPost(trx, { form: "contact", address: limitKey, now });
    const isRepeat = idempotency && (await claimIdempotencyKey(trx, { request: idempotency, resultId: id, now }));
    if (isRepeat) return;
    const { name, email, phone, source } = message;
    const inquiry = { name, email, phone, source, stage: "New", isLive: true, at: now } as const;
    const mailbox = limitKey ? mailboxKey(message.email) : undefined;
    // The mailbox is locked before the person, as by a booking: in different orders the two could deadlock.
    if (mailbox) await lockMailbox(trx, mailbox);
    const leads = await chooseLeads(trx, [inquiry]);
    const { leadId } = leads.joined[0];
    const record = { kind: "contact", id };
    await takeIn<ContactMessage>(
      trx,
      {
        leads,
        records: [{ ...makeContactMessageRow({ id, message, now }), leadId }],
        insert: insertContactMessages,
        ledger: [{ ...agreementOf(request), hashes, entries, record }],
        audit: [{ subject: record, action: "created" }],
        mail: contactMessageMail(trx, { messageId: id, mailbox, leadRules, now }),
        event: { type: "message.created", dataOf },
      },
      { actor: VISITOR, now },
    );
  });
}

/** A message permits the answer in the words of the form, by phone only if it contains a number. */
async function entriesOf(database: Database, { notice, phone }: NewContactMessage): Promise<NewEntry[]> {
  const entries = await noticedEntries(database, "message", notice);
  return entries.filter(({ channel }) => channel === "email" || Boolean(phone));
}

function agreementOf({ message, visitor, now }: Request) {
  const { email, phone, notice } = message;
  return {
    details: { email, phone: phone || undefined, address: visitor.address },
    origin: notice ? ("form" as const) : ("api" as const),
    actor: VISITOR,
    userAgent: visitor.userAgent,
    at: now.toISOString(),
  };
}

function dataOf({ id, status, name, email, phone, subject, message, createdAt }: ContactMessage): object {
  return { id, status, name, email, phone: phone ?? null, subject, message, createdAt };
}
