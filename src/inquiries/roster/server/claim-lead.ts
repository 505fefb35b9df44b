// "I take it". The front door for whatever claims a lead: the page, and a press in a notification.
import { findUser } from "#accounts/users/server/accounts.ts";
import { factorDueOf, factorIsDue } from "#accounts/users/server/required-factor.ts";
import { getsVisitorMail } from "#accounts/users/server/staff-notices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { enqueueMail } from "#delivery/mail/server/store.ts";
import { enqueuePushes } from "#delivery/push/server/store.ts";
import { RosterError } from "#inquiries/roster/errors.ts";
import { HOLD_MINUTES } from "#people/leads/claim.ts";
import { endClaim, findOpenClaim, holdClaim, insertClaim } from "#people/leads/server/claims/store.ts";
import { lockLead } from "#people/leads/server/stage.ts";
import type { LeadClaimsTable } from "#people/leads/server/table.ts";
import { findWaitingLeads } from "#people/leads/server/waiting/store.ts";
import { formatInstant } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { detailOfAgain } from "./ringers.ts";

type Request = { leadId: string; actorId: string; actor: string; now: Date };

const MINUTE_MS = 60_000;

/**
 * Claims the lead for the account, which may have it already. `hold`: the account is calling, or still on it. Of two at once
 * one has it. Throws not_found, lead_taken, lead_not_waiting.
 */
export async function claimLead(
  trx: Db,
  { leadId, actorId, actor, hold = false, now }: Request & { hold?: boolean | undefined },
): Promise<void> {
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const lead = await requireLead(trx, leadId);
  const open = await findOpenClaim(trx, lead);
  const isHeld = open && (await findHolder(trx, open, now)) !== undefined;
  if (isHeld && open.user_id !== actorId) throw await taken(trx, open);
  if (isHeld) {
    const until = after(HOLD_MINUTES);
    if (hold && open.held_until < until.toISOString()) await holdClaim(trx, open.id, until);
    return;
  }
  const since = (await findWaitingLeads(trx, [lead])).get(lead);
  if (since === undefined)
    throw new RosterError("lead_not_waiting", "Nobody waits here any more: they were reached, or the lead has ended.");
  if (open) await endClaim(trx, open, now);
  const until = after(hold ? HOLD_MINUTES : currentFacts().leads.openAgainAfterMinutes);
  await insertClaim(trx, { lead_id: lead, user_id: actorId, since, now, until });
  await writeAuditLogEntry(trx, { subject: { kind: "lead", id: lead }, actor, action: "claimed", now });
}

/** By a press in a notification, for whom it has rung. Throws as claimLead, and second_factor_due. */
export async function claimLeadFor(
  trx: Db,
  { leadId, userId, now }: { leadId: string; userId: string; now: Date },
): Promise<void> {
  const user = await findUser(trx, userId);
  if (!user || !getsVisitorMail(user)) throw leadNotFound();
  if ((await factorDueOf(trx, user, now)).secondFactorDue) throw factorIsDue();
  await claimLead(trx, { leadId, actorId: user.id, actor: user.email, now });
}

/** The account gives it back, and the next is rung. Nothing changes if nobody has it. Throws not_found, lead_taken. */
export async function releaseLead(database: Database, { leadId, actorId, actor, now }: Request): Promise<void> {
  await database.transaction(async (trx) => {
    const open = await findOpenClaim(trx, await requireLead(trx, leadId));
    if (!open || !(await findHolder(trx, open, now))) return;
    if (open.user_id !== actorId) throw await taken(trx, open);
    await openAgain(trx, open, { actor, now });
  });
}

/** Ends the claim and rings the next, who reads who was on it. Several processes may call it at any time. */
export async function openAgain(
  trx: Db,
  claim: LeadClaimsTable,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  if (!(await endClaim(trx, claim, now))) return;
  const [leadId, by] = [claim.lead_id, await findUser(trx, claim.user_id)];
  if (!(await findWaitingLeads(trx, [leadId])).has(leadId)) return;
  const subject = { kind: "lead", id: leadId };
  const to = by && `${by.name || by.email} was on it`;
  await writeAuditLogEntry(trx, { subject, actor, action: "reopened", to, now });
  await enqueueMail(trx, [{ kind: "lead-open-again", recordId: leadId, detail: claim.id, dueAt: now }], now);
  await enqueuePushes(trx, [{ kind: "waiting", leadId, detail: detailOfAgain(claim.id) }], now);
}

/** The id of the lead that stands for it, which no other transaction claims until this one ends. */
async function requireLead(trx: Db, id: string): Promise<string> {
  const lead = await lockLead(trx, id);
  if (!lead) throw leadNotFound();
  return lead.id;
}

export function leadNotFound(): AppError {
  return new AppError("not_found", "Lead not found");
}

/** Undefined if the claim is over: its time, or the account. */
async function findHolder(trx: Db, claim: LeadClaimsTable, now: Date) {
  const holder = claim.held_until > now.toISOString() ? await findUser(trx, claim.user_id) : undefined;
  return holder && getsVisitorMail(holder) ? holder : undefined;
}

async function taken(trx: Db, claim: LeadClaimsTable): Promise<Error> {
  const { name, email } = (await findUser(trx, claim.user_id)) ?? { name: "", email: "Another admin" };
  const since = formatInstant(new Date(claim.taken_at), currentFacts().timeZone);
  return new RosterError("lead_taken", `${name || email} has it since ${since}.`, {
    body: { claim: { by: { name: name || email, email }, at: claim.taken_at, until: claim.held_until } },
  });
}
