// Visitors send a privacy request and then verify their address.
import { currentFacts } from "#company/facts/facts.ts";
import { callCompany } from "#company/shell/shown.ts";
import { type NewRequest, RECORD_MONTHS, type RequestKind, VERIFICATION_DAYS } from "#deals/privacy/privacy-request.ts";
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { earliestInMailbox, lockMailbox } from "#delivery/mail/server/mailbox-throttle.ts";
import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import { changeMailDetail, deleteMailOf, enqueueMail, listDelayedMail } from "#delivery/mail/server/store.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import { emailKey, keyedEmail } from "#platform/email.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { claimIdempotencyKey, deleteIdempotencyKeysOf, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { newId } from "#platform/server/ids.ts";
import { type HashedLinks, hashToken } from "#platform/server/links/hashed-links.ts";
import { rateLimitFormPost } from "#platform/server/rate-limits.ts";
import type { PersonKeyOf } from "./personal-data.ts";
import {
  confirmRequestRow,
  deleteExpiredRequestRows,
  findConfirmedRequest,
  findRequest,
  insertRequest,
} from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const CHUNK_ROWS = 50;
const VERIFICATION = "privacy-verification";
/** One mail may contain the links of several requests, because strangers can enter another person's address. */
const MAX_LINKS = 20;
const MAX_DELAYED_MAILS = 3;

type Request = {
  request: NewRequest;
  personKeyOf: PersonKeyOf;
  links: HashedLinks;
  /** Undefined if rate limits are off. */
  limitKey: string | undefined;
  idempotency: IdempotentRequest | undefined;
  now: Date;
};

/**
 * Reads only mail and requests of the mailbox, so that neither answer nor timing reveals whether an address is known.
 * Throws rate_limited, idempotency_mismatch.
 */
export async function requestPrivacy(
  database: Database,
  { request, personKeyOf, links, limitKey, idempotency, now }: Request,
): Promise<void> {
  const id = newId();
  const { kind, words } = request;
  const email = keyedEmail(request.email);
  await database.transaction(async (trx) => {
    if (limitKey) await rateLimitFormPost(trx, { form: "privacy request", address: limitKey, now });
    const isRepeat = idempotency && (await claimIdempotencyKey(trx, { request: idempotency, resultId: id, now }));
    if (isRepeat) return;
    await insertRequest(trx, {
      id,
      kind,
      token_hash: hashToken(links.tokenOf(id)),
      person_key: personKeyOf(email),
      email,
      email_key: emailKey(email),
      words: words || null,
      created_at: now.toISOString(),
    });
    await enqueueVerification(trx, { id, email }, { isLimited: limitKey !== undefined, now });
  });
}

/** A stranger who enters another person's address must neither flood the mailbox nor block the person's own link. */
async function enqueueVerification(
  trx: Db,
  { id, email }: { id: string; email: string },
  { isLimited, now }: { isLimited: boolean; now: Date },
): Promise<void> {
  const mail = { kind: VERIFICATION, recordId: id } as const;
  if (!isLimited) return enqueueMail(trx, [{ ...mail, dueAt: now }], now);
  const mailbox = mailboxKey(email);
  await lockMailbox(trx, mailbox);
  const delayed = await listDelayedMail(trx, { mailbox, kind: VERIFICATION, now });
  for (const { id: mailId, record_id, detail } of delayed) {
    const first = await findRequest(trx, record_id);
    const joined = `${detail} ${id}`.trim();
    if (first?.email !== email || joined.split(" ").length >= MAX_LINKS) continue;
    return changeMailDetail(trx, mailId, joined);
  }
  const [next] = delayed;
  if (next && delayed.length >= MAX_DELAYED_MAILS)
    throw new AppError("rate_limited", "Too many requests about this mailbox. Please try again later.", {
      retryAfterSeconds: Math.ceil((Date.parse(next.due_at) - now.getTime()) / 1000),
    });
  const dueAt = await earliestInMailbox(trx, { mailbox, wanted: now, now });
  await enqueueMail(trx, [{ ...mail, mailbox, dueAt }], now);
}

/** Makes the request a task; repeats change nothing. Throws not_found for a token that is unknown or expired. */
export async function confirmRequest(
  database: Database,
  { token, now }: { token: string; now: Date },
): Promise<{ kind: RequestKind; dueDay: string; isNew: boolean }> {
  const { privacyRequestDays, timeZone } = currentFacts();
  const tokenHash = hashToken(token);
  const dueDay = addDays(wallClock(now, timeZone).day, privacyRequestDays);
  return database.transaction(async (trx) => {
    const confirmed = await confirmRequestRow(trx, tokenHash, { at: now, dueDay, since: verifiableSince(now) });
    if (confirmed) {
      const { id } = confirmed;
      const subject = { kind: "privacy request", id };
      await writeAuditLogEntry(trx, { subject, actor: VISITOR, action: "created", now });
      await enqueueMail(trx, [{ kind: "privacy-request-notice", recordId: id, dueAt: now }], now);
    }
    const request = confirmed ?? (await findConfirmedRequest(trx, tokenHash));
    if (!request) throw unknownLink();
    return { kind: request.kind, dueDay: request.due_day ?? dueDay, isNew: confirmed !== undefined };
  });
}

/** Deletes requests that were not verified in time, and old records of answered ones. */
export async function deleteExpiredRequests(
  database: Database,
  { dataDir, now }: { dataDir: string; now: Date },
): Promise<void> {
  const doneBefore = new Date(now);
  doneBefore.setUTCMonth(doneBefore.getUTCMonth() - RECORD_MONTHS);
  for (;;) {
    const expired = { createdBefore: verifiableSince(now), doneBefore, limit: CHUNK_ROWS };
    const mailIds = await database.transaction(async (trx) => {
      const ids = await deleteExpiredRequestRows(trx, expired);
      const mailIds: string[] = [];
      for (const id of ids) {
        mailIds.push(...(await deleteMailOf(trx, id)));
        await deleteIdempotencyKeysOf(trx, id);
      }
      return ids.length > 0 ? mailIds : undefined;
    });
    if (!mailIds) return;
    await removeFromOutbox(dataDir, mailIds);
  }
}

function verifiableSince(now: Date): Date {
  return new Date(now.getTime() - VERIFICATION_DAYS * DAY_MS);
}

/** Wrong tokens, expired tokens and deleted requests get the same answer. */
function unknownLink(): AppError {
  return new AppError(
    "not_found",
    `This link is no longer valid. Please ask again, or ${callCompany(currentFacts())}.`,
  );
}
