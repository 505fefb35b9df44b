import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#platform/server/database/database.ts";
import { logOutput } from "#platform/server/log-output.ts";
import type { Site } from "./server.ts";

/** Supervisors allow ten seconds. Connections that are open after this time are not waiting for an answer. */
const MAX_DRAIN_MS = 8_000;
/** The mail server and the database may both hang; all acknowledged work is stored. */
const MAX_STOP_MS = 9_500;
const MAX_LOG_FLUSH_MS = 500;

type Parts = {
  site: Promise<Site>;
  pages: { isDraining: boolean };
  database: Pick<Database, "close">;
};

export function stopOnSignals(parts: Parts): void {
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    void drain(parts, signal);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

async function drain({ site: starting, pages, database }: Parts, signal: string): Promise<void> {
  pages.isDraining = true;
  let log: FastifyBaseLogger | undefined;
  setTimeout(() => {
    log?.warn("stopped before everything had ended");
    process.exit(0);
  }, MAX_STOP_MS);
  const site = await starting;
  log = site.app.log;
  log.info({ signal }, "stopping");
  site.isDraining = true;
  setTimeout(() => site.app.server.closeAllConnections(), MAX_DRAIN_MS).unref();
  await Promise.all([
    site.live.stop(),
    site.app.close(),
    site.mail.stop(),
    site.webhooks.stop(),
    site.push.stop(),
    site.housekeeping.stop(),
    site.claims.stop(),
    site.backups.stop(),
    site.versions.stop(),
    site.system.stop(),
    site.metrics?.close(),
  ]);
  await Promise.all([site.visits.stop(), site.journal.stop()]);
  await site.journalCopier.stop();
  await database.close();
  await logOutput.settle(MAX_LOG_FLUSH_MS);
  process.exit(0);
}
