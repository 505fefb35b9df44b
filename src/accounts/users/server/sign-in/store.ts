// deleteSessionsOf is in users/, because changes of an account must end its sessions.
import { hasRowLocks } from "#platform/server/database/locks.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { deleteChallengesOf } from "../second-factor/store.ts";
import type { SessionsTable, UserRow } from "../table.ts";

export async function insertSession(db: Db, signIn: SessionsTable): Promise<void> {
  await db.insertInto("sign_ins").values(signIn).execute();
}

export async function findSession(db: Db, id: string): Promise<SessionsTable | undefined> {
  return db.selectFrom("sign_ins").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findSessionUser(
  db: Db,
  sessionId: string,
): Promise<Pick<UserRow, "id" | "email" | "role" | "duties" | "own_leads_only"> | undefined> {
  const [user] = await sessionUsers(db, { sessionId });
  return user;
}

const sessionUsers = keptRead((db: Db, { sessionId }: { sessionId: string }) =>
  signedInUser(db, sessionId).select(["users.id", "email", "role", "duties", "own_leads_only"]),
);

/** How many of these sessions are those of admins who may work. */
export async function countAdminSessions(db: Db, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom("sign_ins")
    .innerJoin("users", "users.id", "sign_ins.user_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("sign_ins.id", "in", ids)
    .where("role", "=", "admin")
    .where("deactivated_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Waits for an earlier change of the account and blocks later ones until this transaction ends. */
export async function lockSessionUser(trx: Db, sessionId: string): Promise<UserRow | undefined> {
  const query = signedInUser(trx, sessionId).selectAll("users");
  return (hasRowLocks(trx) ? query.forShare("users") : query).executeTakeFirst();
}

function signedInUser(db: Db, sessionId: string) {
  return db
    .selectFrom("sign_ins")
    .innerJoin("users", "users.id", "sign_ins.user_id")
    .where("sign_ins.id", "=", sessionId)
    .where("users.deactivated_at", "is", null);
}

/** The token is replaced if it is still the current one: of two parallel calls only one succeeds. */
export async function rotateToken(
  db: Db,
  { id, from, to, salt, now }: { id: string; from: string; to: string; salt: string; now: Date },
): Promise<boolean> {
  const rotated = await db
    .updateTable("sign_ins")
    .set({ token_hash: to, previous_hash: from, rotation_salt: salt, refreshed_at: now.toISOString() })
    .where("id", "=", id)
    .where("token_hash", "=", from)
    .returning("id")
    .executeTakeFirst();
  return rotated !== undefined;
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom("sign_ins").where("id", "=", id).execute();
}

export async function listSessionsOf(
  db: Db,
  userId: string,
  expired: { refreshedBefore: Date; createdBefore: Date },
): Promise<SessionsTable[]> {
  return db
    .selectFrom("sign_ins")
    .selectAll()
    .where("user_id", "=", userId)
    .where("refreshed_at", ">=", expired.refreshedBefore.toISOString())
    .where("created_at", ">=", expired.createdBefore.toISOString())
    .execute();
}

export async function deleteOwnSession(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<SessionsTable | undefined> {
  return db.deleteFrom("sign_ins").where("id", "=", id).where("user_id", "=", userId).returningAll().executeTakeFirst();
}

/** Sign-ins that wait for their second step end too. Returns whether there was another session. */
export async function deleteOtherSessions(
  db: Db,
  { userId, keep }: { userId: string; keep: string },
): Promise<boolean> {
  await deleteChallengesOf(db, userId);
  const others = db.deleteFrom("sign_ins").where("user_id", "=", userId).where("id", "<>", keep);
  const { numDeletedRows } = await others.executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteExpiredSessions(
  db: Db,
  dead: { refreshedBefore: Date; createdBefore: Date },
): Promise<void> {
  await db
    .deleteFrom("sign_ins")
    .where((is) =>
      is.or([
        is("refreshed_at", "<", dead.refreshedBefore.toISOString()),
        is("created_at", "<", dead.createdBefore.toISOString()),
      ]),
    )
    .execute();
}
