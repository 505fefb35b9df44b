import { findUser } from "#accounts/users/server/accounts.ts";
import { applyChanges } from "#accounts/users/server/change-user.ts";
import { deleteAccount } from "#accounts/users/server/delete-account.ts";
import {
  deleteFactorsOf,
  deletePasskey,
  deleteRecoveryCodes,
  deleteTotp,
  findUsersWithFactor,
  spendRecoveryCode,
} from "#accounts/users/server/second-factor/store.ts";
import { ALL_LEADS, dutiesOf, type UserRow, writtenDuties } from "#accounts/users/server/table.ts";
import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import type { AuditLogAction } from "#platform/audit-log.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { hashPassword, randomPassword } from "#platform/server/passwords.ts";
import { RESTORE, type ReapplyContext } from "./reapply-context.ts";

export async function reapplyAccountChanges(context: ReapplyContext) {
  const { database, subjectsOf, dataDir, now } = context;
  const at = now.toISOString();
  const mailIds: string[] = [];
  const account = await eachAccount(context, "account", "deleted", async (trx, user) => {
    mailIds.push(...(await deleteAccount(trx, user, now)));
  });
  await removeFromOutbox(dataDir, mailIds);
  const accountOff = await eachAccount(context, "account-off", "deactivated", async (trx, { id }) => {
    await applyChanges(trx, id, { deactivated_at: at, updated_at: at });
  });
  const accountRole = await eachAccount(context, "account-role", "role", async (trx, { id }) => {
    await applyChanges(trx, id, { role: "user", updated_at: at });
  });
  const duty = await takeDuties(context);
  const { bare, ...factors } = await reapplyFactorRemovals(context);
  // The backup lacks a factor that replaced a removed one. The password alone would be weaker, so the person's mailbox gives access.
  const dead = await hashPassword(randomPassword());
  const withDeadPassword = { ...context, subjectsOf: () => subjectsOf("password").union(bare) };
  const password = await eachAccount(withDeadPassword, "password", "password", async (trx, { id }) => {
    await applyChanges(trx, id, { password_hash: dead, updated_at: at });
  });
  const codes = await database.transaction((trx) => spendRecoveryCodes(trx, subjectsOf("recovery-code"), now));
  return {
    account,
    "account-off": accountOff,
    "account-role": accountRole,
    duty,
    password,
    "recovery-code": codes,
    ...factors,
  };
}

async function takeDuties({ database, subjectsOf, now }: ReapplyContext): Promise<number> {
  const taken = [...subjectsOf("duty")].map((subject) => subject.split(" "));
  let count = 0;
  for (const [id = "", duty] of taken)
    await database.transaction(async (trx) => {
      const user = await findUser(trx, id);
      if (!user) return;
      const left = dutiesOf(user).filter((one) => one !== duty);
      const less = duty === ALL_LEADS ? { own_leads_only: 1 } : { duties: writtenDuties(left) };
      await applyChanges(trx, id, { ...less, updated_at: now.toISOString() });
      const values = { from: dutiesOf(user).join(", "), to: duty === ALL_LEADS ? "own leads only" : left.join(", ") };
      await writeAuditLogEntry(trx, {
        subject: { kind: "account", id },
        actor: RESTORE,
        action: "duties",
        now,
        ...values,
      });
      count += 1;
    });
  return count;
}

async function reapplyFactorRemovals({ database, subjectsOf }: ReapplyContext) {
  return database.transaction(async (trx) => {
    const touched = new Set([...subjectsOf("app"), ...subjectsOf("factors")]);
    const before = await withFactor(trx, touched);
    let [passkey, app, factors, sets] = [0, 0, 0, 0];
    for (const id of subjectsOf("passkey")) {
      const gone = await deletePasskey(trx, { id });
      if (!gone) continue;
      before.add(gone.user_id);
      passkey += 1;
    }
    for (const id of subjectsOf("app")) if (await deleteTotp(trx, id)) app += 1;
    for (const id of subjectsOf("factors")) if (await deleteFactorsOf(trx, id)) factors += 1;
    for (const id of subjectsOf("recovery-codes")) if (await deleteRecoveryCodes(trx, id)) sets += 1;
    const bare = before.difference(await withFactor(trx, before));
    return { passkey, app, factors, "recovery-codes": sets, bare };
  });
}

async function withFactor(trx: Db, ids: ReadonlySet<string>): Promise<Set<string>> {
  return findUsersWithFactor(trx, [...ids]);
}

async function spendRecoveryCodes(trx: Db, hashes: ReadonlySet<string>, now: Date): Promise<number> {
  let count = 0;
  for (const hash of hashes) if (await spendRecoveryCode(trx, hash, now)) count += 1;
  return count;
}

async function eachAccount(
  { database, subjectsOf, now }: Pick<ReapplyContext, "subjectsOf" | "now"> & { database: Database },
  kind: "account" | "account-off" | "account-role" | "password",
  action: AuditLogAction,
  change: (trx: Db, user: UserRow) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (const id of subjectsOf(kind))
    await database.transaction(async (trx) => {
      const user = await findUser(trx, id);
      if (!user) return;
      await change(trx, user);
      const values = kind === "account-role" ? { from: user.role, to: "user" } : {};
      const subject = { kind: "account", id };
      await writeAuditLogEntry(trx, { subject, actor: RESTORE, action, now, ...values });
      count += 1;
    });
  return count;
}
