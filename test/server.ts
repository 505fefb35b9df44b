// The whole server on its own migrated database, with a clock that the test sets.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { type Config, readConfig } from "#app/config.ts";
import { createSite, type Site } from "#app/server.ts";
import { MIGRATIONS } from "#app/tables.ts";
import { type Database, openDatabase, SQLITE_FILE } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import { findPart, header, parseMime } from "./mime.ts";
import { type Borrowed, borrowDatabase, createDatabase } from "./programs/postgres-databases.ts";
import { isCookieMode } from "./programs/refresh-cookie.ts";
import { startSmtp, type TestSmtp } from "./smtp.ts";

const isPostgres = process.env.TEST_ENGINE === "postgres";

/** A Friday, 9:00 in the company's time zone. */
export const FRIDAY_MORNING = "2026-11-20T15:00:00.000Z";

export type TestClock = { now(): Date; set(instant: string): void; advance(seconds: number): void };

export type TestSite = {
  app: Site["app"];
  site: Site;
  config: Config;
  database: Database;
  clock: TestClock;
};

export type TestSiteOptions = { now?: string; env?: Record<string, string> };

/** Starts the server without a socket (use app.inject) on the suite's database engine, until the test ends. */
export async function startSite({ now = FRIDAY_MORNING, env = {} }: TestSiteOptions = {}): Promise<TestSite> {
  const isGiven = "DATA_DIR" in env;
  const config = readConfig({ LOG_LEVEL: "silent", ...(isGiven ? {} : await databaseEnvironment()), ...env });
  const database = await openDatabase({ ...config, onConnectionError: () => {} });
  const clock = testClock(now);
  if (isGiven) await migrate(database, MIGRATIONS);
  const site = await createSite({ config, database, clock }, () => false);
  onTestFinished(async () => {
    await Promise.all([
      site.live.stop(),
      site.app.close(),
      site.mail.stop(),
      site.webhooks.stop(),
      site.push.stop(),
      site.backups.stop(),
      site.journalCopier.stop(),
    ]);
    await site.visits.stop();
    await database.close();
  });
  return { app: site.app, site, config, database, clock };
}

/** The same with a mail server. */
export async function startSiteWithMail({
  now,
  env,
}: TestSiteOptions = {}): Promise<{ site: TestSite; smtp: TestSmtp }> {
  const smtp = await startMailServer();
  return { site: await startSite({ ...(now && { now }), env: { SMTP_URL: smtp.url, ...env } }), smtp };
}

export type SentMail = { to: string; subject: string; text: string; token: string };

/** Since the last call: recipients, subject, text and the token behind "#". */
export async function sentMails({ site, smtp }: { site: TestSite; smtp: TestSmtp }): Promise<SentMail[]> {
  await site.site.mail.sendDue();
  return smtp.mails.splice(0).map(({ to, raw }) => {
    const message = parseMime(raw);
    const { text } = findPart(message, "text/plain");
    return { to: to.join(), subject: header(message, "subject"), text, token: /#([\w.-]+)/.exec(text)?.[1] ?? "" };
  });
}

/** Until the test ends. */
export async function startMailServer(): Promise<TestSmtp> {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  return smtp;
}

/** Settings for another process on a site's database, or for a second site that stands for one. */
export function databaseOf({ config }: TestSite): Record<string, string> {
  return {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? "",
    AUTH_SECRET: config.authSecret ?? "",
    REFRESH_TOKEN_STORE: config.refreshTokenStore,
  };
}

/** Settings for a migrated database of the suite's engine, for this test alone. */
export async function databaseEnvironment(): Promise<Record<string, string>> {
  const dataDir = makeFolder();
  const settings = { DATA_DIR: dataDir, ...(isCookieMode && { REFRESH_TOKEN_STORE: "cookie" }) };
  if (!isPostgres) {
    copyFileSync(inject("migratedFile"), join(dataDir, SQLITE_FILE));
    return settings;
  }
  return { ...settings, ...untilTestEnds(await borrowDatabase(inject("postgresUrl"), inject("migratedDatabase"))) };
}

/** Settings for an empty database of the suite's engine, for this test alone. */
export async function emptyDatabaseEnvironment(): Promise<Record<string, string>> {
  return {
    DATA_DIR: makeFolder(),
    ...(isPostgres && untilTestEnds(await createDatabase(inject("postgresUrl"), "template0"))),
  };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "site-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Settings for a PostgreSQL database that this test has until it ends. */
function untilTestEnds({ url, giveBack }: Borrowed): Record<string, string> {
  onTestFinished(giveBack);
  return { DATABASE_URL: url, AUTH_SECRET: "test-secret-test-secret-test-secret!" };
}

export function testClock(start: string): TestClock {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    set: (instant) => {
      now = Date.parse(instant);
    },
    advance: (seconds) => {
      now += seconds * 1000;
    },
  };
}

/** For an app that has no accounts. */
export const NO_GUARDS = {
  account: async () => {},
  admin: async () => {},
  program: async () => {},
  proof: async () => {},
  hide: async () => {},
};
