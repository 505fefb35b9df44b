import { relyingPartyOf } from "#accounts/users/server/second-factor/passkeys.ts";
import { countPasskeysOfOtherHosts } from "#accounts/users/server/second-factor/store.ts";
import { authSecret } from "#accounts/users/server/secret.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { isKeptFromSearch, sampleKinds, samplesIn } from "#company/facts/samples.ts";
import { findHold } from "#delivery/removals/server/hold.ts";
import type { PageHandler } from "#platform/server/http/types.ts";
import { areLinkKeysOfOthers } from "#platform/server/links/link-keys.ts";
import { siteCommit, siteVersion } from "#platform/server/version.ts";
import { createSite, type Services, type Shown, type Site } from "./server.ts";

const HELD =
  "held after a restore: e-mail, webhooks, notices to devices, keys and calendar feeds wait until an admin presses Confirm and release on the dashboard";

export async function runSite(services: Services, servePage: PageHandler, shown: Shown): Promise<Site> {
  const { config, database } = services;
  const site = await createSite(services, servePage, shown);
  if (config.metricsPort !== undefined)
    await site.metrics?.listen({ port: config.metricsPort, host: config.metricsHost });
  const build = { version: siteVersion(), ...(siteCommit() && { commit: siteCommit() }) };
  site.app.log.info({ ...build, node: process.version, database: database.engine }, "site started");
  process.on("unhandledRejection", (error) => site.app.log.error({ err: error }, "unhandled rejection"));
  if (shown.gate.isClosed())
    console.log("Closed for an update: nothing is written or sent. npm run update opens it, or goes back");
  void shown.gate.opened.then(() => {
    if (!site.isDraining) startWorkers(site);
  });
  await reportStart(site, services);
  return site;
}

function startWorkers(site: Site): void {
  site.mail.start();
  site.webhooks.start();
  site.push.start();
  site.housekeeping.start();
  site.claims.start();
  site.backups.start();
  site.journal.start();
  site.journalCopier.start();
  site.versions.start();
  site.system.start();
}

/** Reads the published facts, which the site has adopted. */
export async function reportStart(site: Site, { config, database }: Omit<Services, "clock">): Promise<void> {
  const hold = await findHold(database.read);
  if (hold) site.app.log.error({ ...hold, release: `${config.publicUrl}/admin` }, HELD);
  if (!config.rateLimit) site.app.log.warn("RATE_LIMIT=off: every limit on bookings, messages and sign-ins is lifted");
  if (config.webhookAllowPrivate)
    site.app.log.warn("WEBHOOK_ALLOW_PRIVATE=on: webhooks may go to http:// and to addresses inside the network");
  if (site.mail.transport.kind === "outbox")
    console.log(`SMTP_URL is not set: e-mail is not sent but written as .eml files to ${site.mail.transport.target}`);
  if (await areLinkKeysOfOthers(database.read, authSecret(config)))
    console.log(
      "Links in e-mails sent before may not work: their keys were restored under another AUTH_SECRET. To keep them, set that one",
    );
  const party = relyingPartyOf(config.publicUrl);
  const lost = await countPasskeysOfOtherHosts(database.read, party.id);
  if (lost > 0)
    console.log(`Passkeys that work only at the host they were made for, not at ${party.id} of PUBLIC_URL: ${lost}`);
  const facts = currentFacts();
  const samples = samplesIn(facts);
  if (isKeptFromSearch(facts, new URL(config.publicUrl).hostname))
    console.log("Search engines are asked not to list the site while phone, e-mail or address are samples");
  if (samples.length > 0)
    console.log(
      `Make it yours: sign in at ${config.publicUrl}/login and open Site. Still samples: ${sampleKinds(samples)}`,
    );
  console.log(`The site is at ${config.publicUrl} (version ${siteVersion()})`);
}
