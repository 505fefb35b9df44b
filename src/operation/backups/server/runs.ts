import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { type Claim, newClaim, releaseClaims } from "#platform/server/queue/queue.ts";
import type { BackupRunsTable } from "./table.ts";
import type { BackupNews } from "./task.ts";

export type ClaimedRun = Pick<BackupRunsTable, "id" | "file" | "tries" | "started_at"> & { claim: string };

const TABLE = "backup_runs";
/** The lease counts only where the state of the process is unknown: a run takes hours at most. */
const LEASE_MS = 24 * 60 * 60_000;
const CLOCK_TOLERANCE_MS = 24 * 60 * 60_000;
const KEPT_MS = 800 * 24 * 60 * 60_000;

/** A run counts also after the clock was set back over it. */
export async function findServed(db: Db, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom(TABLE)
    .select("due_at")
    .where("due_at", "<=", new Date(now.getTime() + CLOCK_TOLERANCE_MS).toISOString())
    .orderBy("due_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && new Date(row.due_at);
}

/** Releases runs of dead processes. This process must not work on any. */
export async function isClaimedByOthers(database: Database, now: Date): Promise<boolean> {
  await releaseClaims(database, TABLE, { isInFlight: () => false, now });
  const claimed = database.read.selectFrom(TABLE).select("id").where("claim", "is not", null).limit(1);
  return (await claimed.executeTakeFirst()) !== undefined;
}

/** Returns undefined if another process was faster. */
export async function claimNewRun(database: Database, dueAt: Date, now: Date): Promise<ClaimedRun | undefined> {
  const claim = await claimOf(database, now);
  return database.transaction(async (trx) =>
    claimed(
      await trx
        .insertInto(TABLE)
        .values({ id: newId(), due_at: dueAt.toISOString(), ...beginning(now), tries: 1, ...claimColumns(claim) })
        .onConflict((conflict) => conflict.column("due_at").doNothing())
        .returning(CLAIMED)
        .executeTakeFirst(),
    ),
  );
}

/** The process of the latest run may have died in the middle. */
export async function claimLeftRun(database: Database, now: Date): Promise<ClaimedRun | undefined> {
  if (!(await leftRun(database.read).executeTakeFirst())) return undefined;
  const claim = await claimOf(database, now);
  return database.transaction(async (trx) => {
    const left = await leftRun(trx).executeTakeFirst();
    if (!left) return undefined;
    const set = { ...beginning(now), ...claimColumns(claim), tries: left.tries + 1 };
    return claimUnclaimed(trx, left.id, set);
  });
}

export async function claimFailedCopy(database: Database, now: Date): Promise<ClaimedRun | undefined> {
  if (!(await failedCopy(database.read, now).executeTakeFirst())) return undefined;
  const claim = await claimOf(database, now);
  return database.transaction(async (trx) => {
    const failed = await failedCopy(trx, now).executeTakeFirst();
    return failed && claimUnclaimed(trx, failed.id, claimColumns(claim));
  });
}

/** Returns false if another process has taken the run over. */
export async function recordNews(
  database: Database,
  { id, claim }: Pick<ClaimedRun, "id" | "claim">,
  news: BackupNews & { endedAt?: string; nextCopyAt?: string | null },
): Promise<boolean> {
  const columns = {
    outcome: news.outcome,
    problem: news.problem,
    file: news.file,
    bytes: news.bytes,
    is_encrypted: news.isEncrypted === undefined ? undefined : Number(news.isEncrypted),
    copy_outcome: news.copy?.outcome,
    copy_problem: news.copy?.problem,
    next_copy_at: news.nextCopyAt,
    proof_outcome: news.proof?.outcome,
    proof_problem: news.proof?.problem,
    proof_ms: news.proof?.ms,
    report: news.report && JSON.stringify(news.report),
    ended_at: news.endedAt,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const updated = await database.transaction((trx) =>
    trx
      .updateTable(TABLE)
      .set({ ...given, id })
      .where("id", "=", id)
      .where("claim", "=", claim)
      .returning("id")
      .executeTakeFirst(),
  );
  return updated !== undefined;
}

/** A run that was stopped on purpose begins again without counting as a try. */
export async function releaseRun(
  database: Database,
  { id, claim }: Pick<ClaimedRun, "id" | "claim">,
  { wasStopped }: { wasStopped: boolean },
): Promise<void> {
  await database.transaction((trx) =>
    trx
      .updateTable(TABLE)
      .set((is) => ({ claim: null, claimed_until: null, ...(wasStopped && { tries: is("tries", "-", 1) }) }))
      .where("id", "=", id)
      .where("claim", "=", claim)
      .execute(),
  );
}

export async function listFailedBackups(db: Db): Promise<string[]> {
  const rows = await db.selectFrom(TABLE).select("file").where("proof_outcome", "=", "failed").execute();
  return rows.flatMap(({ file }) => file ?? []);
}

/** Runs of a clock that was ahead would be the latest for years. */
export async function deleteStrayRuns(database: Database, now: Date): Promise<void> {
  const [old, ahead] = [now.getTime() - KEPT_MS, now.getTime() + CLOCK_TOLERANCE_MS].map((time) =>
    new Date(time).toISOString(),
  ) as [string, string];
  const strays = database.read
    .selectFrom(TABLE)
    .select("id")
    .where("claim", "is", null)
    .where((is) => is.or([is("started_at", "<", old), is("started_at", ">", ahead)]));
  const ids = (await strays.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await database.transaction((trx) =>
    trx.deleteFrom(TABLE).where("id", "in", ids).where("claim", "is", null).execute(),
  );
}

const CLAIMED = ["id", "file", "tries", "started_at", "claim"] as const;

function beginning(now: Date) {
  return {
    started_at: now.toISOString(),
    ended_at: null,
    outcome: "running",
    problem: null,
    file: null,
    bytes: null,
    is_encrypted: 0,
    copy_outcome: "not set",
    copy_problem: null,
    next_copy_at: null,
    proof_outcome: "not yet",
    proof_problem: null,
    proof_ms: null,
    report: null,
  } as const;
}

function claimOf(database: Database, now: Date): Promise<Claim> {
  return newClaim(database.presence, { now, leaseMs: LEASE_MS });
}

function claimColumns({ claim, until }: Claim) {
  return { claim, claimed_until: until.toISOString() };
}

async function claimUnclaimed(trx: Db, id: string, set: Partial<BackupRunsTable>) {
  const unclaimed = trx.updateTable(TABLE).set(set).where("id", "=", id).where("claim", "is", null);
  return claimed(await unclaimed.returning(CLAIMED).executeTakeFirst());
}

function claimed(row: Pick<BackupRunsTable, (typeof CLAIMED)[number]> | undefined): ClaimedRun | undefined {
  return row?.claim ? { ...row, claim: row.claim } : undefined;
}

function latest(db: Db) {
  return db.selectFrom(TABLE).select(CLAIMED).where("due_at", "=", newestDue(db)).where("claim", "is", null);
}

function newestDue(db: Db) {
  return db.selectFrom(TABLE).select((is) => is.fn.max("due_at").as("newest"));
}

function leftRun(db: Db) {
  return latest(db).where("outcome", "=", "running");
}

function failedCopy(db: Db, now: Date) {
  return latest(db)
    .where("outcome", "=", "good")
    .where("copy_outcome", "=", "failed")
    .where("next_copy_at", "<=", now.toISOString());
}
