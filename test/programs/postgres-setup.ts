// Runs once before the suites: one PostgreSQL server for all of them, and a database per test.
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateTemplate } from "./migrated-template.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    migratedDatabase: string;
  }
}

const MIGRATED = "migrated";

export default async function setUp(project: TestProject) {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  await client.query(`create database ${MIGRATED}`);
  await client.end();
  await migrateTemplate({ dataDir: "", databaseUrl: server.url(MIGRATED) });
  project.provide("postgresUrl", server.url("postgres"));
  project.provide("migratedDatabase", MIGRATED);
  return () => server.stop();
}
