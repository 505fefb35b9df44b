// npm run upgrade:check, on databases of other versions.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readConfig } from "#app/config.ts";
import { isLeftOutOfBackups, MIGRATIONS } from "#app/tables.ts";
import { writeBackup } from "#platform/server/database/backup/backup.ts";
import { openDatabase, SQLITE_FILE } from "#platform/server/database/database.ts";
import { appliedMigrations, readMigrations } from "#platform/server/database/migrate.ts";
import { siteVersion } from "#platform/server/version.ts";
import { readReleases } from "../../scripts/release/changelog.ts";
import { checkUpgrade, type Situation } from "../../scripts/upgrade/check.ts";
import { endOf } from "../programs/commands.ts";
import { startProcess } from "../programs/processes.ts";
import { smallDisk } from "../programs/small-disk.ts";
import { databaseEnvironment, emptyDatabaseEnvironment } from "../server.ts";
import { databaseOfRelease, RELEASES_FOLDER } from "./database-of-version.ts";

type Settings = Record<string, string>;

const isPostgres = process.env.TEST_ENGINE === "postgres";
const SLOW = { timeout: 90_000 };
const FIRST = join(RELEASES_FOLDER, "1.0.0.backup");
const RELEASES = readReleases(readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8"));

test(
  "an older database: its version, the migrations, rows, time, space and what to do, and nothing is changed",
  SLOW,
  async () => {
    const settings = await databaseOfRelease(FIRST);
    const before = await stateOf(settings);
    const known = Object.keys(await readMigrations(MIGRATIONS));
    const findings = await check(settings, { backup: await backUp(settings, new Date()) });
    const text = (start: string) => findings.find((finding) => finding.text.startsWith(start));
    expect(text(`This is version ${siteVersion()}. The database is of version 1.0.0`)).toBeDefined();
    expect(text(`${known.length - 4} migrations will run`)?.items).toEqual(known.slice(4));
    expect(text("The database has 177 rows")?.items).toEqual([expect.stringContaining("46 bookings")]);
    expect(
      text(isPostgres ? "The migrations may take up to about 1 s: estimated" : "The migrations take about"),
    ).toBeDefined();
    if (!isPostgres) expect(text("They need about")).toMatchObject({ kind: "good" });
    expect(text("New settings")?.items).toContain("BACKUP_AT");
    expect(text("What to do")?.items?.join()).toContain("Stop every process of the old version");
    expect(findings.filter(({ kind }) => kind === "bad")).toEqual([]);
    expect(await stateOf(settings)).toEqual(before);
  },
);

test("without a whole backup of today an upgrade is not ready", SLOW, async () => {
  const settings = await databaseOfRelease(FIRST);
  const reason = async (backup?: string) =>
    (await check(settings, { backup })).filter(({ kind }) => kind === "bad").map(({ text }) => text);
  expect(await reason()).toEqual([expect.stringContaining("not recorded by the database's version")]);
  expect(await reason(FIRST.replace("1.0.0", "0.0.0"))).toEqual([expect.stringContaining("cannot be read")]);
  const old = await backUp(settings, new Date(Date.now() - 25 * 60 * 60_000));
  expect(await reason(old)).toEqual([expect.stringContaining("more than a day ago")]);
  const file = await backUp(settings, new Date());
  writeFileSync(file, readFileSync(file).subarray(0, 2_000));
  expect(await reason(file)).toEqual([expect.stringContaining("damaged or cut short")]);
});

test("a database of this version has nothing to migrate, and one of a newer version is refused", SLOW, async () => {
  const settings = await databaseEnvironment();
  const findings = await check(settings);
  expect(findings.map(({ text }) => text)).toContain("No migration has to run.");
  expect(findings.filter(({ kind }) => kind === "bad")).toEqual([]);
  await change(settings, "insert into kysely_migration (name, timestamp) values ('9999-newer', '2030-01-01')");
  expect(await check(settings)).toEqual([{ kind: "bad", text: expect.stringContaining("newer version of the site") }]);
  await change(settings, "delete from kysely_migration where name in ('9999-newer', '0005-company')");
  expect(await check(settings)).toEqual([{ kind: "bad", text: expect.stringContaining("lacks a migration before") }]);
});

test("the site's own record of backups counts, once the database has one", SLOW, async () => {
  const settings = await databaseEnvironment();
  // As a later version would find it: one migration is still to come.
  await change(settings, "delete from kysely_migration where name > '0006-operation'");
  const now = new Date();
  const made = new Date(now.getTime() - 60_000).toISOString();
  const findings = () => describe(settings, now);
  expect(await findings()).toMatchObject({ kind: "bad", text: expect.stringContaining("No backup has been made") });
  await change(
    settings,
    `insert into backup_runs (id, due_at, started_at, ended_at, outcome, is_encrypted, copy_outcome, proof_outcome, tries)
     values ('one', '${made}', '${made}', '${made}', 'good', 0, 'not set', 'good', 1)`,
  );
  expect(await findings()).toMatchObject({ kind: "good", text: expect.stringContaining("restored as a test") });
});

test("settings that came, went or are misspelt are named", SLOW, async () => {
  const settings = await databaseEnvironment();
  const environment = {
    ...settings,
    BACKUP_PASPHRASE: "correct horse battery",
    METRICS_PORT: "9464",
    PATH: "/bin",
    OLD_ONE: "x",
  };
  const [newest] = RELEASES;
  if (!newest) throw new Error("No release.");
  const releases = [{ ...newest, removedSettings: ["OLD_ONE"] }, ...RELEASES.slice(1)];
  const found = (await check(settings, { environment, releases })).map(({ text, items }) => [text, items]);
  expect(found).toContainEqual([expect.stringContaining("misspelt"), ["BACKUP_PASPHRASE"]]);
  expect(found).toContainEqual(["Set here, but no longer read:", ["OLD_ONE"]]);
});

test.skipIf(isPostgres)("migrations that fail on the copy are an answer, and the copy goes", SLOW, async () => {
  const settings = await databaseOfRelease(FIRST);
  await change(settings, "create table webhook_endpoints (id text)");
  // What a check leaves that was killed.
  mkdirSync(join(settings.DATA_DIR ?? "", "upgrade-check"));
  writeFileSync(join(settings.DATA_DIR ?? "", "upgrade-check", SQLITE_FILE), "half a copy");
  const findings = await check(settings, { backup: await backUp(settings, new Date()) });
  expect(findings.filter(({ kind }) => kind === "bad")).toEqual([
    {
      kind: "bad",
      text: expect.stringContaining("failed on a copy of the database: table webhook_endpoints already exists"),
    },
  ]);
  expect(readdirSync(settings.DATA_DIR ?? "")).not.toContain("upgrade-check");
});

test.skipIf(isPostgres)("a disk without room for the copy is an answer, and nothing is left on it", SLOW, async () => {
  const disk = smallDisk(8);
  if (!disk) return;
  const settings = await databaseOfRelease(FIRST);
  const full = { ...settings, DATA_DIR: disk };
  cpSync(join(settings.DATA_DIR ?? "", SQLITE_FILE), join(disk, SQLITE_FILE));
  const left = statfsSync(disk);
  writeFileSync(join(disk, "other"), Buffer.alloc(left.bavail * left.bsize - 1_000_000));
  const bad = (await check(full, { backup: await backUp(settings, new Date()) })).filter(({ kind }) => kind === "bad");
  expect(bad).toEqual([{ kind: "bad", text: expect.stringMatching(/^Not rehearsed: .* 1 MB is free\. Make room\.$/) }]);
  expect(readdirSync(disk).sort()).toEqual(["other", SQLITE_FILE].sort());
});

test(
  "while the site runs and writes the command answers: its exit status is 0 ready, 1 not ready, 2 not checked",
  SLOW,
  async () => {
    const settings = await databaseEnvironment();
    await startProcess(settings);
    expect(await run(settings)).toMatchObject({ code: 0, said: expect.stringContaining("Ready to upgrade.") });
    expect(await run(await databaseOfRelease(FIRST))).toMatchObject({
      code: 1,
      said: expect.stringContaining("Not ready: 1 to mend"),
    });
    expect(await run(settings, { PORT: "many" })).toMatchObject({
      code: 1,
      said: expect.stringContaining("PORT must be"),
    });
    const nothing = await run(await emptyDatabaseEnvironment());
    expect(nothing).toMatchObject({ code: 2, said: expect.stringMatching(/Not checked: .*nothing to upgrade/) });
    const away = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing", AUTH_SECRET: "x".repeat(32) };
    expect(await run(settings, away)).toMatchObject({ code: 2, said: expect.stringContaining("Not checked: ") });
  },
);

function check(settings: Settings, situation: Partial<Situation> = {}) {
  return checkUpgrade({
    config: readConfig(settings),
    environment: settings,
    releases: RELEASES,
    backup: undefined,
    now: new Date(),
    ...situation,
  });
}

/** What is said of the backup, with the last migration still to come. */
async function describe(settings: Settings, now: Date) {
  const { describeBackup } = await import("../../scripts/upgrade/backup-of-today.ts");
  return withDatabase(settings, async ({ engine, read }) =>
    describeBackup({ engine, read } as never, { backup: undefined, applied: await appliedMigrations(read), now }),
  );
}

/** Every byte of a file, and of a server's database its migrations and tables. */
async function stateOf(settings: Settings): Promise<unknown> {
  const file = join(settings.DATA_DIR ?? "", SQLITE_FILE);
  if (existsSync(file))
    return [
      createHash("sha256").update(readFileSync(file)).digest("hex"),
      readdirSync(settings.DATA_DIR ?? "").filter((name) => !name.startsWith("backup")),
    ];
  return withDatabase(settings, async ({ read }) => [
    await appliedMigrations(read),
    (await read.introspection.getTables()).map(({ name }) => name),
  ]);
}

async function backUp(settings: Settings, now: Date): Promise<string> {
  const file = join(settings.DATA_DIR ?? "", `backup-${now.getTime()}`);
  await withDatabase(settings, (database) => writeBackup(database, { file, leftOut: isLeftOutOfBackups, now }));
  return file;
}

function change(settings: Settings, statement: string): Promise<void> {
  return withDatabase(settings, ({ transaction }) =>
    transaction(async (trx) => {
      await sql.raw(statement).execute(trx);
    }),
  );
}

async function withDatabase<Result>(
  settings: Settings,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function run(settings: Settings, more: Settings = {}): Promise<{ code: number; said: string }> {
  const { status, out, said } = await endOf("upgrade-check", { ...settings, ...more });
  return { code: status, said: out + said };
}
