import type { SignedIn } from "#auth/credentials.ts";
import type { PasswordByLink } from "#auth/link.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { hashNewPassword } from "#platform/server/new-passwords/new-passwords.ts";
import {
  deadLink,
  emailTaken,
  findInvitedRole,
  findLiveLink,
  insertUser,
  takeAccountLink,
} from "#users/server/store.ts";
import { knownNames, ROLE_LABELS } from "#users/user.ts";
import { type AuthServices, newSession, storeSession, toSignedIn } from "../start-session.ts";
import type { Visit } from "../visits/visit.ts";

const KINDS = ["invitation"] as const;

/** Makes a confirmed account with the invited role, and signs it in. Throws not_found, invalid_input, email_taken. */
export async function acceptInvitation(
  { database, tokens, clock }: AuthServices,
  { token, password, visit }: PasswordByLink & { visit: Visit },
): Promise<SignedIn> {
  const now = clock.now();
  const found = await findLiveLink(database.read, { token, kinds: KINDS, now });
  if (!found || !(await findInvitedRole(database.read, found))) throw deadLink();
  const passwordHash = await hashNewPassword(password, knownNames(found.email));
  const session = newSession(tokens);
  const user = await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const link = await takeAccountLink(trx, { token, kinds: KINDS, now });
    const role = await findInvitedRole(trx, link);
    if (!role) throw deadLink();
    const made = await insertUser(trx, { email: link.email, passwordHash, role, isActive: true, now });
    if (!made) throw emailTaken();
    const to = `invitation as ${ROLE_LABELS[role]}, accepted`;
    const subject = { kind: "account", id: made.id };
    await writeAuditLogEntry(trx, { subject, actor: link.created_by, action: "created", to, now });
    await storeSession(trx, { session, user: made, visit, now });
    return made;
  });
  return toSignedIn(tokens, { session, user, now });
}
