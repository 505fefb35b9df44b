import { isBefore, NO_DAY, STAGES } from "#people/leads/lead.ts";
import { announceChange } from "#platform/server/changes/unlogged-changes.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { touchedColumns } from "../table.ts";

const BEFORE_CONTRACT = STAGES.filter((stage) => isBefore(stage, "Under contract"));
const CHUNK_IDS = 1_000;
const LEADS = { kind: "lead", id: "" };

/** Open leads without a step or a contract, and without a sign of life since `before`. */
export async function listQuiet(db: Db, before: Date): Promise<string[]> {
  const rows = await quiet(db, before).select("id").execute();
  return rows.map(({ id }) => id);
}

function quiet(db: Db, before: Date) {
  return db
    .selectFrom("leads")
    .where("is_open", "=", 1)
    .where("next_due_day", "is", null)
    .where("stage", "in", BEFORE_CONTRACT)
    .where("asleep_until", "is", null)
    .where("touched_at", "<", before.toISOString());
}

/** Another transaction may have touched some of them. Returns how many fell asleep. */
export async function fallAsleep(
  trx: Db,
  ids: readonly string[],
  { before, now }: { before: Date; now: Date },
): Promise<number> {
  let count = 0;
  for (const some of chunksOf(ids, CHUNK_IDS)) {
    const { numUpdatedRows } = await trx
      .updateTable("leads")
      .set({ asleep_until: NO_DAY, touched_at: now.toISOString() })
      .where("id", "in", quiet(trx, before).select("id").where("id", "in", some))
      .where("touched_at", "<", before.toISOString())
      .executeTakeFirstOrThrow();
    count += Number(numUpdatedRows);
  }
  if (count > 0) await announceChange(trx, LEADS, now);
  return count;
}

export async function wakeDue(trx: Db, { today, now }: { today: string; now: Date }): Promise<void> {
  const due = trx.updateTable("leads").set(touchedColumns(now)).where("asleep_until", "<=", today);
  const { numUpdatedRows } = await due.executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await announceChange(trx, LEADS, now);
}

/** How many fell asleep by themselves, or were put to sleep, since then, and still sleep. */
export async function countAsleepSince(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("leads")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("is_open", "=", 1)
    .where("asleep_until", "=", NO_DAY)
    .where("touched_at", ">=", since.toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}
