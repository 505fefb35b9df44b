import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { SITE_CONFIG } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { factsOfConfig, seedFacts } from "#company/facts/seed.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { findLatestNumber } from "./store.ts";

export type FirstSettings = { staffEmail: string | undefined; siteConfig: string; now: Date };

export const FIRST_START = "the first start";
const COMPANY_MIGRATION = "0005-company";

/** The result is undefined if another process has published facts in the meantime. Throws ConfigError. */
export async function readFirstFacts(
  read: Db,
  settings: FirstSettings,
): Promise<{ facts: Facts; actor: string } | undefined> {
  // Only a site of 1.0.0 has accounts before a version: a new one makes its first afterwards.
  const isUpgrade = await hasAccounts(read);
  if ((await findLatestNumber(read)) !== undefined) return undefined;
  if (isUpgrade) return { facts: await readSiteConfig(settings), actor: SITE_CONFIG };
  return { facts: orConfigError(() => seedFacts({ ...settings, by: FIRST_START })), actor: FIRST_START };
}

/** This runs before the migrations, so that a database of 1.0.0 stays unchanged if its facts are missing. Throws ConfigError. */
export function requireFirstFacts(settings: FirstSettings) {
  return async (read: Db, applied: readonly string[]): Promise<void> => {
    if (isFirstRelease(applied) && (await hasAccounts(read))) await readSiteConfig(settings);
  };
}

export function isFirstRelease(applied: readonly string[]): boolean {
  return applied.length > 0 && !applied.includes(COMPANY_MIGRATION);
}

export async function readSiteConfig({ siteConfig, staffEmail, now }: FirstSettings): Promise<Facts> {
  if (!existsSync(siteConfig))
    throw new ConfigError(
      `This database is of version 1.0.0, whose company is in its site.config.ts, and there is no ${siteConfig}. Copy yours there, or name it with SITE_CONFIG; it is read this once`,
    );
  const config = await import(pathToFileURL(siteConfig).href).catch((error: Error) => {
    throw new ConfigError(`${siteConfig} cannot be read: ${error.message}`);
  });
  return orConfigError(() =>
    factsOfConfig(config, siteConfig, { staffEmail, by: SITE_CONFIG, now, words: "unconfirmed" }),
  );
}

async function hasAccounts(read: Db): Promise<boolean> {
  return (await read.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

function orConfigError(facts: () => Facts): Facts {
  try {
    return facts();
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
