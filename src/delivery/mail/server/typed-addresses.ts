// Anybody can ask for these mails by typing an address, and an address without an account must not stay.
import { sql } from "kysely";
import { emailKey } from "#platform/email.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { removeFromOutbox } from "./outbox-files.ts";

/** A literal, not a parameter: SQLite uses a partial index only if the query text contains its condition. */
const HAS_TYPED_ADDRESS = sql<boolean>`kind = 'password-reset'`;

const CHUNK_ROWS = 500;

export async function deleteSettledTypedMail(
  database: Database,
  { dataDir, before }: { dataDir: string; before: Date },
): Promise<void> {
  for (;;) {
    const deleted = await database.transaction((trx) => {
      const old = trx
        .selectFrom("mails")
        .select("id")
        .where(HAS_TYPED_ADDRESS)
        .where("settled_at", "<", before.toISOString())
        .limit(CHUNK_ROWS);
      return trx.deleteFrom("mails").where("id", "in", old).returning("id").execute();
    });
    if (deleted.length === 0) return;
    await removeFromOutbox(
      dataDir,
      deleted.map(({ id }) => id),
    );
  }
}

/** Returns the ids, which name the files in the outbox. */
export async function deleteTypedMailTo(trx: Db, email: string): Promise<string[]> {
  const key = emailKey(email);
  const all = await trx.selectFrom("mails").select(["id", "detail"]).where(HAS_TYPED_ADDRESS).execute();
  const ids = all.filter(({ detail }) => emailKey(detail) === key).map(({ id }) => id);
  for (const id of ids) await trx.deleteFrom("mails").where("id", "=", id).execute();
  return ids;
}
