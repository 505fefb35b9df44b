import { MAX_REFUSED, SHOWN_REFUSED } from "#inquiries/added-leads/lead-key.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type LeadKeyRow, noSettings, type RefusedRow } from "./table.ts";

export async function findSettings(db: Db, keyId: string): Promise<LeadKeyRow> {
  const row = await db.selectFrom("lead_keys").selectAll().where("key_id", "=", keyId).executeTakeFirst();
  return row ?? noSettings(keyId);
}

export async function writeSettings(trx: Db, row: LeadKeyRow): Promise<void> {
  const { key_id: _, ...changed } = row;
  await trx
    .insertInto("lead_keys")
    .values(row)
    .onConflict((conflict) => conflict.column("key_id").doUpdateSet(changed))
    .execute();
}

/** Returns false if another request has taken the sample. */
export async function endSample(trx: Db, keyId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("lead_keys")
    .set({ sample_until: null })
    .where("key_id", "=", keyId)
    .where("sample_until", "is not", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The oldest make room. */
export async function insertRefused(trx: Db, row: RefusedRow, names: readonly string[]): Promise<void> {
  const { id } = await trx
    .insertInto("refused_bodies")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["key_id", "hash"]).doUpdateSet({ at: row.at, reason: row.reason, is_sample: row.is_sample }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  if (id !== row.id) return;
  if (names.length > 0)
    await trx
      .insertInto("refused_body_names")
      .values(names.map((name) => ({ body_id: id, name })))
      .execute();
  const old = await trx
    .selectFrom("refused_bodies")
    .select("id")
    .where("key_id", "=", row.key_id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .offset(MAX_REFUSED)
    .limit(MAX_REFUSED)
    .execute();
  for (const { id } of old) await deleteRefused(trx, id);
}

/** Latest first. */
export async function listRefused(db: Db, keyId: string): Promise<{ rows: RefusedRow[]; total: number }> {
  const rows = db.selectFrom("refused_bodies").where("key_id", "=", keyId);
  const { total } = await rows.select((is) => is.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const latest = rows.selectAll().orderBy("at", "desc").orderBy("id", "desc").limit(SHOWN_REFUSED);
  return { rows: await latest.execute(), total: Number(total) };
}

/** Without samples. */
export async function countRefused(db: Db, keyId: string): Promise<number> {
  const { total } = await db
    .selectFrom("refused_bodies")
    .select((is) => is.fn.countAll<number>().as("total"))
    .where("key_id", "=", keyId)
    .where("is_sample", "=", 0)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function findRefused(db: Db, keyId: string, id: string): Promise<RefusedRow | undefined> {
  const rows = db.selectFrom("refused_bodies").selectAll().where("key_id", "=", keyId);
  return rows.where("id", "=", id).executeTakeFirst();
}

/** Returns false if it is gone. */
export async function deleteRefused(trx: Db, id: string): Promise<boolean> {
  await trx.deleteFrom("refused_body_names").where("body_id", "=", id).execute();
  const { numDeletedRows } = await trx.deleteFrom("refused_bodies").where("id", "=", id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteOldRefused(trx: Db, before: Date): Promise<void> {
  const old = (select: Db) => select.selectFrom("refused_bodies").select("id").where("at", "<", before.toISOString());
  await trx.deleteFrom("refused_body_names").where("body_id", "in", old(trx)).execute();
  await trx.deleteFrom("refused_bodies").where("at", "<", before.toISOString()).execute();
}

export async function listRefusedNaming(db: Db, names: readonly string[]): Promise<RefusedRow[]> {
  if (names.length === 0) return [];
  return db
    .selectFrom("refused_bodies")
    .selectAll()
    .where("id", "in", (select) => select.selectFrom("refused_body_names").select("body_id").where("name", "in", names))
    .orderBy("id")
    .execute();
}

export async function listRefusedNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("refused_body_names").select("name").distinct().execute();
  return rows.map(({ name }) => name);
}
