// The site without its pages in a separate process, for tests that need several or kill one. Prints its port when it listens:
// any free one, or SITE_PORT. Its clock stands still at NOW, if that is given.

import { readConfig } from "#app/config.ts";
import { reportStart } from "#app/run-site.ts";
import { createSite } from "#app/server.ts";
import { stopOnSignals } from "#app/stop-on-signals.ts";
import { MIGRATIONS } from "#app/tables.ts";
import { systemClock } from "#platform/server/clock.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";

const config = readConfig(process.env);
const database = await openDatabase({ ...config, onConnectionError: () => {} });
await migrate(database, MIGRATIONS);
const { NOW } = process.env;
const clock = NOW ? { now: () => new Date(NOW) } : systemClock;
const site = await createSite({ config, database, clock }, () => false);
await site.app.listen({ port: Number(process.env.SITE_PORT ?? 0), host: "127.0.0.1" });
stopOnSignals({ site: Promise.resolve(site), pages: { isDraining: false }, database });
site.mail.start();
site.webhooks.start();
site.push.start();
site.versions.start();
site.system.start();
await reportStart(site, { config, database });
const address = site.app.server.address();
console.log(`listening on ${typeof address === "object" ? address?.port : address}`);
