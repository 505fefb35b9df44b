import type { ExpressionBuilder } from "kysely";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import type { PrivacyRequestsTable } from "./table.ts";

type Row = PrivacyRequestsTable;

/** The limit keeps answers small. No company has so many. */
const MAX_TASKS = 500;

const WITHOUT_PERSON = { email: null, email_key: null, words: null };

export async function insertRequest(
  trx: Db,
  request: Pick<Row, "id" | "kind" | "token_hash" | "person_key" | "email" | "email_key" | "words" | "created_at">,
): Promise<void> {
  const notYet = { confirmed_at: null, due_day: null, done_at: null, done_by: null, how: null };
  await trx
    .insertInto("privacy_requests")
    .values({ ...request, ...notYet })
    .execute();
}

/** Undefined if the token is unknown, used, or of a request from before `since`. */
export async function confirmRequestRow(
  trx: Db,
  tokenHash: string,
  { at, dueDay, since }: { at: Date; dueDay: string; since: Date },
): Promise<Row | undefined> {
  return trx
    .updateTable("privacy_requests")
    .set({ confirmed_at: at.toISOString(), due_day: dueDay })
    .where("token_hash", "=", tokenHash)
    .where("confirmed_at", "is", null)
    .where("created_at", ">", since.toISOString())
    .returningAll()
    .executeTakeFirst();
}

export async function findRequest(db: Db, id: string): Promise<Row | undefined> {
  return db.selectFrom("privacy_requests").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findConfirmedRequest(db: Db, tokenHash: string): Promise<Row | undefined> {
  return db
    .selectFrom("privacy_requests")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
}

/** Soonest due first. */
export async function listOpenRequests(db: Db): Promise<Row[]> {
  return db
    .selectFrom("privacy_requests")
    .selectAll()
    .where("confirmed_at", "is not", null)
    .where("done_at", "is", null)
    .orderBy("due_day")
    .orderBy("confirmed_at")
    .orderBy("id")
    .limit(MAX_TASKS)
    .execute();
}

/** Latest first. */
export async function listDoneRequests(db: Db, since: Date): Promise<Row[]> {
  return db
    .selectFrom("privacy_requests")
    .selectAll()
    .where("done_at", ">", since.toISOString())
    .orderBy("done_at", "desc")
    .orderBy("id")
    .limit(MAX_TASKS)
    .execute();
}

/** Lists verified requests, answered or not, latest first. */
export async function listRequestsOf(db: Db, personKey: string): Promise<Row[]> {
  return db
    .selectFrom("privacy_requests")
    .selectAll()
    .where("person_key", "=", personKey)
    .where("confirmed_at", "is not", null)
    .orderBy("confirmed_at", "desc")
    .orderBy("id")
    .limit(MAX_TASKS)
    .execute();
}

/** Finds requests that still contain the person's data, verified or not. */
export async function findRequestsWithDataOf(db: Db, emailKey: string): Promise<Row[]> {
  return db.selectFrom("privacy_requests").selectAll().where("email_key", "=", emailKey).orderBy("id").execute();
}

/** Deletes the person's data. Undefined if another admin was first. */
export async function closeRequestRow(
  trx: Db,
  id: string,
  { how, by, at }: { how: string; by: string; at: Date },
): Promise<Row | undefined> {
  return trx
    .updateTable("privacy_requests")
    .set({ ...WITHOUT_PERSON, how, done_by: by, done_at: at.toISOString() })
    .where("id", "=", id)
    .where("confirmed_at", "is not", null)
    .where("done_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export async function removePersonFromRequest(trx: Db, id: string): Promise<void> {
  await trx.updateTable("privacy_requests").set(WITHOUT_PERSON).where("id", "=", id).execute();
}

/** Returns false for a verified request. */
export async function deleteUnconfirmedRequestRow(trx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("privacy_requests")
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes unverified requests from before `createdBefore` and those answered before `doneBefore`. Returns the ids. */
export async function deleteExpiredRequestRows(
  trx: Db,
  { createdBefore, doneBefore, limit }: { createdBefore: Date; doneBefore: Date; limit: number },
): Promise<string[]> {
  const isExpired = (is: ExpressionBuilder<Tables, "privacy_requests">) =>
    is.or([
      is.and([is("confirmed_at", "is", null), is("created_at", "<=", createdBefore.toISOString())]),
      is("done_at", "<=", doneBefore.toISOString()),
    ]);
  const rows = await trx
    .deleteFrom("privacy_requests")
    .where("id", "in", (some) => some.selectFrom("privacy_requests").select("id").where(isExpired).limit(limit))
    // The condition is repeated, because a request may be verified in between.
    .where(isExpired)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
