import { endSignInsOf, type SignInsTables } from "#auth/server/store.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { hashPassword, randomPassword } from "#platform/server/passwords.ts";
import { findUserByEmail, hasAdmin, insertUser, updateUser } from "./store.ts";
import type { UsersTables } from "./table.ts";

type Accounts = Database<UsersTables & SignInsTables>;
type FirstAdmin = { email: string; password: string | undefined; now: Date };

/** Makes the first admin where there is none. Returns its password where it was made up here, for somebody to read once. */
export async function makeFirstAdmin(database: Accounts, first: FirstAdmin): Promise<string | undefined> {
  if (await hasAdmin(database.read)) return undefined;
  const password = first.password ?? randomPassword();
  const passwordHash = await hashPassword(password);
  const made = await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    if (await hasAdmin(trx)) return undefined;
    return insertUser(trx, { email: first.email, passwordHash, role: "admin", isActive: true, now: first.now });
  });
  return made && first.password === undefined ? password : undefined;
}

/** Makes this account an active admin with a new password, which is returned, and ends its sign-ins. */
export async function makeAdmin(database: Accounts, email: string, now: Date): Promise<string> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const known = await findUserByEmail(trx, email);
    if (!known) {
      await insertUser(trx, { email, passwordHash, role: "admin", isActive: true, now });
      return;
    }
    await endSignInsOf(trx, known.id);
    await updateUser(trx, known.id, {
      password_hash: passwordHash,
      role: "admin",
      deactivated_at: null,
      updated_at: now.toISOString(),
    });
  });
  return password;
}
