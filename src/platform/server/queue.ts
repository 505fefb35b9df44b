// What is owed stands as rows of a room's table; any number of processes work them off. This is the SQL they share: a row is
// claimed for a while, and its claim runs out should the process die.
import { type Kysely, PostgresAdapter, sql } from "kysely";

/** The columns by which rows are claimed, tried and settled. A row that is still owed has the state "waiting". */
export type QueueColumns = {
  id: string;
  /** When it is tried next. */
  next_try_at: string;
  tries: number;
  first_tried_at: string | null;
  /** The try that has it at the moment, and until when that is believed. */
  claim: string | null;
  claimed_until: string | null;
  /** When it was sent, given up or withdrawn. */
  settled_at: string | null;
  last_error: string | null;
};

export type Claim = { claim: string; now: Date; until: Date };

export type Outcome =
  | { state: "sent" }
  | { state: "withdrawn" }
  | { state: "failed"; error: string }
  | { state: "waiting"; error: string; nextTryAt: Date };

type Db = Kysely<Record<string, QueueColumns & { state: string }>>;

// Written out, not bound: SQLite uses a partial index only where the condition is in the query's text.
export const isWaiting = sql<boolean>`state = 'waiting'`;
export const isFailed = sql<boolean>`state = 'failed'`;

/** Whether there is anything to claim, without writing. */
export async function isAnyDue<Tables>(db: Kysely<Tables>, table: string, now: Date): Promise<boolean> {
  return (await claimable(untyped(db), table, now).select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Takes up to `limit` rows that are due, in this order. No two claims hold one row before the first runs out. */
export async function claimDue<Row, Tables>(
  trx: Kysely<Tables>,
  table: string,
  { order, limit }: { order: readonly string[]; limit: number },
  claim: Claim,
): Promise<Row[]> {
  let due = claimable(untyped(trx), table, claim.now).select("id").limit(limit);
  for (const column of order) due = due.orderBy(sql.ref(column));
  return claimThose<Row>(untyped(trx), table, await skipLocked(untyped(trx), due).execute(), claim);
}

/** Takes one row that waits out a pause after a failed try, before the pause is over. */
export async function claimPaused<Row, Tables>(trx: Kysely<Tables>, table: string, claim: Claim): Promise<Row[]> {
  const db = untyped(trx);
  const paused = unclaimed(db, table, claim.now).select("id").where("tries", ">", 0).orderBy("next_try_at").limit(1);
  return claimThose<Row>(db, table, await skipLocked(db, paused).execute(), claim);
}

/**
 * Records how a try went, unless another process has taken the row over meanwhile. One that was withdrawn while it was
 * tried stays withdrawn, unless it was sent after all. `details` are further columns of the table.
 */
export async function recordOutcome<Tables>(
  trx: Kysely<Tables>,
  table: string,
  {
    row,
    outcome,
    details = {},
    now,
  }: { row: Pick<QueueColumns, "id" | "claim">; outcome: Outcome; details?: object; now: Date },
): Promise<void> {
  let update = untyped(trx)
    .updateTable(table)
    .set({
      claim: null,
      claimed_until: null,
      ...(outcome.state === "waiting"
        ? { next_try_at: outcome.nextTryAt.toISOString() }
        : { state: outcome.state, settled_at: now.toISOString() }),
      ...("error" in outcome && { last_error: outcome.error }),
      ...details,
    })
    .where("id", "=", row.id)
    .where("claim", "=", row.claim);
  if (outcome.state !== "sent") update = update.where("state", "=", "waiting");
  await update.execute();
}

/** Gives up what is due or under way, for the day a backup is restored: it may have gone out after the backup was made. */
export async function holdDue<Tables>(trx: Kysely<Tables>, table: string, reason: string, now: Date): Promise<number> {
  const at = now.toISOString();
  const { numUpdatedRows } = await untyped(trx)
    .updateTable(table)
    .set({ state: "failed", settled_at: at, claim: null, claimed_until: null, last_error: reason })
    .where(isWaiting)
    .where((is) => is.or([is("next_try_at", "<=", at), is("tries", ">", 0), is("claim", "is not", null)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** The table is known by name only: each room's store says which. */
function untyped<Tables>(db: Kysely<Tables>): Db {
  return db as unknown as Db;
}

function claimable(db: Db, table: string, now: Date) {
  return unclaimed(db, table, now).where("next_try_at", "<=", now.toISOString());
}

function unclaimed(db: Db, table: string, now: Date) {
  return db
    .selectFrom(table)
    .where(isWaiting)
    .where((is) => is.or([is("claimed_until", "is", null), is("claimed_until", "<=", now.toISOString())]));
}

// SQLite has one writer at a time and no row locks.
function skipLocked<Query extends { forUpdate(): Query; skipLocked(): Query }>(db: Db, query: Query): Query {
  return db.getExecutor().adapter instanceof PostgresAdapter ? query.forUpdate().skipLocked() : query;
}

async function claimThose<Row>(
  db: Db,
  table: string,
  rows: readonly { id: string }[],
  { claim, now, until }: Claim,
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const claimed = await db
    .updateTable(table)
    .set((is) => ({
      claim,
      claimed_until: until.toISOString(),
      tries: is("tries", "+", 1),
      first_tried_at: is.fn.coalesce("first_tried_at", is.val(now.toISOString())),
    }))
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .returningAll()
    .execute();
  return claimed as Row[];
}
