import { adoptFacts } from "#company/facts/facts.ts";
import { type Facts, factsSchema } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { type CompanyVersion, readFacts } from "#company/facts/version.ts";
import type { Database } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { FIRST_START, type FirstSettings, readFirstFacts, requireFirstFacts } from "./first-facts.ts";
import { findLatestStored, hasVersionOfOwner, insertVersion } from "./store.ts";

export const UPGRADE = "the upgrade";

/**
 * This is the first step of the site and its commands. Throws ConfigError and ForeignDatabase, and then leaves a database of 1.0.0
 * unchanged.
 */
export async function migrateAndAdopt(
  database: Database,
  migrations: string,
  settings: FirstSettings,
): Promise<CompanyVersion> {
  await migrate(database, migrations, requireFirstFacts(settings));
  return adoptPublishedFacts(database, settings);
}

/** This runs after the migrations and before any code reads a fact. Throws ConfigError. */
export async function adoptPublishedFacts(database: Database, settings: FirstSettings): Promise<CompanyVersion> {
  const published = await findLatestStored(database.read);
  if (!published) await publishFirst(database, settings);
  else if (missingIn(published).length > 0) await publishMissing(database, settings);
  const stored = await findLatestStored(database.read);
  if (!stored) throw new Error("No version of the company's facts is published.");
  const facts = readFacts(stored.facts);
  adoptFacts(facts);
  return { ...stored, facts };
}

/** This variant never writes: unpublished facts have their initial values. */
export async function adoptStoredFacts(read: Db, { staffEmail }: Pick<FirstSettings, "staffEmail">): Promise<void> {
  const stored = await findLatestStored(read);
  const seed = seedFacts({ staffEmail });
  adoptFacts(stored ? readFacts(stored.facts, { seed }) : seed);
}

async function publishFirst(database: Database, settings: FirstSettings): Promise<void> {
  const first = await readFirstFacts(database.read, settings);
  if (!first) return;
  // If another process inserts this number first, it has read the same file.
  await database.transaction((trx) =>
    insertVersion(trx, { number: 1, ...first, changes: "First version", now: settings.now }),
  );
}

async function publishMissing(database: Database, { staffEmail, now }: FirstSettings): Promise<void> {
  await database.transaction(async (trx) => {
    const stored = await findLatestStored(trx);
    if (!stored || missingIn(stored).length === 0) return;
    const words = (await hasVersionOfOwner(trx, [FIRST_START, UPGRADE])) ? "unconfirmed" : "sample";
    const facts = readFacts(stored.facts, { seed: seedFacts({ staffEmail, words }) });
    const changes = "Facts that are new in this release";
    await insertVersion(trx, { number: stored.number + 1, facts, changes, actor: UPGRADE, now });
  });
}

function missingIn({ facts }: { facts: string }): string[] {
  const found: Partial<Facts> = JSON.parse(facts);
  return Object.keys(factsSchema.shape).filter((name) => !(name in found));
}
