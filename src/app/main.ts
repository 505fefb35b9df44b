import { flushCompileCache } from "node:module";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import { makeFirstAdmin } from "#accounts/users/server/make-admin.ts";
import { migrateAndAdopt } from "#company/facts/server/published-facts.ts";
import { systemClock } from "#platform/server/clock.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { ForeignDatabase } from "#platform/server/database/migrate.ts";
import { Listener } from "#platform/server/http/listener.ts";
import { readConfig } from "./config.ts";
import { renderSite } from "./rendering/render-site.ts";
import type { runSite as RunSite } from "./run-site.ts";
import type { Site } from "./server.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { MIGRATIONS } from "./tables.ts";
import { updateGate } from "./update-gate.ts";

const BUILD = fileURLToPath(new URL("../../build/", import.meta.url));
const WAITING_MS = 10;
/** The last is of an update that was cut short: its database takes no connection. */
const NO_DATABASE = ["ECONNREFUSED", "ENOTFOUND", "28P01", "3D000", "08001", "55000"];

try {
  await start();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const gate = updateGate(config.dataDir);
  let log: FastifyBaseLogger | undefined;
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    onConnectionError: (error) => log?.warn({ err: error }, "a database connection broke"),
  });
  const published = await migrateAndAdopt(database, MIGRATIONS, { ...config, now: systemClock.now() });
  const password = await makeFirstAdmin(database, {
    email: config.adminEmail,
    password: config.adminPassword,
    now: systemClock.now(),
  });
  // The password is printed at once, because a later failure of the start would lose it.
  if (password) console.log(`The first admin is ${config.adminEmail}. Password, shown only this once: ${password}`);
  const { pages, tidy, ...rendering } = await renderSite({
    config,
    database,
    build: BUILD,
    published,
    onTidyFailed: (error) => log?.warn({ err: error }, "old pages were not deleted"),
  });
  const listener = new Listener({ isHttps: config.publicUrl.startsWith("https:") }, pages);
  await listener.listen(config);
  const shown = { published, ...rendering, listener, gate };
  const starting = loadApplication({ config, database, clock: systemClock }, pages, shown);
  stopOnSignals({ site: starting, pages, database });
  log = (await starting).app.log;
  tidy();
  // Flushing now lets a killed site also start fast the next time.
  flushCompileCache();
}

/** Waiting visitors get a page first, because the process answers nothing while the application loads. */
async function loadApplication(...site: Parameters<typeof RunSite>): Promise<Site> {
  await setTimeout(WAITING_MS);
  const { runSite } = await import("./run-site.ts");
  return runSite(...site);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof ForeignDatabase) return `Cannot start: ${error.message}.`;
  const { code, message, path, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") return `Cannot start: port ${port} is in use. Stop what uses it, or set PORT to another.`;
  if (code === "EACCES" && port) return `Cannot start: no right to listen on port ${port}. Set PORT to one above 1023.`;
  if (code === "ENOENT" && path?.startsWith(BUILD))
    return "Cannot start: the pages are not built. Run npm run build, or start with npm start.";
  if (code === "EACCES" || code === "EROFS" || code === "EPERM" || code === "ENOENT" || code === "ENOTDIR")
    return `Cannot start: the data folder cannot be made or written (${path}). Give this user the right to, or set DATA_DIR.`;
  if (code === "ERR_SQLITE_ERROR") return `Cannot start: the database in DATA_DIR cannot be used (${message}).`;
  if (code && NO_DATABASE.includes(code))
    return `Cannot start: the database of DATABASE_URL does not answer as asked (${message || code}).`;
  return `Cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
