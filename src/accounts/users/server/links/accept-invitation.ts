import type { SignedIn } from "#accounts/users/credentials.ts";
import { emailTaken } from "#accounts/users/errors.ts";
import type { PasswordByLink } from "#accounts/users/link.ts";
import { knownNames } from "#accounts/users/user.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { hashNewPassword } from "#platform/server/new-passwords/new-passwords.ts";
import { findUserByEmail, insertUser, isUnconfirmed } from "../accounts.ts";
import { emailColumns, takeOver } from "../change-user.ts";
import { factorDueOf } from "../required-factor.ts";
import { type AuthServices, newSession, storeSession, toSignedIn } from "../sign-in/start-session.ts";
import { type UserRow, writtenDuties } from "../table.ts";
import type { Visit } from "../visits/visit.ts";
import { findInvited, type Invited, invitedAs } from "./invitations.ts";
import { badLink, findLiveLink, takeAccountLink } from "./store.ts";

const KINDS = ["invitation"] as const;

/** An unconfirmed account with the address is taken over. Throws not_found, invalid_input, email_taken. */
export async function acceptInvitation(
  { database, tokens, clock }: AuthServices,
  { token, password, visit }: PasswordByLink & { visit: Visit },
): Promise<SignedIn> {
  const now = clock.now();
  const found = await findLiveLink(database.read, { token, kinds: KINDS, now });
  if (!found || !(await findInvited(database.read, found))) throw badLink();
  const passwordHash = await hashNewPassword(password, knownNames(currentFacts(), found.email));
  const session = newSession(tokens);
  const signedIn = await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const link = await takeAccountLink(trx, { token, kinds: KINDS, now });
    const invited = await findInvited(trx, link);
    if (!invited) throw badLink();
    const { email, created_by: actor } = link;
    const made = await insertUser(trx, { email, passwordHash, ...invited, isActive: true, now });
    const account = made ?? (await takeOverUnconfirmed(trx, { email, passwordHash, ...invited, now }));
    const to = `invitation as ${invitedAs(invited)}, accepted`;
    const subject = { kind: "account", id: account.id };
    await writeAuditLogEntry(trx, { subject, actor, action: "created", to, now });
    await storeSession(trx, { session, user: account, visit, now });
    return { user: account, due: await factorDueOf(trx, account, now) };
  });
  return toSignedIn(tokens, { session, ...signedIn, now });
}

type Taken = Invited & { email: string; passwordHash: string; now: Date };

/** A stranger may have registered the address, and the invitation has reached its mailbox. */
async function takeOverUnconfirmed(
  trx: Db,
  { email, passwordHash, role, duties, ownLeadsOnly, now }: Taken,
): Promise<UserRow> {
  const holder = await findUserByEmail(trx, email);
  if (!holder || !isUnconfirmed(holder)) throw emailTaken();
  const at = now.toISOString();
  return takeOver(trx, holder.id, {
    ...emailColumns(holder, email),
    email_confirmed_at: at,
    password_hash: passwordHash,
    role,
    duties: writtenDuties(duties),
    own_leads_only: ownLeadsOnly ? 1 : 0,
    deactivated_at: null,
    updated_at: at,
  });
}
