import { sql } from "kysely";
import type { Removal } from "#delivery/removals/removal.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { nextTurn } from "#platform/server/event-loop-yield.ts";
import { newRowId } from "#platform/server/ids.ts";
import type { RemovalsTable } from "./table.ts";

const CHUNK_ROWS = 250;
const CHUNK_IDS = 500;

let recorded = 0;

export function countRecorded(): number {
  return recorded;
}

/** Call it in the transaction of the removal itself. */
export async function recordRemovals(trx: Db, removals: readonly Removal[], now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = removals.map(({ kind, subject, detail = "" }) => ({ id: newRowId(), at, kind, subject, detail }));
  await insertRemovals(trx, rows);
  if (rows.length > 0) recorded += 1;
}

export async function insertRemovals(trx: Db, rows: readonly RemovalsTable[]): Promise<void> {
  for (const some of chunksOf(rows, CHUNK_ROWS))
    await trx
      .insertInto("removals")
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The rows come in pieces, because on SQLite one long statement blocks all others. */
export async function* listRemovals(db: Db): AsyncGenerator<RemovalsTable[]> {
  let after = { at: "", id: "" };
  for (;;) {
    const rows = await db
      .selectFrom("removals")
      .selectAll()
      .where(sql<boolean>`(at, id) > (${after.at}, ${after.id})`)
      .orderBy("at")
      .orderBy("id")
      .limit(CHUNK_IDS)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last;
    await nextTurn();
  }
}

export async function deleteOldRemovals(database: Database, before: Date): Promise<void> {
  const at = before.toISOString();
  const oldest = await database.read.selectFrom("removals").select("at").orderBy("at").limit(1).executeTakeFirst();
  if (!oldest || oldest.at >= at) return;
  await database.transaction(async (trx) => {
    await trx.deleteFrom("removals").where("at", "<", at).execute();
    await trx.updateTable("removal_keys").set({ since: at }).where("since", "<", at).execute();
  });
}
