import { ACCOUNT_LINKS, type AccountLinkKind } from "#accounts/users/account-link.ts";
import type { NewUser, UserChanges } from "#accounts/users/admin.ts";
import { confirmedByMail, emailTaken, unconfirmedAccount, userNotFound } from "#accounts/users/errors.ts";
import { knownNames } from "#accounts/users/user.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import type { Removal } from "#delivery/removals/removal.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { ALL_DUTIES, DUTIES, type Duty, hasAll } from "#platform/access/duties.ts";
import type { AuditLogAction } from "#platform/audit-log.ts";
import { emailKey } from "#platform/email.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { isUniqueViolation } from "#platform/server/database/driver-errors.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { hashNewPassword } from "#platform/server/new-passwords/new-passwords.ts";
import {
  deleteKnownBrowsersOf,
  deleteSessionsOf,
  findUser,
  insertUser,
  isUnconfirmed,
  type KeepTold,
  updateUser,
} from "./accounts.ts";
import { deleteAccount } from "./delete-account.ts";
import { accessOf, callerNow, givenDuties, givenLimit, requireNotAbove, requireOwnerRemains } from "./given-access.ts";
import { enqueueAccountNotice } from "./links/account-mail.ts";
import { askToConfirm } from "./links/confirmation.ts";
import { type AccountLinks, endAccountLinks } from "./links/store.ts";
import { deleteFactorsOf } from "./second-factor/store.ts";
import { ALL_LEADS, dutiesOf, type UserRow, writtenDuties } from "./table.ts";

export type UserServices = {
  database: Database;
  links: AccountLinks;
  keepTold: KeepTold;
  config: { dataDir: string; smtpUrl: string | undefined };
};

type Change = { id: string; caller: Caller; now: Date };

export async function createUser(
  { database }: UserServices,
  { newUser, caller, now }: Omit<Change, "id"> & { newUser: NewUser },
): Promise<UserRow> {
  const { email, password, role, isActive } = newUser;
  const passwordHash = await hashNewPassword(password, knownNames(currentFacts(), email));
  return database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const by = await callerNow(trx, caller);
    const duties = givenDuties(by, newUser);
    const ownLeadsOnly = givenLimit(by, newUser);
    const user = await insertUser(trx, { email, passwordHash, role, duties, ownLeadsOnly, isActive, now });
    if (!user) throw emailTaken();
    await writeEntry(trx, "created", { id: user.id, caller, now });
    if (duties.length > 0 && !hasAll(duties, ALL_DUTIES))
      await writeDuties(trx, { id: user.id, caller, now }, { had: [], duties });
    return user;
  });
}

export async function changeUser(
  services: UserServices,
  { changes, ...change }: Change & { changes: UserChanges },
): Promise<UserRow> {
  const { database, links, config } = services;
  const { id, caller, now } = change;
  if (changes.confirmed && config.smtpUrl !== undefined) throw confirmedByMail();
  const passwordHash = changes.password ? await hashChangedPassword(database, { ...changes, id }) : undefined;
  try {
    return await changeInTurn(services, change, async (trx) => {
      const { user, by } = await requireUserForChange(trx, change);
      const role = changes.role ?? user.role;
      const isActive = changes.isActive ?? user.deactivated_at === null;
      const had = dutiesOf(user);
      const duties = givenDuties(by, { role, duties: changes.duties }, had);
      const isLimited = givenLimit(by, { role, ...changes }, user);
      await requireOwnerRemains(trx, { user, callerId: caller.id, after: { duties, isLimited, isActive } });
      // Without an entry of their own, new admins have all.
      const isWhole = had.length === 0 && hasAll(duties, ALL_DUTIES);
      if (role === "admin" && !isWhole && writtenDuties(duties) !== writtenDuties(had))
        await writeDuties(trx, change, { had, duties });
      await writeLimit(trx, change, { had: user.own_leads_only === 1, isLimited });
      if (role !== user.role) {
        await writeEntry(trx, "role", change, { from: user.role, to: role });
        if (role === "user") await recordRemovals(trx, [{ kind: "account-role", subject: id }], now);
      }
      const email = changes.email === user.email ? undefined : changes.email;
      const isVouchedFor = isUnconfirmed(user) && (role === "admin" || changes.confirmed === true);
      if (isVouchedFor && !passwordHash) throw unconfirmedAccount();
      if (email !== undefined) {
        await writeEntry(trx, "email", change);
        await enqueueAccountNotice(trx, {
          user,
          what: "email",
          to: user.email,
          by: "admin",
          words: `By ${caller.email}`,
          now,
        });
      }
      if (changes.confirmed) await writeEntry(trx, "email", change, { to: "vouched for" });
      if (passwordHash) {
        await writeEntry(trx, "password", change);
        await enqueueAccountNotice(trx, {
          user,
          what: "password-by-admin",
          by: "admin",
          words: `By ${caller.email}`,
          now,
        });
      }
      if (isActive !== (user.deactivated_at === null))
        await writeEntry(trx, isActive ? "activated" : "deactivated", change);
      const at = now.toISOString();
      const columns = {
        ...(email !== undefined && { ...emailColumns(user, email), email_confirmed_at: null }),
        ...(changes.confirmed && { email_confirmed_at: at }),
        role,
        duties: writtenDuties(duties),
        own_leads_only: isLimited ? 1 : 0,
        deactivated_at: isActive ? null : (user.deactivated_at ?? at),
        updated_at: at,
      };
      const changed =
        isVouchedFor && passwordHash
          ? await takeOver(trx, id, { ...columns, password_hash: passwordHash })
          : await applyChanges(trx, id, { ...columns, ...(passwordHash && { password_hash: passwordHash }) });
      if ((email !== undefined || isVouchedFor) && !changes.confirmed)
        await askToConfirm(trx, links, { user: changed, createdBy: caller.email, now });
      return changed;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

export async function toggleUserActive(services: UserServices, change: Change): Promise<UserRow> {
  const { id, caller, now } = change;
  return changeInTurn(services, change, async (trx) => {
    const { user } = await requireUserForChange(trx, change);
    const isActive = user.deactivated_at !== null;
    await requireOwnerRemains(trx, { user, callerId: caller.id, after: { ...accessOf(user), isActive } });
    await writeEntry(trx, isActive ? "activated" : "deactivated", change);
    const at = now.toISOString();
    return applyChanges(trx, id, { deactivated_at: isActive ? null : at, updated_at: at });
  });
}

export async function deleteUser(services: UserServices, change: Change): Promise<void> {
  const { caller, now } = change;
  const mailIds = await changeInTurn(services, change, async (trx) => {
    const { user } = await requireUserForChange(trx, change);
    await requireOwnerRemains(trx, { user, callerId: caller.id, after: "gone" });
    const ids = await deleteAccount(trx, user, now);
    await writeEntry(trx, "deleted", change);
    return ids;
  });
  await removeFromOutbox(services.config.dataDir, mailIds);
}

function changeInTurn<T>(
  { database, keepTold }: UserServices,
  { caller, now }: Change,
  change: (trx: Db) => Promise<T>,
): Promise<T> {
  return database.transaction((trx) => keepTold(trx, { actor: caller.email, now }, () => change(trx)));
}

/** If the e-mail changes too, the password must not be made of the new one. */
async function hashChangedPassword(
  database: Database,
  { id, email, password = "" }: UserChanges & { id: string },
): Promise<string> {
  return hashNewPassword(
    password,
    knownNames(currentFacts(), email ?? (await findUser(database.read, id))?.email ?? ""),
  );
}

/** The entry has no e-mail, because that must be deleted together with the account. */
async function writeEntry(
  trx: Db,
  action: AuditLogAction,
  { id, caller, now }: Change,
  values: { from?: string; to?: string } = {},
): Promise<void> {
  await writeAuditLogEntry(trx, { subject: { kind: "account", id }, actor: caller.email, action, now, ...values });
}

/** A backup must not give back a duty that was taken away. */
async function writeDuties(
  trx: Db,
  change: Change,
  { had, duties }: { had: readonly Duty[]; duties: readonly Duty[] },
): Promise<void> {
  await writeEntry(trx, "duties", change, { from: labelsOf(had), to: labelsOf(duties) });
  const lost = had.filter((duty) => !duties.includes(duty));
  const removals = lost.map((duty) => ({ kind: "duty" as const, subject: `${change.id} ${duty}` }));
  await recordRemovals(trx, removals, change.now);
}

async function writeLimit(
  trx: Db,
  change: Change,
  { had, isLimited }: { had: boolean; isLimited: boolean },
): Promise<void> {
  if (had === isLimited) return;
  await writeEntry(trx, "duties", change, { from: leadsText(had), to: leadsText(isLimited) });
  if (isLimited) await recordRemovals(trx, [{ kind: "duty", subject: `${change.id} ${ALL_LEADS}` }], change.now);
}

export function leadsText(isLimited: boolean): string {
  return isLimited ? "own and unclaimed leads" : "all leads";
}

function labelsOf(duties: readonly Duty[]): string {
  return duties.map((duty) => DUTIES[duty].label).join(", ") || "none";
}

/** Changes of accounts run one after the other, so that two in parallel cannot remove the last two admins. */
async function requireUserForChange(trx: Db, { id, caller }: Change): Promise<{ user: UserRow; by: Caller }> {
  await lockNames(trx, ["accounts"]);
  const by = await callerNow(trx, caller);
  const user = await findUser(trx, id);
  if (!user) throw userNotFound();
  requireNotAbove(by, user);
  return { user, by };
}

/** Another spelling of the same address keeps the key, which may be an older one; see findUserByEmail. */
export function emailColumns(user: UserRow, email: string): Partial<UserRow> {
  const key = emailKey(email);
  return key === emailKey(user.email) ? { email } : { email, email_key: key };
}

/**
 * A new password or a deactivation ends all sessions, and the links that a thief could use. Sessions are deleted after
 * the update, because it waits for sign-ins that hold the row, and later sign-ins see the new state.
 */
export async function applyChanges(trx: Db, id: string, changes: Partial<UserRow>): Promise<UserRow> {
  const changed = await updateUser(trx, id, changes);
  if (!changed) throw userNotFound();
  const now = new Date(changed.updated_at);
  await recordRemovals(trx, removalsBy(id, changes), now);
  const kinds = linksEndedBy(changes);
  if (kinds.length > 0) await endAccountLinks(trx, { userId: id }, { kinds, how: "revoked", now });
  if (changes.password_hash !== undefined || changed.deactivated_at !== null) await deleteSessionsOf(trx, id);
  return changed;
}

/** A new password ends everything that the stranger who may have registered the account has left there. */
export async function takeOver(
  trx: Db,
  id: string,
  changes: Partial<UserRow> & Pick<UserRow, "password_hash" | "updated_at">,
): Promise<UserRow> {
  const changed = await applyChanges(trx, id, { ...changes, confirmed_at: changes.updated_at });
  const now = new Date(changes.updated_at);
  const kinds = Object.keys(ACCOUNT_LINKS) as AccountLinkKind[];
  await endAccountLinks(trx, { userId: id }, { kinds, how: "revoked", now });
  await deleteKnownBrowsersOf(trx, id);
  if (await deleteFactorsOf(trx, id)) await recordRemovals(trx, [{ kind: "factors", subject: id }], now);
  return changed;
}

/** The earlier password, and access that was ended, must not come back with a backup. */
function removalsBy(subject: string, { password_hash, deactivated_at }: Partial<UserRow>): Removal[] {
  return [
    ...(password_hash === undefined ? [] : [{ kind: "password" as const, subject }]),
    ...(deactivated_at ? [{ kind: "account-off" as const, subject }] : []),
  ];
}

/** A new password keeps the way back to an earlier address. An admin's new address is final. */
function linksEndedBy(changes: Partial<UserRow>): AccountLinkKind[] {
  if (changes.email !== undefined) return ["password-reset", "confirm-email", "new-email", "undo-email"];
  return changes.password_hash === undefined ? [] : ["password-reset", "new-email"];
}
