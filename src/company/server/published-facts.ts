import { adoptFacts } from "#company/facts.ts";
import { seedFacts } from "#company/seed.ts";
import { type CompanyVersion, describeChanges } from "#company/version.ts";
import type { Database } from "#platform/server/database/database.ts";
import { findLatestFactsBy, findLatestVersion, insertVersion } from "./store.ts";
import type { CompanyTables } from "./table.ts";

/** Who publishes a version that comes from the file. */
export const CONFIG_FILE = "site.config.ts";

/**
 * Adopts the published facts. A new database gets those of site.config.ts as its first version. As long as nobody has
 * published another one, a change of that file is published too. To be called after the migrations and before anything that
 * reads a fact.
 */
export async function adoptPublishedFacts(database: Database<CompanyTables>, now: Date): Promise<CompanyVersion> {
  let published = await findLatestVersion(database.read);
  if (!published || hasFileChanged(published)) {
    await publishConfigFile(database, now);
    published = await findLatestVersion(database.read);
  }
  if (!published) throw new Error("No version of the company's facts is published.");
  adoptFacts(published.facts);
  return published;
}

/** What differs between site.config.ts and what was taken from it last; "" once that is all published. */
export async function findIgnoredChanges(database: Database<CompanyTables>): Promise<string> {
  const taken = await findLatestFactsBy(database.read, CONFIG_FILE);
  return taken ? describeChanges(taken, seedFacts()) : "";
}

async function publishConfigFile(database: Database<CompanyTables>, now: Date): Promise<void> {
  const facts = seedFacts();
  await database.transaction(async (trx) => {
    const latest = await findLatestVersion(trx);
    if (latest && !hasFileChanged(latest)) return;
    const changes = latest ? describeChanges(latest.facts, facts) : "First version";
    // If another process inserts this number first, it has read the same file.
    await insertVersion(trx, { number: (latest?.number ?? 0) + 1, facts, changes, actor: CONFIG_FILE, now });
  });
}

function hasFileChanged({ facts, publishedBy }: CompanyVersion): boolean {
  return publishedBy === CONFIG_FILE && describeChanges(facts, seedFacts()) !== "";
}
