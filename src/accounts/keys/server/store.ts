import { sql } from "kysely";
import { dutiesOfAccount, isLimitedAccount, isOfActiveAdmin } from "#accounts/users/server/accounts.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { KeyRow } from "./table.ts";

const MAX_LISTED = 200;

/** A live key is neither ended nor revoked, and its maker is an active admin. */
export async function findLiveKey(
  db: Db,
  hash: string,
  now: Date,
): Promise<(KeyRow & { duties_of_maker: string | null; maker_limited: number | null }) | undefined> {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .select([
      dutiesOfAccount("api_keys.made_by").as("duties_of_maker"),
      isLimitedAccount("api_keys.made_by").as("maker_limited"),
    ])
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .where("ends_at", ">", now.toISOString())
    .where(isOfActiveAdmin("api_keys.made_by"))
    .executeTakeFirst();
}

export async function listKeys(db: Db): Promise<KeyRow[]> {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .orderBy(sql`case when revoked_at is null then 0 else 1 end`)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
}

export async function listKeysOf(db: Db, userId: string): Promise<KeyRow[]> {
  return db.selectFrom("api_keys").selectAll().where("made_by", "=", userId).orderBy("created_at").execute();
}

export async function deleteKeysOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom("api_keys").where("made_by", "=", userId).execute();
}

export async function findKeys(db: Db, ids: readonly string[]): Promise<KeyRow[]> {
  return ids.length === 0 ? [] : db.selectFrom("api_keys").selectAll().where("id", "in", ids).execute();
}

export async function countLiveKeys(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("api_keys")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("revoked_at", "is", null)
    .where("ends_at", ">", now.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns false if there is or was a key with this name. */
export async function insertKey(trx: Db, key: KeyRow): Promise<boolean> {
  const inserted = await trx
    .insertInto("api_keys")
    .values(key)
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns false if it was revoked before. */
export async function revokeKeyRow(trx: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("api_keys")
    .set({ revoked_at: now.toISOString() })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function writeKeyUse(trx: Db, { id, last_used_at }: KeyRow, now: Date): Promise<void> {
  await trx
    .updateTable("api_keys")
    .set({ last_used_at: now.toISOString() })
    .where("id", "=", id)
    // Of parallel calls, in any process, the first one writes.
    .where("last_used_at", last_used_at === null ? "is" : "=", last_used_at)
    .execute();
}
