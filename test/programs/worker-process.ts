// A process that only sends mail, for tests that kill one or run two. NOW sets its clock. MAKES_BACKUPS=on: backups instead.

import { readConfig } from "#app/config.ts";
import { createSite } from "#app/server.ts";
import { openDatabase } from "#platform/server/database/database.ts";

const config = readConfig(process.env);
const now = new Date(process.env.NOW ?? "");
const database = await openDatabase({ ...config, onConnectionError: () => {} });
const site = await createSite({ config, database, clock: { now: () => now } }, () => false);
if (process.env.MAKES_BACKUPS === "on") site.backups.start();
else {
  site.mail.start();
  site.webhooks.start();
  site.push.start();
}

process.on("SIGTERM", async () => {
  await Promise.all([
    site.mail.stop(),
    site.webhooks.stop(),
    site.push.stop(),
    site.backups.stop(),
    site.journalCopier.stop(),
  ]);
  await database.close();
  process.exit(0);
});
