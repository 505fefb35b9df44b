// After a restore no token signed before it is valid, also where the secret is the same: a random seed changes it.
import { randomBytes } from "node:crypto";
import type { Db } from "#platform/server/database/tables.ts";
import { deriveKey } from "#platform/server/links/derive-key.ts";

const SEED_ID = "seed";
const SEED_BYTES = 32;

export async function readTokenSecret(db: Db, secret: string): Promise<string> {
  const row = await db.selectFrom("token_seeds").select("seed").where("id", "=", SEED_ID).executeTakeFirst();
  return row ? Buffer.from(deriveKey(secret, `tokens since the restore ${row.seed}`)).toString("base64url") : secret;
}

export async function renewTokens(trx: Db): Promise<void> {
  const seed = randomBytes(SEED_BYTES).toString("base64url");
  await trx
    .insertInto("token_seeds")
    .values({ id: SEED_ID, seed })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seed }))
    .execute();
}
