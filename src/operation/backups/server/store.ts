import { sql } from "kysely";
import type { BackupRun, BackupState, JournalCopy } from "#operation/backups/backup.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { BackupRunsTable } from "./table.ts";

/** This migration made the tables: since then a site can have made a backup by itself. */
export const BACKUPS_MIGRATION = "0006-operation";

export async function readBeginning(db: Db): Promise<Date> {
  const { rows } = await sql<{ timestamp: string }>`
    select timestamp from kysely_migration where name = ${BACKUPS_MIGRATION}`.execute(db);
  return new Date(rows[0]?.timestamp ?? 0);
}

export async function readBackupState(read: Db): Promise<BackupState> {
  const runs = read.selectFrom("backup_runs").orderBy("started_at", "desc").limit(1);
  const latest = await runs.selectAll().executeTakeFirst();
  const proven = await runs.select("started_at").where("proof_outcome", "=", "good").executeTakeFirst();
  const made = await runs.select("started_at").where("outcome", "=", "good").executeTakeFirst();
  return {
    latest: latest ? toRun(latest) : null,
    provenAt: proven?.started_at ?? null,
    madeAt: made?.started_at ?? null,
  };
}

export async function readJournalCopy(read: Db): Promise<JournalCopy | undefined> {
  const row = await read.selectFrom("journal_copies").selectAll().executeTakeFirst();
  return row && { copiedAt: row.copied_at, problem: row.problem };
}

/** A restore of the copies is held where the newest backup is newer than the journal. */
export async function isJournalCopyBehind(read: Db): Promise<boolean> {
  const copy = await readJournalCopy(read);
  const { latest } = await readBackupState(read);
  return copy?.problem != null || (latest?.copy.outcome === "good" && latest.startedAt > (copy?.copiedAt ?? ""));
}

export async function keepJournalCopy(trx: Db, problem: string | null, now: Date) {
  const tried = { tried_at: now.toISOString(), problem };
  const copied = problem === null ? { copied_at: now.toISOString() } : {};
  await trx
    .insertInto("journal_copies")
    .values({ id: "latest", ...tried, ...copied })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...tried, ...copied }))
    .execute();
}

function toRun(row: BackupRunsTable): BackupRun {
  return {
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    problem: row.problem,
    file: row.file,
    bytes: row.bytes === null ? null : Number(row.bytes),
    isEncrypted: row.is_encrypted === 1,
    copy: { outcome: row.copy_outcome, problem: row.copy_problem },
    proof: { outcome: row.proof_outcome, problem: row.proof_problem, ms: row.proof_ms },
  };
}
