// What is owed stands as rows of a room's table; any number of processes work them off. This is the SQL they share: a row is
// claimed by a process, and its claim is released should that process be gone.
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { hasRowLocks } from "../database/locks.ts";
import type { Liveness, Presence } from "../database/presence.ts";
import { newId } from "../ids.ts";

/** The columns by which rows are claimed, tried and settled. A row that is still owed has the state "waiting". */
export type QueueColumns = {
  id: string;
  /** When it is tried next. */
  next_try_at: string;
  tries: number;
  first_tried_at: string | null;
  /** The try that has it at the moment, after the id of the process that tries. */
  claim: string | null;
  /** Until when the claim is believed where nothing is known of that process. */
  claimed_until: string | null;
  /** When it was sent, given up or withdrawn. */
  settled_at: string | null;
  last_error: string | null;
};

export type ClaimedRow = Pick<QueueColumns, "id" | "claim">;

export type Claim = { claim: string; now: Date; until: Date };

export type AttemptResult =
  | { state: "sent" }
  | { state: "withdrawn" }
  | { state: "failed"; error: string }
  | { state: "waiting"; error: string; nextTryAt: Date };

type Db = Kysely<Record<string, QueueColumns & { state: string }>>;

// Written out, not bound: SQLite uses a partial index only where the condition is in the query's text.
export const isWaiting = sql<boolean>`state = 'waiting'`;
export const isDeadLetter = sql<boolean>`state = 'failed'`;

/** Between the id of a process and its try. */
const SEPARATOR = ".";

/** A claim of this process, for its next try. Rejects while it cannot show others that it is alive. */
export async function newClaim(presence: Presence, { now, leaseMs }: { now: Date; leaseMs: number }): Promise<Claim> {
  const holder = await presence.hold();
  return { claim: holder + SEPARATOR + newId(), now, until: new Date(now.getTime() + leaseMs) };
}

/**
 * Releases the claims that nobody works at any more, and returns how many those were. A claim lasts as long as its holder is
 * shown to be alive, and no longer than until it is shown to be gone. Where neither is known (another version of the site
 * made it, or this very process could not record how its try went), it lasts for its lease.
 */
export async function releaseClaims<Tables>(
  database: Database<Tables>,
  table: string,
  { isInFlight, now }: { isInFlight: (row: ClaimedRow) => boolean; now: Date },
): Promise<number> {
  const claimed = await untyped(database.read)
    .selectFrom(table)
    .select(["id", "claim", "claimed_until"])
    .where("claim", "is not", null)
    .execute();
  const others = claimed.filter((row) => !isInFlight(row));
  if (others.length === 0) return 0;
  const liveness = await database.presence.checkLiveness([...new Set(others.flatMap(({ claim }) => holderOf(claim)))]);
  const ended = others.filter((row) => hasEnded(row, liveness, now));
  if (ended.length === 0) return 0;
  await database.transaction(async (trx) => {
    for (const row of ended) await endClaim(untyped(trx), table, row);
  });
  return ended.length;
}

/** Whether there is anything to claim, without writing. */
export async function isAnyDue<Tables>(db: Kysely<Tables>, table: string, now: Date): Promise<boolean> {
  return (await claimable(untyped(db), table, now).select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Takes up to `limit` rows that are due, in this order. No two claims hold one row. */
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

/** Rows that share a value of this column make a group, and those of the groups in `except` are left alone. */
export type Groups = { column: string; except: readonly string[] };

/** Whether there is anything to claim in any of the groups, without writing. */
export async function isAnyDueOfEach<Tables>(db: Kysely<Tables>, table: string, groups: Groups, now: Date) {
  return (await firstOfEach(untyped(db), table, groups, now).limit(1).executeTakeFirst()) !== undefined;
}

/** Takes the row of each group that has been due for longest, of up to `limit` groups. */
export async function claimDueOfEach<Row, Tables>(
  trx: Kysely<Tables>,
  table: string,
  { limit, ...groups }: Groups & { limit: number },
  claim: Claim,
): Promise<Row[]> {
  const db = untyped(trx);
  const due = firstOfEach(db, table, groups, claim.now).limit(limit);
  return claimThose<Row>(db, table, await skipLocked(db, due).execute(), claim);
}

/** Takes one row that waits out a pause after a failed try, before the pause is over. */
export async function claimBackedOff<Row, Tables>(trx: Kysely<Tables>, table: string, claim: Claim): Promise<Row[]> {
  const db = untyped(trx);
  const paused = unclaimed(db, table).select("id").where("tries", ">", 0).orderBy("next_try_at").limit(1);
  return claimThose<Row>(db, table, await skipLocked(db, paused).execute(), claim);
}

/**
 * Records how a try went, unless another process has taken the row over meanwhile. One that was withdrawn while it was
 * tried stays withdrawn, unless it was sent after all. `details` are further columns of the table.
 */
export async function recordAttemptResult<Tables>(
  trx: Kysely<Tables>,
  table: string,
  {
    row,
    outcome,
    details = {},
    now,
  }: { row: Pick<QueueColumns, "id" | "claim">; outcome: AttemptResult; details?: object; now: Date },
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
  // Of one that was withdrawn meanwhile nothing else is to be recorded.
  if (outcome.state !== "sent") await endClaim(untyped(trx), table, row);
}

/** Gives up what is due or under way, for the day a backup is restored: it may have gone out after the backup was made. */
export async function deadLetterDue<Tables>(
  trx: Kysely<Tables>,
  table: string,
  reason: string,
  now: Date,
): Promise<number> {
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

async function endClaim(db: Db, table: string, { id, claim }: ClaimedRow): Promise<void> {
  await db
    .updateTable(table)
    .set({ claim: null, claimed_until: null })
    .where("id", "=", id)
    .where("claim", "=", claim)
    .execute();
}

/** None where another version of the site made the claim. */
function holderOf(claim: string | null): string[] {
  const [holder = "", attempt] = claim?.split(SEPARATOR) ?? [];
  return attempt === undefined ? [] : [holder];
}

function hasEnded(
  { claim, claimed_until }: Pick<QueueColumns, "claim" | "claimed_until">,
  { alive, gone }: Liveness,
  now: Date,
): boolean {
  const [holder = ""] = holderOf(claim);
  if (alive.has(holder)) return false;
  return gone.has(holder) || claimed_until === null || claimed_until <= now.toISOString();
}

function claimable(db: Db, table: string, now: Date) {
  return unclaimed(db, table).where("next_try_at", "<=", now.toISOString());
}

function firstOfEach(db: Db, table: string, { column, except }: Groups, now: Date) {
  const due = claimable(db, table, now);
  const value = sql.ref<string>(column);
  let groups = due.select(value.as("value")).distinct();
  if (except.length > 0) groups = groups.where(value, "not in", except);
  const first = db
    .selectFrom(groups.as("groups"))
    .select(
      due.select("id").where(value, "=", sql.ref<string>("groups.value")).orderBy("next_try_at").limit(1).as("first"),
    );
  // Due once more: another process may take the row between the look and the lock.
  return due.select("id").where("id", "in", first);
}

function unclaimed(db: Db, table: string) {
  return db.selectFrom(table).where(isWaiting).where("claim", "is", null);
}

// SQLite has one writer at a time and no row locks.
function skipLocked<Query extends { forUpdate(): Query; skipLocked(): Query }>(db: Db, query: Query): Query {
  return hasRowLocks(db) ? query.forUpdate().skipLocked() : query;
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
