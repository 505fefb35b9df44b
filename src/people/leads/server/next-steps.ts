// A unique index allows one open step per lead.
import type { NewStep, NextStep } from "#people/leads/next-step.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newRowId } from "#platform/server/ids.ts";
import { type NextStepsTable, NO_TIME, touchedColumns } from "./table.ts";

type By = { actor: string; now: Date };

export function toNextStep(row: NextStepsTable): NextStep {
  return {
    _id: row.id,
    leadId: row.lead_id,
    what: row.what,
    dueDay: row.due_day,
    ...(row.due_time !== null && { dueTime: row.due_time }),
    ...(row.assignee_id !== null && { assigneeId: row.assignee_id }),
    ...(row.ended_at !== null && { ended: { at: row.ended_at, by: row.ended_by ?? "", how: row.ended_how ?? "done" } }),
    version: row.version,
  };
}

export async function findNextStep(db: Db, id: string): Promise<NextStep | undefined> {
  const row = await db.selectFrom("next_steps").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toNextStep(row);
}

export async function listNextSteps(db: Db, leadIds: readonly string[]): Promise<NextStep[]> {
  if (leadIds.length === 0) return [];
  const rows = await stepsOf(db, { leadIds });
  return rows.map(toNextStep).sort((a, b) => Number(Boolean(a.ended)) - Number(Boolean(b.ended)));
}

const stepsOf = keptRead((db: Db, { leadIds }: { leadIds: readonly string[] }) =>
  db.selectFrom("next_steps").selectAll().where("lead_id", "in", leadIds).orderBy("created_at", "desc").orderBy("id"),
);

/** The lead is locked and has no open step. */
export async function insertNextStep(
  trx: Db,
  leadId: string,
  { what, dueDay, dueTime, assigneeId, actor, now }: NewStep & By,
): Promise<NextStep> {
  const at = now.toISOString();
  const row: NextStepsTable = {
    id: newRowId(),
    lead_id: leadId,
    what,
    due_day: dueDay,
    due_time: dueTime || null,
    assignee_id: assigneeId || null,
    then_due: null,
    ended_at: null,
    ended_by: null,
    ended_how: null,
    created_by: actor,
    version: 1,
    created_at: at,
    updated_at: at,
  };
  await trx.insertInto("next_steps").values(row).execute();
  await show(trx, leadId, row, now);
  return toNextStep(row);
}

/** The open ones with a time from then to then of the day. */
export async function listStepsDue(
  db: Db,
  { day, from, to }: { day: string; from: string; to: string },
): Promise<NextStep[]> {
  const rows = await db
    .selectFrom("next_steps")
    .selectAll()
    .where("ended_at", "is", null)
    .where("due_day", "=", day)
    .where("due_time", ">=", from)
    .where("due_time", "<=", to)
    .orderBy("due_time")
    .orderBy("id")
    .execute();
  return rows.map(toNextStep);
}

/** When what follows in the same step is due: "2026-12-10 09:00". */
export async function findThenDue(trx: Db, id: string): Promise<string | null> {
  const { then_due } = await trx
    .selectFrom("next_steps")
    .select("then_due")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return then_due;
}

/** The lead is locked. */
export async function updateNextStep(
  trx: Db,
  step: NextStep,
  { thenDue, ...change }: Partial<NewStep> & { thenDue?: string | null },
  now: Date,
): Promise<NextStep> {
  const { what, dueDay, dueTime, assigneeId } = { ...step, ...given(change) };
  const isDueAnew = dueDay !== step.dueDay || dueTime !== step.dueTime;
  const row = await trx
    .updateTable("next_steps")
    .set({
      what,
      due_day: dueDay,
      due_time: dueTime || null,
      assignee_id: assigneeId || null,
      ...((isDueAnew || thenDue !== undefined) && { then_due: thenDue ?? null }),
      version: step.version + 1,
      updated_at: now.toISOString(),
    })
    .where("id", "=", step._id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await show(trx, step.leadId, row, now);
  return toNextStep(row);
}

/** The lead is locked. */
export async function endNextStep(
  trx: Db,
  step: NextStep,
  { how, actor, now }: By & { how: "done" | "dropped" },
): Promise<NextStep> {
  const at = now.toISOString();
  const row = await trx
    .updateTable("next_steps")
    .set({ ended_at: at, ended_by: actor, ended_how: how, version: step.version + 1, updated_at: at })
    .where("id", "=", step._id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await show(trx, step.leadId, undefined, now);
  return toNextStep(row);
}

/** As it was before it ended. The lead is locked and has no open step. */
export async function reopenNextStep(trx: Db, id: string, now: Date): Promise<void> {
  const row = await trx
    .updateTable("next_steps")
    .set({ ended_at: null, ended_by: null, ended_how: null, updated_at: now.toISOString() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await show(trx, row.lead_id, row, now);
}

/** The open step. The lead is locked. */
export async function deleteNextStep(trx: Db, id: string): Promise<void> {
  const { lead_id } = await trx
    .deleteFrom("next_steps")
    .where("id", "=", id)
    .returning("lead_id")
    .executeTakeFirstOrThrow();
  await show(trx, lead_id, undefined);
}

export async function findOpenStep(db: Db, leadId: string): Promise<NextStep | undefined> {
  return (await listNextSteps(db, [leadId])).find(({ ended }) => !ended);
}

export async function dropNextStep(trx: Db, leadId: string, by: By): Promise<void> {
  const open = await findOpenStep(trx, leadId);
  if (open) await endNextStep(trx, open, { how: "dropped", ...by });
}

/** To another lead that has no open step. Both are locked. */
export async function moveNextStep(trx: Db, step: NextStep, leadId: string): Promise<void> {
  await trx.updateTable("next_steps").set({ lead_id: leadId }).where("id", "=", step._id).execute();
  if (step.ended) return;
  await show(trx, step.leadId, undefined);
  const { dueDay: due_day, dueTime: due_time = null, assigneeId: assignee_id = null } = step;
  await show(trx, leadId, { due_day, due_time, assignee_id });
}

type Shown = Pick<NextStepsTable, "due_day" | "due_time" | "assignee_id">;

/** Lists of leads are sorted and filtered by their open steps, so the lead's row repeats when and whose. */
async function show(trx: Db, leadId: string, step: Shown | undefined, now?: Date) {
  const { due_day: next_due_day = null, due_time, assignee_id: next_assignee_id = null } = step ?? {};
  const next_due_time = due_time ?? NO_TIME;
  await trx
    .updateTable("leads")
    .set({ next_due_day, next_due_time, next_assignee_id, ...(now && touchedColumns(now)) })
    .where("id", "=", leadId)
    .execute();
}

function given(change: Partial<NewStep>): Partial<NewStep> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
