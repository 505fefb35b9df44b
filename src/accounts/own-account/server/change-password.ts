import type { PasswordChange } from "#accounts/own-account/account.ts";
import { findUser, updateUser } from "#accounts/users/server/accounts.ts";
import { enqueueAccountNotice } from "#accounts/users/server/links/account-mail.ts";
import { endAccountLinks } from "#accounts/users/server/links/store.ts";
import { recordOwnChange } from "#accounts/users/server/own-changes.ts";
import { verifyOwnPassword } from "#accounts/users/server/sign-in/prove.ts";
import { deleteOtherSessions } from "#accounts/users/server/sign-in/store.ts";
import { knownNames } from "#accounts/users/user.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { AppError } from "#platform/errors.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { hashNewPassword } from "#platform/server/new-passwords/new-passwords.ts";
import type { AccountServices } from "./change-account.ts";

/** This session stays; the others and links that were mailed before end. Throws wrong_password, invalid_input, rate_limited. */
export async function changePassword(
  services: AccountServices,
  { caller, change: { current, password } }: { caller: Caller; change: PasswordChange },
): Promise<void> {
  const { database, clock } = services;
  const verified = await verifyOwnPassword(services, { caller, password: current, field: "current" });
  const passwordHash = await hashNewPassword(password, knownNames(currentFacts(), verified.email));
  const now = clock.now();
  await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const user = await findUser(trx, caller.id);
    if (!user || user.password_hash !== verified.password_hash)
      throw new AppError(
        "changed_meanwhile",
        "Your password has been changed elsewhere. Please sign in with that one.",
      );
    await updateUser(trx, user.id, { password_hash: passwordHash, updated_at: now.toISOString() });
    // The update waits for sign-ins that hold the row; later sign-ins see the new password.
    await deleteOtherSessions(trx, { userId: user.id, keep: caller.sessionId });
    await endAccountLinks(trx, { userId: user.id }, { kinds: ["password-reset", "new-email"], how: "revoked", now });
    await enqueueAccountNotice(trx, { user, what: "password", now });
    await recordOwnChange(trx, { user, action: "password", removals: [{ kind: "password", subject: user.id }], now });
  });
}
