// Each step reports its result to the site, because the process may be killed in the next.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from "age-encryption";
import { journalFile, writeJournal } from "#delivery/removals/server/journal-file.ts";
import { backupName } from "#operation/backups/retention.ts";
import { writeBackup } from "#platform/server/database/backup/backup.ts";
import type { BackupKeys, BackupLock } from "#platform/server/database/backup/backup-encryption.ts";
import { BackupError } from "#platform/server/database/backup/backup-encryption.ts";
import type { LeftOut } from "#platform/server/database/backup/data-tables.ts";
import { readDatabaseSize } from "#platform/server/database/backup/table-sums.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { partOf } from "#platform/server/files/durable-file.ts";
import { runCommand } from "./commands.ts";
import { copyJournal } from "./copy-journal.ts";
import {
  deleteOldBackups,
  deleteStrays,
  freeBytes,
  makeBackupFolder,
  withProofFolder,
  withUnfinished,
} from "./files.ts";
import { type Expected, proveBackup } from "./prove.ts";
import { readSample } from "./sample.ts";
import type { BackupNews, BackupTask, ProofReport } from "./task.ts";

export type Job = { leftOut: LeftOut; send: (news: BackupNews) => void };

type RunTask = Extract<BackupTask, { kind: "run" }>;
type CopyTask = Extract<BackupTask, { kind: "copy" }>;
type Locks = { lock: BackupLock | undefined; keys: BackupKeys };
type Written = {
  file: string;
  bytes: number;
  databaseBytes: number;
  expected: Expected;
  createdAt: string;
  journalProblem: string | null;
  ms: number;
};

const SPARE_DATABASES = 2;
const BACKUP_SHARE = 0.5;

export function perform(task: BackupTask, job: Job): Promise<void> {
  if (task.kind === "run") return makeBackup(task, job);
  return task.kind === "copy" ? copyAgain(task, job) : copyJournal(task, job);
}

async function makeBackup(task: RunTask, { leftOut, send }: Job): Promise<void> {
  try {
    await makeBackupFolder(task.folder);
    await deleteStrays(task.folder);
    const locks = await locksOf(task);
    const written = await write(task, { ...locks, leftOut });
    if (typeof written === "string") return send({ outcome: "skipped", problem: written });
    const isEncrypted = locks.lock !== undefined;
    send({ file: written.file, bytes: written.bytes, isEncrypted });
    // The journal goes first: whenever this process ends, the newest backup that was copied has one that fits.
    if (written.journalProblem === null) await copyJournal(task, { send });
    else if (task.copyCommand && isEncrypted) send({ journal: { problem: written.journalProblem } });
    const copy = await copyOff(task, { file: written.file, isEncrypted });
    send({ copy });
    const isProven = await prove(task, { written, leftOut, send, keys: locks.keys, isCopied: copy.outcome === "good" });
    const problem = isProven ? await deleteOld(task, written.file) : null;
    send({ outcome: "good", problem });
  } catch (error) {
    send({ outcome: "failed", problem: problemOf(error) });
  }
}

/** Beside the nightly ones: it neither leaves the machine nor takes the place of another. Throws BackupError. */
export async function makeProvenBackup(task: RunTask, leftOut: LeftOut): Promise<string> {
  await makeBackupFolder(task.folder);
  const locks = await locksOf(task);
  const written = await write(task, { ...locks, leftOut });
  if (typeof written === "string") throw new BackupError(written);
  let problem: string | null | undefined;
  const send = ({ proof }: BackupNews) => {
    problem = proof?.problem;
  };
  if (!(await prove(task, { written, keys: locks.keys, leftOut, send, isCopied: false })))
    throw new BackupError(`The backup was not proven: ${problem}`);
  return join(task.folder, written.file);
}

/** The run's own identity proves the file and is forgotten with this process. */
async function locksOf({ recipient, passphrase }: RunTask): Promise<Locks> {
  if (passphrase !== undefined) return { lock: { passphrase }, keys: { passphrase } };
  if (recipient === undefined) return { lock: undefined, keys: {} };
  // A file for keys of both kinds would resist a quantum computer no better than the weaker one.
  const isHybrid = /^age1(pq|tagpq)1/.test(recipient);
  const identity = await (isHybrid ? generateHybridIdentity() : generateX25519Identity());
  const recipients = [recipient, await identityToRecipient(identity)];
  return { lock: { recipients }, keys: { identities: [identity] } };
}

async function write(
  { dataDir, databaseUrl, folder, startedAt, links }: RunTask,
  { lock, leftOut }: { lock: BackupLock | undefined; leftOut: LeftOut },
): Promise<Written | string> {
  const begunAt = performance.now();
  const file = backupName(new Date(startedAt), { isEncrypted: lock !== undefined });
  const path = join(folder, file);
  const database = await openDatabase({ dataDir, databaseUrl, onConnectionError: () => {} });
  try {
    const databaseBytes = await readDatabaseSize(database.read, database.engine);
    const lacking = await lackOfSpace(folder, { databaseBytes, needed: databaseBytes * BACKUP_SHARE });
    if (lacking) return `${lacking}: no backup was made`;
    let expected: Expected | undefined;
    let journalProblem: string | null = null;
    const renewJournal = async () => {
      // The clock of the site counts, which began the run.
      const now = new Date(Date.parse(startedAt) + performance.now() - begunAt);
      await writeJournal(database, { file: journalFile({ backupDir: folder }), now });
    };
    const { createdAt, tables } = await withUnfinished(partOf(path), () =>
      writeBackup(database, {
        file: path,
        leftOut,
        now: new Date(startedAt),
        lock,
        links,
        alongside: async (snapshot) => {
          expected = { tables: {}, sample: await readSample(snapshot) };
          // Before the backup has its name, so that the two fit even if this process is killed now.
          await renewJournal().catch((error) => {
            journalProblem = `It could not be written: ${problemOf(error)}`;
          });
        },
      }),
    );
    if (!expected) throw new Error("The snapshot was not read.");
    expected.tables = tables;
    const { size: bytes } = await stat(path);
    return {
      file,
      bytes,
      databaseBytes,
      expected,
      createdAt,
      journalProblem,
      ms: Math.round(performance.now() - begunAt),
    };
  } finally {
    await database.close();
  }
}

async function copyOff(
  { folder, copyCommand, backoffMs }: BackupTask,
  { file, isEncrypted }: { file: string; isEncrypted: boolean },
): Promise<NonNullable<BackupNews["copy"]>> {
  if (!copyCommand) return { outcome: "not set", problem: null };
  if (!isEncrypted)
    return {
      outcome: "withheld",
      problem: "Only encrypted backups leave this machine: set BACKUP_RECIPIENT or BACKUP_PASSPHRASE",
    };
  const problem = await runCommand(copyCommand, { file: join(folder, file), backoffMs });
  return problem === null ? { outcome: "good", problem } : { outcome: "failed", problem };
}

type ProofContext = Pick<Job, "leftOut" | "send"> & { written: Written; keys: BackupKeys; isCopied: boolean };

async function prove(task: RunTask, { written, keys, leftOut, send, isCopied }: ProofContext): Promise<boolean> {
  const { folder, fetchCommand, migrations, backoffMs } = task;
  const { file, bytes, databaseBytes, expected, createdAt } = written;
  const begunAt = performance.now();
  const elapsed = () => Math.round(performance.now() - begunAt);
  // A failed copy is reported as such; the file here may still be a good one.
  const isFetched = fetchCommand !== undefined && isCopied;
  const needed = databaseBytes + (isFetched ? bytes : 0);
  const lacking = await lackOfSpace(folder, { databaseBytes, needed });
  if (lacking) {
    send({ proof: { outcome: "skipped", problem: `${lacking}: it was not restored`, ms: null } });
    return false;
  }
  let proven = join(folder, file);
  try {
    const report = await withProofFolder(folder, async (path): Promise<ProofReport> => {
      if (isFetched) proven = await fetchBack(fetchCommand, { path, file, backoffMs });
      const fetchMs = elapsed();
      const times = await proveBackup(path, { file: proven, keys, expected, migrations, leftOut });
      const { tables, sample } = expected;
      const { newestBookingAt } = sample;
      const opened = [...sample.records.keys()];
      return { createdAt, isFetched, tables, newestBookingAt, opened, backupMs: written.ms, fetchMs, ...times };
    });
    send({ proof: { outcome: "good", problem: null, ms: elapsed() }, report });
    return true;
  } catch (error) {
    const problem = problemOf(error).replaceAll(proven, file);
    send({ proof: { outcome: "failed", problem, ms: elapsed() } });
    return false;
  }
}

async function deleteOld({ folder, failed, keep, timeZone }: RunTask, proven: string): Promise<string | null> {
  try {
    await deleteOldBackups(folder, { proven, failed, keep, timeZone });
    return null;
  } catch (error) {
    return `Old backups could not be deleted: ${problemOf(error)}`;
  }
}

type Fetch = { path: string; file: string; backoffMs: readonly number[] };

async function fetchBack(command: string[], { path, file, backoffMs }: Fetch): Promise<string> {
  const target = join(path, file);
  const problem = await runCommand(command, { file: target, name: file, backoffMs });
  if (problem !== null) throw new BackupError(`The copy could not be fetched back: ${problem}`);
  const bytes = (await stat(target).catch(() => undefined))?.size;
  if (bytes === undefined) throw new BackupError(`${command[0]} ended well, but fetched no file`);
  return target;
}

/** The identity of the run is forgotten, so the copy is compared with the file that was proven. */
async function copyAgain(task: CopyTask, { send }: Job): Promise<void> {
  const { folder, file, fetchCommand, backoffMs } = task;
  try {
    const copy = await copyOff(task, { file, isEncrypted: true });
    if (copy.outcome === "good" && fetchCommand)
      await withProofFolder(folder, async (path) => {
        const fetched = await fetchBack(fetchCommand, { path, file, backoffMs });
        if ((await hashOf(fetched)) !== (await hashOf(join(folder, file))))
          throw new BackupError("The copy that was fetched back is not the same as the file here");
      });
    send({ copy });
  } catch (error) {
    send({ copy: { outcome: "failed", problem: problemOf(error) } });
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

async function lackOfSpace(
  folder: string,
  { databaseBytes, needed }: { databaseBytes: number; needed: number },
): Promise<string | undefined> {
  const free = await freeBytes(folder);
  if (free - needed >= SPARE_DATABASES * databaseBytes) return undefined;
  const wanted = needed + SPARE_DATABASES * databaseBytes;
  return `${megabytes(wanted, Math.ceil)} has to be free where backups are kept, and ${megabytes(free, Math.floor)} is`;
}

/** A need is rounded up and what is free down, so that the two are never the same number. */
function megabytes(bytes: number, round: (number: number) => number): string {
  return bytes < 1e9 ? `${round(bytes / 1e5) / 10} MB` : `${round(bytes / 1e8) / 10} GB`;
}

function problemOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const text = TROUBLES[code ?? ""] ?? message;
  return text.replace(/\.$/, "");
}

const TROUBLES: Record<string, string> = {
  ENOSPC: "The disk where backups are kept is full",
  EFBIG: "The disk where backups are kept takes no file of this size",
  EACCES: "The site may not write where backups are kept",
  EROFS: "The place where backups are kept is read-only",
};
