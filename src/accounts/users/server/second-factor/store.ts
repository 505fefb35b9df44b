import type { FactorsOfUser } from "#accounts/users/second-factor.ts";
import { hasRowLocks } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import type { UserRow } from "../table.ts";
import type { PasskeysTable, TotpSecretsTable } from "./table.ts";

export async function findTotpSecret(db: Db, userId: string): Promise<TotpSecretsTable | undefined> {
  return db.selectFrom("totp_secrets").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** An unconfirmed app is replaced. False if there is a confirmed one. */
export async function beginTotp(trx: Db, { userId, secret, now }: { userId: string; secret: string; now: Date }) {
  const at = now.toISOString();
  const row = { secret, created_at: at, confirmed_at: null, last_step: 0, last_used_at: null };
  const begun = await trx
    .insertInto("totp_secrets")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(row).where("totp_secrets.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return begun !== undefined;
}

/** Returns false if it was confirmed or replaced since. */
export async function confirmTotp(
  trx: Db,
  { userId, secret, step, now }: { userId: string; secret: string; step: number; now: Date },
): Promise<boolean> {
  const confirmed = await trx
    .updateTable("totp_secrets")
    .set({ confirmed_at: now.toISOString(), last_step: step })
    .where("user_id", "=", userId)
    .where("secret", "=", secret)
    .where("confirmed_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Returns false if a code of this step or of a later one was used: of two uses at the same time only one succeeds. */
export async function takeTotpStep(
  trx: Db,
  { userId, secret, step, now }: { userId: string; secret: string; step: number; now: Date },
): Promise<boolean> {
  const taken = await trx
    .updateTable("totp_secrets")
    .set({ last_step: step, last_used_at: now.toISOString() })
    .where("user_id", "=", userId)
    .where("secret", "=", secret)
    .where("confirmed_at", "is not", null)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
}

export async function deleteTotp(trx: Db, userId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom("totp_secrets")
    .where("user_id", "=", userId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return typeof gone?.confirmed_at === "string";
}

export async function listPasskeys(db: Db, userId: string): Promise<PasskeysTable[]> {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeysTable | undefined> {
  return db.selectFrom("passkeys").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();
}

export type NewPasskey = Omit<PasskeysTable, "id" | "created_at" | "last_used_at">;

/** Returns false if any account has the credential. */
export async function insertPasskey(trx: Db, passkey: NewPasskey, now: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto("passkeys")
    .values({ ...passkey, id: newId(), created_at: now.toISOString(), last_used_at: null })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns false if it is gone, or if the counter of an authenticator that counts is not ahead. */
export async function usePasskey(
  trx: Db,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable("passkeys")
    .set({ counter, last_used_at: now.toISOString() })
    .where("id", "=", id)
    .where((is) => is.or([is("counter", "<", counter), is.and([is("counter", "=", 0), is.val(counter === 0)])]))
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

export async function renamePasskey(
  trx: Db,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  const renamed = await trx
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return renamed !== undefined;
}

export async function deletePasskey(
  trx: Db,
  { id, userId }: { id: string; userId?: string },
): Promise<PasskeysTable | undefined> {
  let passkey = trx.deleteFrom("passkeys").where("id", "=", id);
  if (userId !== undefined) passkey = passkey.where("user_id", "=", userId);
  return passkey.returningAll().executeTakeFirst();
}

export async function countPasskeysOfOtherHosts(db: Db, rpId: string): Promise<number> {
  const { count } = await db
    .selectFrom("passkeys")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("rp_id", "<>", rpId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function replaceRecoveryCodes(
  trx: Db,
  { userId, codes, now }: { userId: string; codes: readonly string[]; now: Date },
): Promise<boolean> {
  const hadCodes = await deleteRecoveryCodes(trx, userId);
  const created_at = now.toISOString();
  const rows = codes.map((code) => ({ code_hash: hashToken(code), user_id: userId, created_at, used_at: null }));
  await trx.insertInto("recovery_codes").values(rows).execute();
  return hadCodes;
}

export async function deleteRecoveryCodes(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<{ left: number; createdAt: string | null }> {
  const { left, created_at } = await db
    .selectFrom("recovery_codes")
    .select((is) => [
      is.fn.countAll<number>().filterWhere("used_at", "is", null).as("left"),
      is.fn.max("created_at").as("created_at"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { left, createdAt: created_at };
}

/** Of two uses at the same time only one succeeds. */
export async function takeRecoveryCode(
  trx: Db,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const taken = await trx
    .updateTable("recovery_codes")
    .set({ used_at: now.toISOString() })
    .where("code_hash", "=", hashToken(code))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Returns false if the code is unknown or used already. */
export async function spendRecoveryCode(trx: Db, codeHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("recovery_codes")
    .set({ used_at: now.toISOString() })
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Serialises changes of one account's factors, and waits for a change of the account itself. */
export async function lockUser(trx: Db, userId: string): Promise<UserRow | undefined> {
  const query = trx.selectFrom("users").selectAll().where("id", "=", userId);
  return (hasRowLocks(trx) ? query.forUpdate() : query).executeTakeFirst();
}

/** Recovery codes alone are no factor. */
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

export type FactorCounts = Omit<FactorsOfUser, "success" | "email">;

export async function countFactorsOf(db: Db, userId: string): Promise<FactorCounts> {
  const app = await findTotpSecret(db, userId);
  const passkeys = await listPasskeys(db, userId);
  const { left } = await countRecoveryCodes(db, userId);
  return { app: typeof app?.confirmed_at === "string", passkeys: passkeys.length, recoveryCodes: left };
}

/** Returns what there was, if it was a factor: recovery codes alone are none. */
export async function deleteFactorsOf(trx: Db, userId: string): Promise<FactorCounts | undefined> {
  const had = await countFactorsOf(trx, userId);
  for (const table of ["totp_secrets", "passkeys", "recovery_codes"] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
  await deleteChallengesOf(trx, userId);
  return had.app || had.passkeys > 0 ? had : undefined;
}

export async function deleteChallengesOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom("sign_in_challenges").where("user_id", "=", userId).execute();
}
