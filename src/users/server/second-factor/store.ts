// What the module of accounts itself needs of second factors: the rest is in auth/server/second-factor.
import type { Kysely } from "kysely";
import type { SecondFactorTables } from "./table.ts";

type Db = Kysely<SecondFactorTables>;

/** Those of these accounts that have an app or a passkey. Recovery codes alone are no factor. */
export async function findUsersWithFactor(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("totp_secrets")
    .select("user_id")
    .where("user_id", "in", ids)
    .where("confirmed_at", "is not", null)
    .union(db.selectFrom("passkeys").select("user_id").where("user_id", "in", ids))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Returns whether there was a factor. */
export async function deleteFactorsOf(trx: Db, userId: string): Promise<boolean> {
  const had = await findUsersWithFactor(trx, [userId]);
  for (const table of ["totp_secrets", "passkeys", "recovery_codes"] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
  await deleteChallengesOf(trx, userId);
  return had.size > 0;
}

export async function deleteChallengesOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom("sign_in_challenges").where("user_id", "=", userId).execute();
}
