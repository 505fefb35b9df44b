import type { Kysely } from "kysely";
import type { Facts } from "#company/schema.ts";
import { type CompanyVersion, readFacts } from "#company/version.ts";
import type { CompanyTables } from "./table.ts";

type Db = Kysely<CompanyTables>;

export async function findLatestVersion(db: Db): Promise<CompanyVersion | undefined> {
  const row = await db.selectFrom("company_versions").selectAll().orderBy("number", "desc").limit(1).executeTakeFirst();
  if (!row) return undefined;
  const { number, facts, changes, published_by, published_at } = row;
  return { number, facts: readFacts(facts), changes, publishedBy: published_by, publishedAt: published_at };
}

export async function findLatestNumber(db: Db): Promise<number | undefined> {
  const query = db.selectFrom("company_versions").select("number").orderBy("number", "desc").limit(1);
  return (await query.executeTakeFirst())?.number;
}

export type NewVersion = { number: number; facts: Facts; changes: string; actor: string; now: Date };

/** False if another process has published this number in the meantime. */
export async function insertVersion(trx: Db, version: NewVersion): Promise<boolean> {
  const { number, facts, changes, actor, now } = version;
  const inserted = await trx
    .insertInto("company_versions")
    .values({
      number,
      facts: JSON.stringify(facts),
      changes,
      published_by: actor,
      published_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column("number").doNothing())
    .returning("number")
    .executeTakeFirst();
  return inserted !== undefined;
}
