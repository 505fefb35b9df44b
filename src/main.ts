import { flushCompileCache } from "node:module";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { relyingPartyOf } from "#auth/server/second-factor/passkeys.ts";
import { countPasskeysOfOtherHosts } from "#auth/server/second-factor/store.ts";
import { factsOn } from "#company/announcement.ts";
import { isKeptFromSearch, sampleKinds, samplesIn } from "#company/samples.ts";
import type { Facts } from "#company/schema.ts";
import { findIcon } from "#company/server/pictures/store.ts";
import type { RenderPage, RenderPages } from "#company/server/publish.ts";
import { adoptPublishedFacts, findIgnoredChanges } from "#company/server/published-facts.ts";
import { withSettings } from "#platform/page-file.ts";
import { systemClock } from "#platform/server/clock.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import { servePages } from "#platform/server/http/pages.ts";
import { siteVersion } from "#platform/server/version.ts";
import { makeFirstAdmin } from "#users/server/make-admin.ts";
import { readConfig } from "./config.ts";
import { deleteOtherPages, readBuildId, renderedPages, renderOne, settingsInPages } from "./rendered-pages.ts";
import { createSite } from "./server.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { MIGRATIONS, type Tables } from "./tables.ts";

const BUILD = join(import.meta.dirname, "..", "build");

try {
  await start();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  let log: FastifyBaseLogger | undefined;
  const database = await openDatabase<Tables>({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    onConnectionError: (error) => log?.warn({ err: error }, "a database connection broke"),
  });
  await migrate(database, MIGRATIONS);
  const published = await adoptPublishedFacts(database, { ...config, now: systemClock.now() });
  const password = await makeFirstAdmin(database, {
    email: config.adminEmail,
    password: config.adminPassword,
    now: systemClock.now(),
  });
  // Printed at once: if the start failed later, the password would be lost.
  if (password) console.log(`The first admin is ${config.adminEmail}. Password, shown only this once: ${password}`);
  const { dataDir, publicUrl } = config;
  const { hostname } = new URL(publicUrl);
  const settings = settingsInPages(config);
  const buildId = await readBuildId(BUILD);
  const iconOf = async ({ logo }: Facts) => (logo ? findIcon(database.read, logo.id) : undefined);
  const shownFirst = await renderedPages({
    icon: await iconOf(published.facts),
    build: BUILD,
    buildId,
    dataDir,
    version: { ...published, facts: factsOn(published.facts, systemClock.now()) },
  });
  let previous = shownFirst;
  const pages = servePages({
    assets: join(BUILD, "client/assets"),
    pages: shownFirst,
    settings,
    isKeptFromSearch: isKeptFromSearch(published.facts, hostname),
  });
  const tidyPages = (shown: string) =>
    void deleteOtherPages(dataDir, shown).catch((error) => log?.warn({ err: error }, "old pages were not deleted"));
  const renderPages: RenderPages = async (version) => {
    const icon = await iconOf(version.facts);
    const folder = await renderedPages({ build: BUILD, buildId, dataDir, version, icon, previous });
    previous = folder;
    return () => {
      pages.show(folder, { isKeptFromSearch: isKeptFromSearch(version.facts, hostname) });
      tidyPages(folder);
    };
  };
  const renderPage: RenderPage = async (version, path) => {
    const html = await renderOne(path, { build: BUILD, buildId, version });
    return html && withSettings(html, settings);
  };
  const site = await createSite({ config, database, clock: systemClock }, pages, {
    published,
    renderPages,
    renderPage,
  });
  log = site.app.log;
  if (config.metricsPort !== undefined)
    await site.metrics?.listen({ port: config.metricsPort, host: config.metricsHost });
  // Before the site reports that it is up, because a supervisor may stop it immediately afterwards.
  stopOnSignals({ site, pages, database });
  await site.app.listen({ port: config.port, host: config.host });
  site.app.log.info({ version: siteVersion(), node: process.version, database: database.engine }, "site started");
  site.mail.start();
  site.webhooks.start();
  site.housekeeping.start();
  site.backups.start();
  site.journal.start();
  site.versions.start();
  site.system.start();
  // What a killed process left would otherwise stay until the next publication.
  tidyPages(shownFirst);

  if (!config.rateLimit) site.app.log.warn("RATE_LIMIT=off: every limit on bookings, messages and sign-ins is lifted");
  if (config.webhookAllowPrivate)
    site.app.log.warn("WEBHOOK_ALLOW_PRIVATE=on: webhooks may go to http:// and to addresses inside the network");
  if (site.mail.transport.kind === "outbox")
    console.log(`SMTP_URL is not set: e-mail is not sent but written as .eml files to ${site.mail.transport.target}`);
  const ignored = await findIgnoredChanges(database, config);
  if (ignored)
    console.log(
      `site.config.ts or STAFF_EMAIL says something else (${ignored}); what is published under Admin, Site holds`,
    );
  const party = relyingPartyOf(config.publicUrl);
  const lost = await countPasskeysOfOtherHosts(database.read, party.id);
  if (lost > 0)
    console.log(`Passkeys that work only at the host they were made for, not at ${party.id} of PUBLIC_URL: ${lost}`);
  const samples = samplesIn(published.facts);
  if (isKeptFromSearch(published.facts, hostname))
    console.log("Search engines are asked not to list the site while phone, e-mail or address are samples");
  if (samples.length > 0)
    console.log(
      `Make it yours: sign in at ${config.publicUrl}/login and open Site. Still samples: ${sampleKinds(samples)}`,
    );
  console.log(`The site is at ${config.publicUrl} (version ${siteVersion()})`);
  // Now and not at the end, so that a killed site also starts fast the next time.
  flushCompileCache();
  process.on("unhandledRejection", (error) => site.app.log.error({ err: error }, "unhandled rejection"));
}

/** One line for the person who starts the site. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Cannot start: ${error.message}.`;
  const { code, message, path, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") return `Cannot start: port ${port} is in use. Stop what uses it, or set PORT to another.`;
  if (code === "EACCES" && port) return `Cannot start: no right to listen on port ${port}. Set PORT to one above 1023.`;
  if (code === "ENOENT" && path?.startsWith(BUILD))
    return "Cannot start: the pages are not built. Run npm run build, or start with npm start.";
  if (code === "EACCES" || code === "EROFS" || code === "EPERM" || code === "ENOENT" || code === "ENOTDIR")
    return `Cannot start: the data folder cannot be made or written (${path}). Give this user the right to, or set DATA_DIR.`;
  if (code === "ERR_SQLITE_ERROR") return `Cannot start: the database in DATA_DIR cannot be used (${message}).`;
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "28P01" || code === "3D000")
    return `Cannot start: the database of DATABASE_URL does not answer as asked (${message || code}).`;
  if (message?.startsWith("corrupted migrations"))
    return "Cannot start: the database was last used by another version of the site. Start that version, or a newer one.";
  return `Cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
