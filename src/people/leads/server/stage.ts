// All functions run inside the transaction of the operation that moves the lead.
import { enqueueEvent } from "#delivery/webhooks/server/store.ts";
import {
  isBefore,
  isEnded,
  type Lead,
  LOST_REASONS,
  type LostReason,
  type Stage,
  stageChange,
} from "#people/leads/lead.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { hasRowLocks } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { dropNextStep } from "./next-steps.ts";
import { joinedColumns, leadColumnsOf, seenFrom, toLead, touchedColumns } from "./table.ts";

type By = { actor: string; now: Date };

/** No other transaction changes the lead until this one ends. Of a joined lead it is the one that stands for it. */
export async function lockLead(trx: Db, id: string): Promise<Lead | undefined> {
  const lead = await lockLeadAlone(trx, id);
  const whole = lead?.joinedInto === undefined ? lead : await lockLeadAlone(trx, lead.joinedInto);
  return lead && whole && seenFrom(lead, whole);
}

export async function lockLeadAlone(trx: Db, id: string): Promise<Lead | undefined> {
  let query = trx.selectFrom("leads").selectAll().where("id", "=", id);
  if (hasRowLocks(trx)) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  return row && toLead(row);
}

type StageToWrite = By & {
  to: Stage;
  at: Date;
  reason?: LostReason | undefined;
  isOpen?: boolean;
};

/** `lead` was read under its lock. Returns the new state. */
export async function writeStage(
  trx: Db,
  lead: Lead,
  { to, at, reason, isOpen, actor, now }: StageToWrite,
): Promise<Lead> {
  const change = { ...stageChange(lead, to, { at, reason }), ...(isOpen !== undefined && { isOpen }) };
  const changed = await updateLead(trx, lead, change, now);
  await writeAuditLogEntry(trx, {
    subject: { kind: "lead", id: lead.id },
    actor,
    action: "stage",
    from: stageText(lead.stage, lead.lostReason),
    to: stageText(to, reason),
    now,
  });
  if (isEnded(to)) await dropNextStep(trx, lead.id, { actor, now });
  await enqueueEvent(
    trx,
    { type: "lead.stage_changed", recordId: lead.id, data: () => dataOf(trx, lead, changed) },
    now,
  );
  return changed;
}

/** A lead never leaves an ended stage and never moves back this way. */
export async function advanceStage(
  trx: Db,
  leadId: string,
  { to, at, actor, now }: By & { to: Stage; at: Date },
): Promise<void> {
  const lead = await lockMoved(trx, leadId, { at, move: ({ stage }) => canAdvance(stage, to) && to });
  if (!lead || !canAdvance(lead.stage, to)) return;
  // A lead from before the site had next steps needs none until staff move it by hand.
  await writeStage(trx, lead, { to, at, isOpen: lead.isOpen, actor, now });
}

/** The lead is changed only if it still is where the reverted operation put it. */
export async function revertStage(
  trx: Db,
  leadId: string,
  { from, to, actor, now }: By & { from: Stage; to: Stage },
): Promise<void> {
  const lead = await lockMoved(trx, leadId, { at: now, move: ({ stage }) => stage === from && to });
  if (lead?.stage === from) await writeStage(trx, lead, { to, at: now, isOpen: lead.isOpen, actor, now });
}

function canAdvance(stage: Stage, to: Stage): boolean {
  return !isEnded(stage) && isBefore(stage, to);
}

/** Moves a joined lead too, as it would be alone, and returns the lead that stands for it. */
async function lockMoved(
  trx: Db,
  id: string,
  { at, move }: { at: Date; move: (lead: Lead) => Stage | false },
): Promise<Lead | undefined> {
  const lead = await lockLeadAlone(trx, id);
  if (lead?.joinedInto === undefined) return lead;
  const to = move(lead);
  const moved = to && { ...lead, ...stageChange(lead, to, { at }), isOpen: lead.isOpen };
  if (moved) await trx.updateTable("leads").set(joinedColumns(moved)).where("id", "=", id).execute();
  return lockLeadAlone(trx, lead.joinedInto);
}

/** A sign of life, which wakes the lead, and the one that it is joined into. */
export async function touchLead(trx: Db, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("leads")
    .set(touchedColumns(now))
    .where((is) =>
      is.or([
        is("id", "=", id),
        is("id", "=", is.selectFrom("leads as own").select("joined_into").where("own.id", "=", id)),
      ]),
    )
    .execute();
}

/** A key with the value undefined clears its columns. Wakes the lead, unless the change says otherwise. */
export async function updateLead(
  trx: Db,
  lead: Pick<Lead, "id" | "version">,
  change: Partial<Omit<Lead, "id" | "version">>,
  now: Date,
): Promise<Lead> {
  const row = await trx
    .updateTable("leads")
    .set({ ...touchedColumns(now), ...leadColumnsOf(change), version: lead.version + 1, updated_at: now.toISOString() })
    .where("id", "=", lead.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toLead(row);
}

function stageText(stage: Stage, reason: LostReason | undefined): string {
  return reason ? `${stage} (${LOST_REASONS[reason]})` : stage;
}

async function dataOf(
  trx: Db,
  before: Lead,
  { id, personId, property, stage, lostReason, version }: Lead,
): Promise<object> {
  const person = await trx
    .selectFrom("people")
    .select(["name", "email", "phone"])
    .where("id", "=", personId)
    .executeTakeFirst();
  return {
    id,
    version,
    personId,
    ...person,
    property,
    stage,
    before: before.stage,
    ...(lostReason && { reason: lostReason }),
  };
}
