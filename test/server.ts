// The test bench: the whole server on a migrated database of its own, with a clock that the test sets.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { type Config, readConfig } from "#app/config.ts";
import { createSite, MIGRATIONS, type Site } from "#app/server.ts";
import type { Tables } from "#app/tables.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";

/** A Friday, 9:00 in the company's time zone. */
export const FRIDAY_MORNING = "2026-11-20T15:00:00.000Z";

export type TestClock = { now(): Date; set(instant: string): void; advance(seconds: number): void };

export type TestSite = {
  app: Site["app"];
  site: Site;
  config: Config;
  database: Database<Tables>;
  clock: TestClock;
};

export type TestSiteOptions = { now?: string; env?: Record<string, string> };

/** Starts the server without a socket (use app.inject). The suite's engine decides on which database. Ends with the test. */
export async function startSite({ now = FRIDAY_MORNING, env = {} }: TestSiteOptions = {}): Promise<TestSite> {
  const config = readConfig({ LOG_LEVEL: "silent", ...(await databaseEnvironment()), ...env });
  const database = await openDatabase<Tables>({ ...config, onConnectionError: () => {} });
  const clock = testClock(now);
  await migrate(database, MIGRATIONS);
  const site = await createSite({ config, database, clock }, () => false);
  onTestFinished(async () => {
    await Promise.all([site.app.close(), site.mail.stop(), site.webhooks.stop()]);
    await site.visits.stop();
    await database.close();
  });
  return { app: site.app, site, config, database, clock };
}

/** Settings for an empty database of the suite's engine, for this test alone. */
export async function databaseEnvironment(): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), "site-test-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  if (process.env.TEST_ENGINE !== "postgres") return { DATA_DIR: dataDir };

  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(`create database ${name}`);
  onTestFinished(() => onServer(`drop database ${name} with (force)`));
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { DATA_DIR: dataDir, DATABASE_URL: url.href, AUTH_SECRET: "test-secret-test-secret-test-secret!" };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
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
