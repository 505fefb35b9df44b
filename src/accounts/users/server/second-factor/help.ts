import { UserError, userNotFound } from "#accounts/users/errors.ts";
import type { FactorsOfUser } from "#accounts/users/second-factor.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { deleteSessionsOf, findUser } from "../accounts.ts";
import { callerNow, requireNotAbove } from "../given-access.ts";
import { enqueueAccountNotice } from "../links/account-mail.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { countFactorsOf, deleteFactorsOf, lockUser } from "./store.ts";

export async function readFactorsOf(
  { database: { read } }: AuthServices,
  id: string,
): Promise<Omit<FactorsOfUser, "success">> {
  const [user, factors] = await Promise.all([findUser(read, id), countFactorsOf(read, id)]);
  if (!user) throw userNotFound();
  return { email: user.email, ...factors };
}

/** Ends every sign-in of the account too: the finder of a lost phone may be in one. */
export async function removeFactorsOf(
  { database, clock }: AuthServices,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  const now = clock.now();
  if (id === caller.id) throw new UserError("self_change", "Your own second factor is changed under your account.");
  await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const by = await callerNow(trx, caller);
    const user = await lockUser(trx, id);
    if (!user) throw userNotFound();
    requireNotAbove(by, user);
    if (!(await deleteFactorsOf(trx, id))) return;
    await deleteSessionsOf(trx, id);
    await recordRemovals(trx, [{ kind: "factors", subject: id }], now);
    const subject = { kind: "account", id };
    await writeAuditLogEntry(trx, { subject, actor: caller.email, action: "factor_removed", to: "all", now });
    await enqueueAccountNotice(trx, {
      user,
      what: "factor-removed",
      by: "admin",
      words: `All, by ${caller.email}`,
      now,
    });
  });
}
