import { describeChanges } from "#company/facts/changes.ts";
import { CONFIG_FILE } from "#company/facts/claims.ts";
import { adoptFacts } from "#company/facts/facts.ts";
import { type Facts, factsSchema } from "#company/facts/schema.ts";
import { type SeedSettings, seedFacts } from "#company/facts/seed.ts";
import { type CompanyVersion, readFacts } from "#company/facts/version.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { findFirstStoredBy, findLatestStored, insertVersion } from "./store.ts";

/** Who publishes the facts that a new release brings. */
export const UPGRADE = "the upgrade";

/**
 * Adopts the published facts. A new database gets those of site.config.ts and the environment as its first version; facts that
 * the latest version does not know yet become a version of their own. To be called after the migrations and before anything
 * that reads a fact.
 */
export async function adoptPublishedFacts(
  database: Database,
  settings: SeedSettings & { now: Date },
): Promise<CompanyVersion> {
  const published = await findLatestStored(database.read);
  if (!published || missingIn(published).length > 0) await publishMissing(database, settings);
  const stored = await findLatestStored(database.read);
  if (!stored) throw new Error("No version of the company's facts is published.");
  const { facts: json, ...version } = stored;
  const facts = readFacts({ facts: json, by: version.publishedBy, at: version.publishedAt });
  adoptFacts(facts);
  return { ...version, facts };
}

/** The same for a program that must not change the database: what is not published yet is as it will be at first. */
export async function adoptStoredFacts(read: Db, settings: SeedSettings): Promise<void> {
  const stored = await findLatestStored(read);
  const seed = seedFacts(settings);
  if (!stored) return adoptFacts(seed);
  adoptFacts(readFacts({ facts: stored.facts, by: stored.publishedBy, at: stored.publishedAt }, seed));
}

async function publishMissing(database: Database, settings: SeedSettings & { now: Date }): Promise<void> {
  await database.transaction(async (trx) => {
    const stored = await findLatestStored(trx);
    const next = stored ? completed(stored, settings) : { facts: seedFacts(settings), changes: "First version" };
    if (!next) return;
    const actor = stored ? UPGRADE : CONFIG_FILE;
    // If another process inserts this number first, it has read the same file.
    await insertVersion(trx, { number: (stored?.number ?? 0) + 1, ...next, actor, now: settings.now });
  });
}

type Stored = Omit<CompanyVersion, "facts"> & { facts: string };

function missingIn({ facts }: Stored): string[] {
  const found = JSON.parse(facts);
  return Object.keys(factsSchema.shape).filter((name) => !(name in found));
}

/** Undefined if the version knows every fact. */
function completed(stored: Stored, settings: SeedSettings): Pick<CompanyVersion, "facts" | "changes"> | undefined {
  if (missingIn(stored).length === 0) return undefined;
  const found: Partial<Facts> = JSON.parse(stored.facts);
  const known = seedFacts(settings);
  // Until now mail for staff went to the company's address.
  const staffEmails = settings.staffEmail || !found.company ? known.staffEmails : [found.company.email];
  const by = { by: stored.publishedBy, at: stored.publishedAt };
  const facts = readFacts({ facts: stored.facts, ...by }, { ...known, staffEmails });
  return { facts, changes: "Facts that are new in this release" };
}

/** What differs between site.config.ts with the environment and what the first version took from them; "" if nothing does. */
export async function findIgnoredChanges(database: Database, settings: SeedSettings): Promise<string> {
  const taken = await findFirstStoredBy(database.read, CONFIG_FILE);
  if (!taken) return "";
  const now = seedFacts(settings);
  return describeChanges(readFacts({ facts: taken.facts, by: CONFIG_FILE, at: "" }, now), now);
}
