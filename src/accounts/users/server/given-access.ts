// What an admin may give to accounts, and to whom an admin may do something.
import { UserError } from "#accounts/users/errors.ts";
import type { Role } from "#accounts/users/user.ts";
import { type Duty, dutyNames, hasAll } from "#platform/access/duties.ts";
import { AppError } from "#platform/errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type Caller, dutyMissing } from "#platform/server/http/access.ts";
import { findUser, listOwners } from "./accounts.ts";
import { dutiesOf, limitOf, type UserRow } from "./table.ts";

/**
 * The caller with the duties of now: read under the lock, because they may have lost some since the call came in. Throws duty_missing
 * for the one that the call needs.
 */
export async function callerNow(trx: Db, caller: Caller, needed: Duty = "run"): Promise<Caller> {
  if (caller.isProgram) return caller;
  const user = await findUser(trx, caller.id);
  const duties = user?.deactivated_at === null ? dutiesOf(user) : [];
  if (!user || !duties.includes(needed)) throw dutyMissing([needed]);
  return { ...caller, duties, onlyLeadsOf: limitOf(user) };
}

/**
 * What the account has afterwards. An admin who makes another one and names no duties gives all of their own. Throws more_duties for
 * one that the caller lacks, and invalid_input for an admin without any.
 */
export function givenDuties(
  caller: Caller,
  { role, duties }: { role: Role; duties?: readonly Duty[] | undefined },
  had: readonly Duty[] = [],
): readonly Duty[] {
  if (role === "user") return [];
  const given = duties ?? (had.length > 0 ? had : caller.duties);
  requireOwn(
    caller,
    given.filter((duty) => !had.includes(duty)),
  );
  if (given.length > 0) return given;
  const message = "Please choose at least one duty";
  throw new AppError("invalid_input", message, { fields: { duties: message } });
}

/** Whether the account is limited to its own leads afterwards. Throws more_duties if a caller who is limited gives more. */
export function givenLimit(
  caller: Caller,
  { role, ownLeadsOnly }: { role: Role; ownLeadsOnly?: boolean | undefined },
  had?: Pick<UserRow, "role" | "own_leads_only">,
): boolean {
  if (role === "user") return false;
  const isLimited = caller.onlyLeadsOf !== undefined;
  const given = ownLeadsOnly ?? (had?.role === "admin" ? had.own_leads_only === 1 : isLimited);
  if (isLimited && !given)
    throw new UserError("more_duties", "You cannot give all leads, because you see only your own and unclaimed ones.");
  return given;
}

/** Throws more_duties. Nobody takes over, locks out or removes a person who may do more. */
export function requireNotAbove(
  caller: Caller,
  user: Pick<UserRow, "id" | "role" | "duties" | "own_leads_only">,
): void {
  const seesMore = user.role === "admin" && caller.onlyLeadsOf !== undefined && limitOf(user) === undefined;
  if (hasAll(caller.duties, dutiesOf(user)) && !seesMore) return;
  throw new UserError("more_duties", "This person has duties that you do not have. Please ask an owner of this site.");
}

/** Throws more_duties. */
export function requireOwn(caller: Caller, given: readonly Duty[]): void {
  const lacking = given.filter((duty) => !caller.duties.includes(duty));
  if (lacking.length === 0) return;
  throw new UserError("more_duties", `You cannot give ${dutyNames(lacking)}, because you do not have it yourself.`);
}

type Access = { duties: readonly Duty[]; isLimited: boolean };
type Afterwards = (Access & { isActive: boolean }) | "gone";

export function accessOf(user: UserRow): Access {
  return { duties: dutiesOf(user), isLimited: limitOf(user) !== undefined };
}

/** Throws last_admin, self_change. */
export async function requireOwnerRemains(
  trx: Db,
  { user, callerId, after }: { user: UserRow; callerId: string; after: Afterwards },
): Promise<void> {
  const had = accessOf(user);
  if (had.duties.length === 0 || user.deactivated_at !== null) return;
  const isLess =
    after === "gone" || !after.isActive || !hasAll(after.duties, had.duties) || (after.isLimited && !had.isLimited);
  if (!isLess) return;
  const owners = await listOwners(trx);
  if (owners.every(({ id }) => id === user.id))
    throw new UserError(
      "last_admin",
      "This is the last active admin with all duties. Give them to someone else first.",
    );
  if (user.id === callerId)
    throw new UserError("self_change", "You cannot delete, demote or deactivate yourself. Ask another admin.");
}
