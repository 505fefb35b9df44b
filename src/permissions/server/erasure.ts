// What is deleted of the ledger: the clear part with its record, and lines at the end of their years.
import { type Kysely, sql } from "kysely";
import { chunksOf } from "#platform/server/chunks.ts";
import type { PermissionsTables } from "./table.ts";

type Db = Kysely<PermissionsTables>;

const CHUNK_IDS = 500;

/** The clear part of these records' lines. */
export async function deleteDetailsOf(trx: Db, recordIds: readonly string[]): Promise<void> {
  for (const some of chunksOf(recordIds, CHUNK_IDS))
    await trx.deleteFrom("permission_details").where("record_id", "in", some).execute();
}

/** The clear part of all lines that name this e-mail address. */
export async function deleteDetailsOfPerson(trx: Db, emailHash: string): Promise<void> {
  await trx
    .deleteFrom("permission_details")
    .where("record_id", "in", (of) =>
      of.selectFrom("permissions").select("record_id").where("email_hash", "=", emailHash),
    )
    .execute();
}

/** The clear part of stops that belong to no record, as old as the records that are erased. */
export async function deleteOldDetailsOfStops(trx: Db, before: Date): Promise<void> {
  await trx
    .deleteFrom("permission_details")
    .where("at", "<", before.toISOString())
    .where("record_id", "in", (of) =>
      of
        .selectFrom("permissions")
        .select("record_id")
        // Not by their age too: SQLite would then read all old lines instead of the stops.
        .where("action", "=", sql.lit("revoked"))
        .where("record_kind", "=", "stop"),
    )
    .execute();
}

/** Lines of people whose last line is older than that. Returns how many it deleted. */
export async function expireLines(trx: Db, before: Date, limit: number): Promise<number> {
  const at = before.toISOString();
  const hasLater = (column: "email_hash" | "phone_hash") =>
    sql<boolean>`exists (select 1 from permissions as later where later.${sql.ref(column)} = permissions.${sql.ref(column)} and later.at >= ${at})`;
  const rows = await trx
    .selectFrom("permissions")
    .select(["id", "record_id"])
    .where("at", "<", at)
    .where((is) => is.not(hasLater("email_hash")))
    // A line that names an address is that person's, also if others have given the same number.
    .where((is) => is.or([is("email_hash", "is not", null), is.not(hasLater("phone_hash"))]))
    .orderBy("at")
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await trx.insertInto("permission_expiry").values({ before: at }).execute();
  await trx.deleteFrom("permissions").where("id", "in", ids).execute();
  await trx.deleteFrom("permission_expiry").execute();
  await deleteDetailsOf(trx, [...new Set(rows.map(({ record_id }) => record_id))]);
  return rows.length;
}
