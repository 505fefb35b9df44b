import { userNotFound } from "#accounts/users/errors.ts";
import { knownNames } from "#accounts/users/user.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { ALL_DUTIES } from "#platform/access/duties.ts";
import type { AuditLogAction } from "#platform/audit-log.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { whyRefused } from "#platform/server/new-passwords/new-passwords.ts";
import { hashPassword, randomPassword } from "#platform/server/passwords.ts";
import { findUserByEmail, hasAdmin, insertUser, isUnconfirmed } from "./accounts.ts";
import { applyChanges, takeOver } from "./change-user.ts";
import { enqueueAccountNotice } from "./links/account-mail.ts";
import { deleteFactorsOf, type FactorCounts, lockUser } from "./second-factor/store.ts";
import { writtenDuties } from "./table.ts";

type FirstAdmin = { email: string; password: string | undefined; now: Date };

const FIRST_START = "first start";
const COMMAND = "npm run admin";

/** Returns the password if it was generated. Throws ConfigError if a chosen one is too easy to guess. */
export async function makeFirstAdmin(database: Database, first: FirstAdmin): Promise<string | undefined> {
  const { email, now } = first;
  if (await hasAdmin(database.read)) return undefined;
  const reason =
    first.password === undefined ? undefined : whyRefused(first.password, knownNames(currentFacts(), email));
  if (reason) throw new ConfigError(`ADMIN_PASSWORD: ${reason}`);
  const password = first.password ?? randomPassword();
  const passwordHash = await hashPassword(password);
  const made = await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    if (await hasAdmin(trx)) return undefined;
    const user = await insertUser(trx, { email, passwordHash, role: "admin", duties: ALL_DUTIES, isActive: true, now });
    if (user) await writeEntry(trx, "created", { id: user.id, actor: FIRST_START, now });
    return user;
  });
  return made && first.password === undefined ? password : undefined;
}

type Made = { password: string; isNew: boolean; removed: FactorCounts | undefined };

/** Activates the account, ends its sessions and removes its second factors. */
export async function makeAdmin(database: Database, email: string, now: Date): Promise<Made> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  return database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    // The insert comes first, because it waits for a parallel registration of the same e-mail.
    const made = await insertUser(trx, { email, passwordHash, role: "admin", duties: ALL_DUTIES, isActive: true, now });
    if (made) {
      await writeEntry(trx, "created", { id: made.id, actor: COMMAND, now });
      return { password, isNew: true, removed: undefined };
    }
    const known = await findUserByEmail(trx, email);
    if (!known) throw userNotFound();
    const change = { id: known.id, actor: COMMAND, now };
    // Without the lock, a factor that is being added would stay.
    await lockUser(trx, known.id);
    const removed = await deleteFactorsOf(trx, known.id);
    const apply = isUnconfirmed(known) ? takeOver : applyChanges;
    await apply(trx, known.id, {
      password_hash: passwordHash,
      role: "admin",
      duties: writtenDuties(ALL_DUTIES),
      own_leads_only: 0,
      deactivated_at: null,
      updated_at: now.toISOString(),
    });
    if (known.role !== "admin") await writeEntry(trx, "role", change, { from: known.role, to: "admin" });
    await writeEntry(trx, "password", change);
    const notice = { user: known, by: "admin", now };
    await enqueueAccountNotice(trx, { ...notice, what: "password-by-admin", words: `By ${COMMAND}, on the server` });
    if (known.deactivated_at !== null) await writeEntry(trx, "activated", change);
    if (removed) {
      await recordRemovals(trx, [{ kind: "factors", subject: known.id }], now);
      await writeEntry(trx, "factor_removed", change, { to: "all" });
      await enqueueAccountNotice(trx, { ...notice, what: "factor-removed", words: `All, by ${COMMAND}` });
    }
    return { password, isNew: false, removed };
  });
}

async function writeEntry(
  trx: Db,
  action: AuditLogAction,
  { id, actor, now }: { id: string; actor: string; now: Date },
  values: { from?: string; to?: string } = {},
): Promise<void> {
  await writeAuditLogEntry(trx, { subject: { kind: "account", id }, actor, action, now, ...values });
}
