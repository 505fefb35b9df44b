// The orderly end of the process: whoever is being served is served, nobody new is let in.
import type { Database } from "#platform/server/database/database.ts";
import { logOutput } from "#platform/server/log-output.ts";
import type { Site } from "./server.ts";

/** A supervisor allows ten seconds. Nobody who is still connected by then is waiting for an answer of ours. */
const MAX_DRAIN_MS = 8_000;
/** Should mail server and database both hang: everything acknowledged is in the database already. */
const MAX_STOP_MS = 9_500;
/** For a reader of the log that is slow, not for one that stands still. */
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
    site.metrics?.close(),
  ]);
  // After the last visitor was served.
  await site.visits.stop();
  await database.close();
  await logOutput.settle(MAX_LOG_FLUSH_MS);
  process.exit(0);
}
