// Any number of processes deliver the rows of a queue table. A claim is released if its process dies.
import { type Kysely, sql } from "kysely";
import { announceChange } from "../changes/unlogged-changes.ts";
import type { Database } from "../database/database.ts";
import { hasRowLocks } from "../database/locks.ts";
import type { Liveness, Presence } from "../database/presence.ts";
import type { Db } from "../database/tables.ts";
import { newId } from "../ids.ts";

export type QueueColumns = {
  id: string;
  next_try_at: string;
  tries: number;
  first_tried_at: string | null;
  claim: string | null;
  /** The claim expires then if the state of its process is unknown. */
  claimed_until: string | null;
  settled_at: string | null;
  last_error: string | null;
};

/** Of a row that nobody has tried yet. */
export function newInQueue(now: Date, dueAt = now) {
  return {
    state: "waiting",
    queued_at: now.toISOString(),
    next_try_at: dueAt.toISOString(),
    tries: 0,
    first_tried_at: null,
    claim: null,
    claimed_until: null,
    settled_at: null,
    last_error: null,
  } as const;
}

export type ClaimedRow = Pick<QueueColumns, "id" | "claim">;

export type Claim = { claim: string; now: Date; until: Date };

export type AttemptResult =
  | { state: "sent" }
  | { state: "withdrawn" }
  | { state: "failed"; error: string }
  | { state: "waiting"; error: string; nextTryAt: Date };

type QueueDb = Kysely<Record<string, QueueColumns & { state: string }>>;

// Literals, not parameters: SQLite uses a partial index only if the query text contains its condition.
export const isWaiting = sql<boolean>`state = 'waiting'`;
export const isDeadLetter = sql<boolean>`state = 'failed'`;

const SEPARATOR = ".";

/** Rejects while this process cannot show others that it is alive. */
export async function newClaim(presence: Presence, { now, leaseMs }: { now: Date; leaseMs: number }): Promise<Claim> {
  const holder = await presence.acquire();
  return { claim: holder + SEPARATOR + newId(), now, until: new Date(now.getTime() + leaseMs) };
}

/** Claims of live processes stay, and the lease decides where the state is unknown. Returns how many it released. */
export async function releaseClaims(
  database: Database,
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

export type Ranks = { column: string; values: readonly number[] };

export async function isAnyDue(db: Db, table: string, { column, values }: Ranks, now: Date): Promise<boolean> {
  const due = claimable(untyped(db), table, now).select("id").where(sql.ref(column), "in", values).limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

/** The most urgent rows come first, then the longest due. No two processes claim the same row. */
export async function claimDue<Row>(
  trx: Db,
  table: string,
  { ranks: { column, values }, limit }: { ranks: Ranks; limit: number },
  claim: Claim,
): Promise<Row[]> {
  const db = untyped(trx);
  const rows: { id: string }[] = [];
  // A query for each rank reads only the entries that it claims. One query for all would sort all due rows.
  for (const rank of values) {
    if (rows.length === limit) break;
    const due = claimable(db, table, claim.now).select("id").where(sql.ref(column), "=", rank);
    const first = due.orderBy("next_try_at").limit(limit - rows.length);
    rows.push(...(await skipLocked(db, first).execute()));
  }
  return claimRows<Row>(db, table, rows, claim);
}

type Groups = { column: string; except: readonly string[] };

/** Of a table whose rows go to receivers, named by a column: each gets one at a time, but for those in `except`. */
export function queueByReceiver<Row extends ClaimedRow>(table: string, column: string) {
  return {
    async isAnyDue(db: Db, except: readonly string[], now: Date): Promise<boolean> {
      return (await firstOfEach(untyped(db), table, { column, except }, now).limit(1).executeTakeFirst()) !== undefined;
    },
    async claimDue(
      trx: Db,
      { except, limit }: Omit<Groups, "column"> & { limit: number },
      claim: Claim,
    ): Promise<Row[]> {
      const db = untyped(trx);
      const due = firstOfEach(db, table, { column, except }, claim.now).limit(limit);
      return claimRows<Row>(db, table, await skipLocked(db, due).execute(), claim);
    },
    release: (database: Database, isInFlight: (row: ClaimedRow) => boolean, now: Date) =>
      releaseClaims(database, table, { isInFlight, now }),
    /** Undefined if the row was withdrawn, is gone, or another process has claimed it since. */
    async findClaimed(db: Db, { id, claim }: Row): Promise<Row | undefined> {
      const rows = untyped(db).selectFrom(table).selectAll().where("id", "=", id).where(isWaiting);
      return (await rows.where("claim", "=", claim).executeTakeFirst()) as Row | undefined;
    },
    record: (trx: Db, row: Row, result: { outcome: AttemptResult; details?: object; now: Date }) =>
      recordAttemptResult(trx, table, { row, ...result }),
  };
}

export async function claimBackedOff<Row>(trx: Db, table: string, { column }: Ranks, claim: Claim): Promise<Row[]> {
  const db = untyped(trx);
  const backedOff = unclaimed(db, table).select("id").where("tries", ">", 0);
  const paused = backedOff.orderBy(sql.ref(column)).orderBy("next_try_at").limit(1);
  return claimRows<Row>(db, table, await skipLocked(db, paused).execute(), claim);
}

/** Does nothing if another process has claimed the row. A row withdrawn during the attempt stays so, unless it was sent. */
export async function recordAttemptResult(
  trx: Db,
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
  if (outcome.state !== "sent") await endClaim(untyped(trx), table, row);
  await announceChange(trx, { kind: table, id: row.id }, now);
}

/** After a restore, rows that are due or in flight may have been delivered after the backup was made. */
export async function deadLetterDue(trx: Db, table: string, reason: string, now: Date): Promise<number> {
  const at = now.toISOString();
  const { numUpdatedRows } = await untyped(trx)
    .updateTable(table)
    .set({ state: "failed", settled_at: at, claim: null, claimed_until: null, last_error: reason })
    .where(isWaiting)
    .where((is) => is.or([is("next_try_at", "<=", at), is("tries", ">", 0), is("claim", "is not", null)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function untyped(db: Db): QueueDb {
  return db as unknown as QueueDb;
}

async function endClaim(db: QueueDb, table: string, { id, claim }: ClaimedRow): Promise<void> {
  await db
    .updateTable(table)
    .set({ claim: null, claimed_until: null })
    .where("id", "=", id)
    .where("claim", "=", claim)
    .execute();
}

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

function claimable(db: QueueDb, table: string, now: Date) {
  return unclaimed(db, table).where("next_try_at", "<=", now.toISOString());
}

function firstOfEach(db: QueueDb, table: string, { column, except }: Groups, now: Date) {
  const due = claimable(db, table, now);
  const value = sql.ref<string>(column);
  let groups = due.select(value.as("value")).distinct();
  if (except.length > 0) groups = groups.where(value, "not in", except);
  const first = db
    .selectFrom(groups.as("groups"))
    .select(
      due.select("id").where(value, "=", sql.ref<string>("groups.value")).orderBy("next_try_at").limit(1).as("first"),
    );
  // The condition is checked again, because another process may claim the row between this query and its lock.
  return due.select("id").where("id", "in", first);
}

function unclaimed(db: QueueDb, table: string) {
  return db.selectFrom(table).where(isWaiting).where("claim", "is", null);
}

function skipLocked<Query extends { forUpdate(): Query; skipLocked(): Query }>(db: QueueDb, query: Query): Query {
  return hasRowLocks(db) ? query.forUpdate().skipLocked() : query;
}

async function claimRows<Row>(
  db: QueueDb,
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
