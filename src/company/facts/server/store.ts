import { type Selectable, sql } from "kysely";
import type { Draft, Editor } from "#company/facts/admin.ts";
import type { Facts } from "#company/facts/schema.ts";
import { type CompanyVersion, readFacts } from "#company/facts/version.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { CompanyVersionsTable } from "./table.ts";

const DRAFT_ID = "site";
/** A published draft keeps its row: if versions began again at 1, an admin with an old draft would overwrite a new one. */
const PUBLISHED = "";
const MAX_LISTED = 200;

export async function findLatestVersion(db: Db): Promise<CompanyVersion | undefined> {
  const stored = await findLatestStored(db);
  return stored && toVersion(stored);
}

export async function findLatestNumber(db: Db): Promise<number | undefined> {
  const query = db.selectFrom("company_versions").select("number").orderBy("number", "desc").limit(1);
  return (await query.executeTakeFirst())?.number;
}

/** `ours` are the names under which the site itself publishes. */
export async function hasVersionOfOwner(db: Db, ours: readonly string[]): Promise<boolean> {
  const query = db.selectFrom("company_versions").select("number").where("published_by", "not in", ours).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

type Stored = Omit<CompanyVersion, "facts"> & { facts: string };

/** The text stays as stored: a later build may know more facts. */
export async function findLatestStored(db: Db): Promise<Stored | undefined> {
  const row = await db.selectFrom("company_versions").selectAll().orderBy("number", "desc").limit(1).executeTakeFirst();
  return row && toStored(row);
}

export async function findVersion(db: Db, number: number, known: Facts): Promise<CompanyVersion | undefined> {
  const row = await db.selectFrom("company_versions").selectAll().where("number", "=", number).executeTakeFirst();
  return row && toVersion(toStored(row), known);
}

export type Retention = { days: number | null; publishedAt: string };

export async function listRetentions(db: Db): Promise<Retention[]> {
  const rows = await db
    .selectFrom("company_versions")
    .select(["erase_after_days", "published_at"])
    .orderBy("number", "desc")
    .execute();
  return rows.map(({ erase_after_days, published_at }) => ({ days: erase_after_days, publishedAt: published_at }));
}

// Versions never change. The cache is keyed by database, because a process of tests has several.
const SHOWN = new WeakMap<object, Map<number, ShownWords>>();

type ShownWords = { name: string; words: Facts["permissionWords"] };

export async function findShownWords(database: Database, number: number): Promise<ShownWords | undefined> {
  const versions = SHOWN.get(database) ?? new Map<number, ShownWords>();
  SHOWN.set(database, versions);
  const known = versions.get(number);
  if (known !== undefined) return known;
  const query = database.read.selectFrom("company_versions").select("facts").where("number", "=", number);
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const { company, permissionWords }: Facts = JSON.parse(row.facts);
  const shown = { name: company.name, words: permissionWords };
  versions.set(number, shown);
  return shown;
}

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

/** The result is false if another process has published this number in the meantime. */
export async function insertVersion(trx: Db, { number, facts, changes, actor, now }: NewVersion): Promise<boolean> {
  const inserted = await trx
    .insertInto("company_versions")
    .values({
      number,
      facts: JSON.stringify(facts),
      changes,
      erase_after_days: facts.eraseLeadsAfterDays,
      published_by: actor,
      published_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column("number").doNothing())
    .returning("number")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findDraft(db: Db, known: Facts): Promise<Draft | undefined> {
  const row = await db.selectFrom("company_drafts").selectAll().where("facts", "<>", PUBLISHED).executeTakeFirst();
  if (!row) return undefined;
  const { facts, version, based_on, changed_by, changed_at, editors } = row;
  return {
    facts: readFacts(facts, { present: known }),
    version,
    basedOn: based_on,
    changedBy: changed_by,
    changedAt: changed_at,
    editors: JSON.parse(editors),
  };
}

/** Of the last draft too, which is published. */
export async function listEditors(db: Db): Promise<Editor[]> {
  const row = await db.selectFrom("company_drafts").select(["facts", "editors"]).executeTakeFirst();
  const editors: Editor[] = JSON.parse(row?.editors ?? "[]");
  return row?.facts === PUBLISHED ? editors.map((editor) => ({ ...editor, fields: [] })) : editors;
}

type DraftChange = Pick<Draft, "facts" | "version" | "basedOn" | "editors"> & { actor: string; now: Date };

/** Version 0 means no draft. The result is undefined if the stored one has another version. */
export async function writeDraft(trx: Db, change: DraftChange): Promise<Draft | undefined> {
  const { facts, version, basedOn, editors, actor, now } = change;
  const row = {
    facts: JSON.stringify(facts),
    based_on: basedOn,
    changed_by: actor,
    changed_at: now.toISOString(),
    editors: JSON.stringify(editors),
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
  return written && { facts, version: written.version, basedOn, editors, changedBy: actor, changedAt: row.changed_at };
}

/** The result is false if the stored draft has another version. */
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

function toStored(row: Selectable<CompanyVersionsTable>): Stored {
  const { number, facts, changes, published_by, published_at } = row;
  return { number, facts, changes, publishedBy: published_by, publishedAt: published_at };
}

function toVersion(stored: Stored, known?: Facts): CompanyVersion {
  return { ...stored, facts: readFacts(stored.facts, known && { present: known }) };
}
