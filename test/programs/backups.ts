// Sites whose backups are due.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { sql } from "kysely";
import { expect, onTestFinished } from "vitest";
import { isLeftOutOfBackups, MIGRATIONS } from "#app/tables.ts";
import { JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { perform } from "#operation/backups/server/make-backup.ts";
import { taskOf } from "#operation/backups/server/start-task.ts";
import { readBackupState } from "#operation/backups/server/store.ts";
import type { BackupNews, BackupTask } from "#operation/backups/server/task.ts";
import { BackupWorker } from "#operation/backups/server/worker.ts";
import { addSignedIn } from "../accounts.ts";
import { book, sendContactMessage } from "../requests.ts";
import { FRIDAY_MORNING, startSite, type TestSite } from "../server.ts";
import { programFile } from "./commands.ts";

/** A passphrase takes a second to become a key, a public key does not. */
export const RECIPIENT = await identityToRecipient(await generateX25519Identity());

const NO_KEYS = { id: "of tests" };

type Changes = Partial<BackupTask> & { failed?: string[] };

/** The files are all beside the journal of removals. */
export type BackupSite = TestSite & { folder: string; files(): string[] };

/** A site with a booking, a message and an account, on Friday at nine: last night's backup is due. */
export async function siteWithBackups(env: Record<string, string> = {}): Promise<BackupSite> {
  const folder = env.BACKUP_DIR ?? join(emptyFolder(), "backups");
  const site = await startSite({ now: FRIDAY_MORNING, env: { BACKUP_DIR: folder, ...env } });
  await beganLongAgo(site);
  expect((await book(site)).statusCode).toBe(201);
  await sendContactMessage(site, { name: "Zoë \u2028 Ünal 🏠" });
  await addSignedIn(site);
  const files = () => readdirSync(folder).filter((name) => !name.startsWith(JOURNAL_NAME));
  return { ...site, folder, files: () => files().sort() };
}

/** A new database would wait for its first night. */
export async function beganLongAgo({ database }: Pick<TestSite, "database">): Promise<void> {
  await database.transaction((trx) =>
    sql`update kysely_migration set timestamp = '2020-01-01T00:00:00.000Z'`.execute(trx),
  );
}

/** A worker as another process would have it: with a presence of its own only where `site` is another one. */
export function workerOf(site: TestSite, options: Partial<ConstructorParameters<typeof BackupWorker>[0]> = {}) {
  const worker = new BackupWorker({
    config: site.config,
    database: site.database as never,
    clock: site.clock,
    log: silent,
    migrations: MIGRATIONS,
    program: programFile("backup-process"),
    journal: site.site.journal,
    links: NO_KEYS,
    pollSeconds: 1,
    backoffMs: [],
    ...options,
  });
  onTestFinished(() => worker.stop());
  return worker;
}

/** Runs the work of the process in this one. */
export async function performHere(site: BackupSite, changes: Changes = {}): Promise<BackupNews> {
  const known: BackupNews = {};
  const send = (news: BackupNews) => void Object.assign(known, news);
  await perform(jobOf(site, changes), { leftOut: isLeftOutOfBackups, send });
  return known;
}

/** Runs the process under a command that runs the given one in its own process. */
export async function performUnder([command = "", ...given]: readonly string[], site: BackupSite): Promise<BackupNews> {
  const known: BackupNews = {};
  const child = spawn(command, [...given, process.execPath, programFile("backup-process")], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.on("message", (news: BackupNews) => Object.assign(known, news));
  child.send(jobOf(site));
  await once(child, "close");
  return known;
}

function jobOf({ config, clock }: BackupSite, changes: Changes = {}): BackupTask {
  const job = { kind: "run" as const, startedAt: clock.now().toISOString(), failed: [], links: NO_KEYS };
  return { ...taskOf(job, { config, migrations: MIGRATIONS, backoffMs: [] }), ...changes } as BackupTask;
}

export const latestRun = async (site: TestSite) => (await readBackupState(site.database.read)).latest;

export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "site-backups-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };
