// Leads of several people about one property, such as heirs, become one lead to staff, and can be parted again.
import type { JoinRequest } from "#deals/follow-up/admin.ts";
import { FollowUpError } from "#deals/follow-up/errors.ts";
import { isBefore, isEnded, type Lead, type Role } from "#people/leads/lead.ts";
import { joinLead, listJoined, partLead } from "#people/leads/server/joined-leads.ts";
import { findLead } from "#people/leads/server/leads.ts";
import { listNextSteps } from "#people/leads/server/next-steps.ts";
import { findPerson, lockMerged } from "#people/leads/server/people.ts";
import { lockLead, lockLeadAlone, updateLead } from "#people/leads/server/stage.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type LeadChange, leadNotFound, requireUnchanged } from "./change-lead.ts";

/** One lock serialises all joins, which are rare. */
const LOCK = "joined leads";

/**
 * Joining twice changes nothing. Throws not_found, changed_meanwhile, invalid_input, lead_joined, lead_further, lead_ended,
 * step_open.
 */
export async function joinOtherLead(
  database: Database,
  { id, leadId, role, version, actor, now }: LeadChange & JoinRequest,
): Promise<void> {
  await database.transaction(async (trx) => {
    await lockWith(trx, [id, leadId]);
    const { id: intoId } = await requireUnchanged(trx, { id, version });
    const lead = await lockLeadAlone(trx, leadId);
    if (!lead) throw leadNotFound();
    if (lead.id === intoId || lead.id === id) throw itself();
    if (lead.joinedInto === intoId) return;
    const into = await lockLeadAlone(trx, intoId);
    if (!into) throw leadNotFound();
    await requireJoinable(trx, lead, into);
    await joinLead(trx, lead, into, { role: role ?? undefined, now });
    await record(trx, "merged", { lead, into }, { actor, now });
  });
}

/** Undoes a join; nothing happens to a lead that is not joined into another. Throws not_found. */
export async function partFromLead(database: Database, { id, actor, now }: LeadChange): Promise<void> {
  await database.transaction(async (trx) => {
    await lockWith(trx, [id]);
    const whole = await lockLead(trx, id);
    const lead = whole && (await lockLeadAlone(trx, id));
    if (!lead) throw leadNotFound();
    if (lead.joinedInto === undefined) return;
    await partLead(trx, lead, now);
    await record(trx, "parted", { lead, into: whole }, { actor, now });
  });
}

/** Of the person of this lead, also of a joined one. Throws not_found. */
export async function changeRole(
  database: Database,
  { id, role, actor, now }: LeadChange & { role: Role | null },
): Promise<void> {
  await database.transaction(async (trx) => {
    const lead = await lockLeadAlone(trx, id);
    if (!lead) throw leadNotFound();
    if ((lead.role ?? null) === role) return;
    await updateLead(trx, lead, { role: role ?? undefined }, now);
    const subject = { kind: "lead", id } as const;
    await writeAuditLogEntry(trx, { subject, actor, action: "changed", to: `role ${role ?? "removed"}`, now });
  });
}

/** Inquiries of these people wait until the transaction ends, because they may belong to one of the leads. */
async function lockWith(trx: Db, leadIds: readonly string[]): Promise<void> {
  await lockNames(trx, [LOCK]);
  const rootIds = new Set<string>();
  for (const id of leadIds) {
    const lead = await findLead(trx, id);
    const person = lead && (await findPerson(trx, lead.personId));
    if (!person) throw leadNotFound();
    rootIds.add(person.rootId);
  }
  for (const id of [...rootIds].sort()) await lockMerged(trx, id);
}

async function requireJoinable(trx: Db, lead: Lead, into: Lead): Promise<void> {
  if (lead.joinedInto !== undefined)
    throw new FollowUpError("lead_joined", "That lead is joined into another one. Part it from there first.");
  if ((await listJoined(trx, [lead.id])).length > 0)
    throw new FollowUpError("lead_joined", "Others are joined into that lead. Open it, and join this one into it.");
  if (isEnded(into.stage) && !isEnded(lead.stage))
    throw new FollowUpError("lead_ended", "This lead has ended. Move it to another stage first.");
  if (lead.stage !== "Lost" && isBefore(into.stage, lead.stage))
    throw new FollowUpError("lead_further", "That lead has come further. Open it, and join this one into it.");
  const open = (await listNextSteps(trx, [lead.id, into.id])).filter(({ ended }) => !ended);
  if (open.length > 1)
    throw new FollowUpError("step_open", "Both leads have a next step. Mark one of them done first.", {
      body: { step: open[0] },
    });
}

async function record(
  trx: Db,
  action: "merged" | "parted",
  { lead, into }: Readonly<Record<"lead" | "into", Lead>>,
  by: { actor: string; now: Date },
): Promise<void> {
  const [to, from] = action === "merged" ? ["into", "with"] : ["from", "from"];
  const entry = (one: Lead, word: string | undefined, other: Lead) =>
    writeAuditLogEntry(trx, { ...by, subject: { kind: "lead", id: one.id }, action, to: `${word} ${textOf(other)}` });
  await entry(into, from, lead);
  await entry(lead, to, into);
}

/** Without names, which an erasure could not remove from the audit log. */
function textOf({ id }: Lead): string {
  return `a lead (${id.slice(-6)})`;
}

function itself(): AppError {
  const message = "This is the same lead: choose another one";
  return new AppError("invalid_input", message, { fields: { leadId: message } });
}
