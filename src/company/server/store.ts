import { type Kysely, type Selectable, sql } from "kysely";
import type { Draft } from "#company/admin.ts";
import type { Facts } from "#company/schema.ts";
import { type CompanyVersion, readFacts } from "#company/version.ts";
import type { CompanyTables, CompanyVersionsTable } from "./table.ts";

type Db = Kysely<CompanyTables>;

const DRAFT_ID = "site";
/** A published draft keeps its row: if versions began again at 1, an admin with an old draft would overwrite a new one. */
const PUBLISHED = "";
const MAX_LISTED = 200;

export async function findLatestVersion(db: Db): Promise<CompanyVersion | undefined> {
  const row = await db.selectFrom("company_versions").selectAll().orderBy("number", "desc").limit(1).executeTakeFirst();
  return row && toVersion(row);
}

export async function findLatestNumber(db: Db): Promise<number | undefined> {
  const query = db.selectFrom("company_versions").select("number").orderBy("number", "desc").limit(1);
  return (await query.executeTakeFirst())?.number;
}

/** The latest that this actor has published, as they were then: a later build may know more facts. */
export async function findLatestFactsBy(db: Db, actor: string): Promise<Partial<Facts> | undefined> {
  const query = db.selectFrom("company_versions").select("facts").where("published_by", "=", actor);
  const row = await query.orderBy("number", "desc").limit(1).executeTakeFirst();
  return row && JSON.parse(row.facts);
}

export async function findVersion(db: Db, number: number): Promise<CompanyVersion | undefined> {
  const row = await db.selectFrom("company_versions").selectAll().where("number", "=", number).executeTakeFirst();
  return row && toVersion(row);
}

/** Newest first, without their facts. */
export async function listVersions(db: Db): Promise<Omit<CompanyVersion, "facts">[]> {
  const rows = await db
    .selectFrom("company_versions")
    .select(["number", "changes", "published_by", "published_at"])
    .orderBy("number", "desc")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ number, changes, published_by, published_at }) => ({
    number,
    changes,
    publishedBy: published_by,
    publishedAt: published_at,
  }));
}

export type NewVersion = { number: number; facts: Facts; changes: string; actor: string; now: Date };

/** False if another process has published this number in the meantime. */
export async function insertVersion(trx: Db, { number, facts, changes, actor, now }: NewVersion): Promise<boolean> {
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

export async function findDraft(db: Db): Promise<Draft | undefined> {
  const row = await db.selectFrom("company_drafts").selectAll().where("facts", "<>", PUBLISHED).executeTakeFirst();
  if (!row) return undefined;
  return { facts: readFacts(row.facts), version: row.version, changedBy: row.changed_by, changedAt: row.changed_at };
}

type DraftChange = { facts: Facts; version: number; actor: string; now: Date };

/** Stores the draft on top of `version`, 0 for none. Undefined if the stored one has another version. */
export async function writeDraft(trx: Db, { facts, version, actor, now }: DraftChange): Promise<Draft | undefined> {
  const row = {
    facts: JSON.stringify(facts),
    changed_by: actor,
    changed_at: now.toISOString(),
  };
  const next = { ...row, version: sql<number>`company_drafts.version + 1` };
  const written =
    version === 0
      ? await trx
          .insertInto("company_drafts")
          .values({ id: DRAFT_ID, version: 1, ...row })
          .onConflict((conflict) =>
            conflict.column("id").doUpdateSet(next).where("company_drafts.facts", "=", PUBLISHED),
          )
          .returning("version")
          .executeTakeFirst()
      : await trx
          .updateTable("company_drafts")
          .set(next)
          .where("version", "=", version)
          .where("facts", "<>", PUBLISHED)
          .returning("version")
          .executeTakeFirst();
  return written && { facts, version: written.version, changedBy: actor, changedAt: row.changed_at };
}

/** False if the stored draft has another version. */
export async function closeDraft(trx: Db, version: number): Promise<boolean> {
  const closed = await trx
    .updateTable("company_drafts")
    .set({ facts: PUBLISHED })
    .where("version", "=", version)
    .where("facts", "<>", PUBLISHED)
    .returning("id")
    .executeTakeFirst();
  return closed !== undefined;
}

function toVersion(row: Selectable<CompanyVersionsTable>): CompanyVersion {
  const { number, facts, changes, published_by, published_at } = row;
  return { number, facts: readFacts(facts), changes, publishedBy: published_by, publishedAt: published_at };
}
