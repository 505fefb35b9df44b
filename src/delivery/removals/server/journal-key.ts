import { randomBytes } from "node:crypto";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import type { RemovalKeysTable } from "./table.ts";

const KEY_ID = "key";
const SECRET_BYTES = 32;

export async function findJournalKey(db: Db): Promise<RemovalKeysTable | undefined> {
  return db.selectFrom("removal_keys").selectAll().where("id", "=", KEY_ID).executeTakeFirst();
}

/** The first start makes the key and not the migration, because a restore fills a database that has no rows. */
export async function journalKey(database: Database, now: Date): Promise<RemovalKeysTable> {
  const known = await findJournalKey(database.read);
  if (known) return known;
  return database.transaction(async (trx) => {
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const row = { id: KEY_ID, identity: newId(), secret, since: now.toISOString() };
    // Another process may have been first.
    await trx
      .insertInto("removal_keys")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await findJournalKey(trx)) ?? row;
  });
}
