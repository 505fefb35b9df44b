// Graceful shutdown: requests in flight are answered, new ones are refused.
import type { Database } from "#platform/server/database/database.ts";
import { logOutput } from "#platform/server/log-output.ts";
import type { Site } from "./server.ts";

/** Supervisors allow ten seconds. Connections that are open after this time are not waiting for an answer. */
const MAX_DRAIN_MS = 8_000;
/** If the mail server and the database both hang: everything that was acknowledged is stored. */
const MAX_STOP_MS = 9_500;
/** For a slow reader of the log, not for a stalled one. */
const MAX_LOG_FLUSH_MS = 500;

type Parts = { site: Site; pages: { isDraining: boolean }; database: Pick<Database<unknown>, "close"> };

export function stopOnSignals(parts: Parts): void {
  const stop = (signal: string) => {
    if (parts.site.isDraining) return;
    parts.site.app.log.info({ signal }, "stopping");
    void drain(parts);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

async function drain({ site, pages, database }: Parts): Promise<void> {
  site.isDraining = true;
  pages.isDraining = true;
  setTimeout(() => site.app.server.closeAllConnections(), MAX_DRAIN_MS).unref();
  setTimeout(() => {
    site.app.log.warn("stopped before everything had ended");
    process.exit(0);
  }, MAX_STOP_MS);
  await Promise.all([
    site.app.close(),
    site.mail.stop(),
    site.webhooks.stop(),
    site.housekeeping.stop(),
    site.backups.stop(),
    site.versions.stop(),
    site.system.stop(),
    site.metrics?.close(),
  ]);
  // After the last request.
  await Promise.all([site.visits.stop(), site.journal.stop()]);
  await site.journalCopier.stop();
  await database.close();
  await logOutput.settle(MAX_LOG_FLUSH_MS);
  process.exit(0);
}
