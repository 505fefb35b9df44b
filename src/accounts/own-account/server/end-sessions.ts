import type { OwnSession } from "#accounts/own-account/account.ts";
import { deviceText } from "#accounts/users/device.ts";
import { recordOwnChange } from "#accounts/users/server/own-changes.ts";
import { expiryOf } from "#accounts/users/server/sign-in/start-session.ts";
import { deleteOtherSessions, deleteOwnSession, listSessionsOf } from "#accounts/users/server/sign-in/store.ts";
import { AppError } from "#platform/errors.ts";
import type { Caller } from "#platform/server/http/access.ts";
import type { AccountServices } from "./change-account.ts";

export async function listSessions({ database, clock }: AccountServices, caller: Caller): Promise<OwnSession[]> {
  const sessions = await listSessionsOf(database.read, caller.id, expiryOf(clock.now()));
  return sessions
    .map(({ id, user_agent, created_at, refreshed_at }) => ({
      _id: id,
      device: deviceText(user_agent),
      createdAt: created_at,
      refreshedAt: refreshed_at,
      current: id === caller.sessionId,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.refreshedAt.localeCompare(a.refreshedAt));
}

/** Throws not_found for a session of another account. */
export async function endSession(
  { database, clock }: AccountServices,
  { caller, id }: { caller: Caller; id: string },
): Promise<void> {
  await database.transaction(async (trx) => {
    const ended = await deleteOwnSession(trx, { id, userId: caller.id });
    if (!ended) throw new AppError("not_found", "This sign-in has ended already.");
    const to = deviceText(ended.user_agent);
    await recordOwnChange(trx, { user: caller, action: "signed-out", to, now: clock.now() });
  });
}

export async function endOtherSessions({ database, clock }: AccountServices, caller: Caller): Promise<void> {
  await database.transaction(async (trx) => {
    if (await deleteOtherSessions(trx, { userId: caller.id, keep: caller.sessionId }))
      await recordOwnChange(trx, { user: caller, action: "signed-out", now: clock.now() });
  });
}
