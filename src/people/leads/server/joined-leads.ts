// Leads that are joined are one to staff. Each keeps its own inquiries, tries, notes and offers, and points at the lead that
// stands for all, so that joining can be undone.
import type { Lead, Role } from "#people/leads/lead.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { joinClaims } from "./claims/store.ts";
import { findNextStep, listNextSteps, moveNextStep } from "./next-steps.ts";
import {
  ALONE,
  joinedColumns,
  type LeadRow,
  leadColumnsOf,
  placeColumns,
  stateColumns,
  toLead,
  touchedColumns,
} from "./table.ts";

type Change = { role?: Role | undefined; now: Date };

/** Both are locked and stand alone; at most one of them has an open step. A seller's answer waits at the one that staff see. */
export async function joinLead(trx: Db, lead: Lead, into: Lead, { role, now }: Change): Promise<void> {
  const step = (await listNextSteps(trx, [lead.id])).find(({ ended }) => !ended);
  if (step) await moveNextStep(trx, step, into.id);
  await joinClaims(trx, lead.id, into.id, now);
  const joined = { joined_into: into.id, joined_step_id: step?._id ?? null, role: role ?? lead.role ?? null };
  await write(trx, lead, { ...joinedColumns(lead), ...joined }, now);
  const { answeredAt = lead.answeredAt } = into;
  await write(trx, into, { ...touchedColumns(now), ...leadColumnsOf({ answeredAt }) }, now);
}

/** Afterwards the lead is as if it had never been joined. */
export async function partLead(trx: Db, lead: Lead, now: Date): Promise<void> {
  await takeStepBack(trx, lead);
  const answer = await takeAnswerBack(trx, lead);
  await write(trx, lead, { ...stateColumns(lead), ...ALONE, ...answer, ...touchedColumns(now), role: null }, now);
  await showOpenStep(trx, lead.id);
}

/** Before the leads are deleted: those that are joined into them go on as one, where the deleted lead stood. */
export async function leaveJoined(trx: Db, ids: readonly string[]): Promise<void> {
  const rows = await trx.selectFrom("leads").selectAll().where("id", "in", ids).execute();
  for (const lead of rows.map(toLead)) {
    await takeStepBack(trx, lead);
    const left = (await listJoined(trx, [lead.id])).filter(({ id }) => !ids.includes(id));
    for (const one of left) await takeStepBack(trx, one);
    const [heir, ...others] = left;
    if (!heir) continue;
    const place = Object.keys(heir.property).length > 0 ? {} : placeColumns(lead.property);
    await write(
      trx,
      heir,
      { ...stateColumns(lead), ...place, ...wroteAboutAll(lead, heir), ...ALONE },
      new Date(lead.updatedAt),
    );
    await showOpenStep(trx, heir.id);
    if (others.length > 0)
      await trx.updateTable("leads").set({ joined_into: heir.id }).where("joined_into", "=", lead.id).execute();
  }
}

/** What staff write about joined leads is in the one that stands for all. */
function wroteAboutAll(lead: Lead, heir: Lead): Partial<LeadRow> {
  return leadColumnsOf({
    situation: heir.situation ?? lead.situation,
    language: heir.language ?? lead.language,
    askingCents: heir.askingCents ?? lead.askingCents,
    owedCents: heir.owedCents ?? lead.owedCents,
    occupants: heir.occupants ?? lead.occupants,
    condition: heir.condition ?? lead.condition,
    touchedAt: lead.touchedAt,
    asleepUntil: lead.asleepUntil,
  });
}

/** A lead that stood for others leaves them what staff have written about all. */
export async function moveHistory(trx: Db, leadId: string): Promise<void> {
  const joined = await listJoined(trx, [leadId]);
  const [heir] = joined;
  if (!heir) return;
  for (const one of joined) await takeStepBack(trx, one);
  const open = (await listNextSteps(trx, [leadId])).find(({ ended }) => !ended);
  const known = (await listNextSteps(trx, [heir.id])).some(({ ended }) => !ended);
  for (const table of ["notes", "contact_tries", "lead_claims"] as const)
    await trx.updateTable(table).set({ lead_id: heir.id }).where("lead_id", "=", leadId).execute();
  for (const step of await listNextSteps(trx, [leadId]))
    if (step._id !== open?._id || !known) await moveNextStep(trx, step, heir.id);
  const { tries } = await trx.selectFrom("leads").select("tries").where("id", "=", leadId).executeTakeFirstOrThrow();
  await trx
    .updateTable("leads")
    .set((is) => ({ tries: is("tries", "+", tries) }))
    .where("id", "=", heir.id)
    .execute();
}

async function write(trx: Db, { id }: Lead, change: Partial<LeadRow>, now: Date): Promise<void> {
  await trx
    .updateTable("leads")
    .set((is) => ({ ...change, version: is("version", "+", 1), updated_at: now.toISOString() }))
    .where("id", "=", id)
    .execute();
}

/** Those that are joined into one of the leads, the eldest first. */
export async function listJoined(db: Db, ids: readonly string[]): Promise<Lead[]> {
  if (ids.length === 0) return [];
  const joined = db.selectFrom("leads").selectAll().where("joined_into", "in", ids);
  return (await joined.orderBy("created_at").orderBy("id").execute()).map(toLead);
}

/** Staff may have ended or changed it since. */
async function takeStepBack(trx: Db, lead: Lead): Promise<void> {
  if (lead.joinedInto === undefined) return;
  const { joined_step_id: stepId } = await trx
    .selectFrom("leads")
    .select("joined_step_id")
    .where("id", "=", lead.id)
    .executeTakeFirstOrThrow();
  const step = stepId ? await findNextStep(trx, stepId) : undefined;
  if (step && step.leadId === lead.joinedInto) await moveNextStep(trx, step, lead.id);
}

/** An answer that staff have met since waits nowhere. */
async function takeAnswerBack(trx: Db, { joinedInto, answeredAt }: Lead): Promise<Partial<LeadRow>> {
  if (joinedInto === undefined || answeredAt === undefined) return {};
  const leads = trx.selectFrom("leads").select("answered_at").where("id", "=", joinedInto);
  const { answered_at } = await leads.executeTakeFirstOrThrow();
  if (answered_at === answeredAt)
    await trx.updateTable("leads").set({ answered_at: null }).where("id", "=", joinedInto).execute();
  return answered_at === null ? { answered_at } : {};
}

async function showOpenStep(trx: Db, leadId: string): Promise<void> {
  const open = (await listNextSteps(trx, [leadId])).find(({ ended }) => !ended);
  if (open) await moveNextStep(trx, open, leadId);
}
