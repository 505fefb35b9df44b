// Runs once before the suites: one PostgreSQL server for all of them, each test with a database of its own.
import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setUp(project: TestProject) {
  const server = await startPostgres();
  project.provide("postgresUrl", server.url("postgres"));
  return () => server.stop();
}
