import type { By } from "#inquiries/kinds/server/kind.ts";
import { type ContactTry, type NewTry, TRY_CHANNELS, TRY_OUTCOMES } from "#people/leads/contact-try.ts";
import type { Lead } from "#people/leads/lead.ts";
import { listContactTries, writeContactTry } from "#people/leads/server/contact-tries.ts";
import { findLead, joinedIds } from "#people/leads/server/leads.ts";
import { advanceStage } from "#people/leads/server/stage.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { claimIdempotencyKey, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { leadIdsBeside, lockWaiting, markContacted } from "./contacted.ts";

type Request = By & { leadId: string; made: NewTry; idempotency: IdempotentRequest | undefined };

export type Tried = { lead: Lead; tries: ContactTry[] };

/** Every try counts; only one that reached the person is a contact. Throws not_found, idempotency_mismatch. */
export async function recordTry(database: Database, request: Request): Promise<Tried> {
  const { leadId, made, idempotency, actor, now } = request;
  return database.transaction(async (trx) => {
    if (!(await findLead(trx, leadId))) throw unknownLead();
    const first = idempotency && (await claimIdempotencyKey(trx, { request: idempotency, resultId: leadId, now }));
    if (!first) {
      if (made.outcome === "reached")
        await markContacted(trx, await lockWaiting(trx, await leadIdsBeside(trx, leadId)), request);
      await writeContactTry(trx, leadId, { ...made, actor, now });
      const to = `${TRY_CHANNELS[made.channel]}, ${TRY_OUTCOMES[made.outcome].toLowerCase()}`;
      await writeAuditLogEntry(trx, { subject: { kind: "lead", id: leadId }, actor, action: "tried", to, now });
      if (made.outcome === "reached") await advanceStage(trx, leadId, { to: "Contacted", at: now, actor, now });
    }
    return readTries(trx, leadId);
  });
}

/** Throws not_found. */
export async function readTries(db: Parameters<typeof findLead>[0], leadId: string): Promise<Tried> {
  const lead = await findLead(db, leadId);
  if (!lead) throw unknownLead();
  return { lead, tries: await listContactTries(db, await joinedIds(db, [leadId])) };
}

export function unknownLead(): AppError {
  return new AppError("not_found", "Lead not found");
}
