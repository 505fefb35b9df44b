import { sql } from "kysely";
import type { Db } from "#platform/server/database/tables.ts";
import "./table.ts";

export async function countTaken(db: Db, { takerId, day }: { takerId: string; day: string }): Promise<number> {
  const { taken } = await db
    .selectFrom("exports")
    .select(sql<number>`coalesce(sum(row_count), 0)`.as("taken"))
    .where("taker_id", "=", takerId)
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  return Number(taken);
}

export async function findRowCount(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom("exports").select("row_count").where("id", "=", id).executeTakeFirst();
  return row?.row_count;
}

export async function insertExport(
  trx: Db,
  { id, takerId, day, rows, entryId }: { id: string; takerId: string; day: string; rows: number; entryId: number },
): Promise<void> {
  const row = { id, taker_id: takerId, day, row_count: rows, entry_id: entryId };
  await trx.insertInto("exports").values(row).execute();
}

export async function addRows(trx: Db, id: string, rows: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("exports")
    .set({ row_count: sql`row_count + ${rows}` })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** By the ids of entries of the audit log. */
export async function findExportedRows(db: Db, entryIds: readonly number[]): Promise<Map<number, number>> {
  if (entryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("exports")
    .select(["entry_id", "row_count"])
    .where("entry_id", "in", entryIds)
    .execute();
  return new Map(rows.map(({ entry_id, row_count }) => [entry_id, row_count]));
}
