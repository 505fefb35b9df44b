import { sql } from "kysely";
import type { Touch } from "#people/leads/attribution.ts";
import type { Database } from "#platform/server/database/database.ts";
import { foldCounts } from "#platform/server/database/queries/fold-counts.ts";
import type { Db } from "#platform/server/database/tables.ts";
import {
  LEAD_MEASURES,
  type LeadCount,
  type LeadCountRow,
  type LinkRow,
  type LinksTable,
  toLeadCount,
  type VisitPart,
} from "./table.ts";

export async function listLinks(db: Db): Promise<LinkRow[]> {
  return withVisits(db).orderBy("created_at", "desc").orderBy("name").execute();
}

export async function findLinkWithVisits(db: Db, name: string): Promise<LinkRow | undefined> {
  return withVisits(db).where("name", "=", name).executeTakeFirst();
}

function withVisits(db: Db) {
  return db
    .selectFrom("links")
    .selectAll()
    .select((is) =>
      is.fn
        .coalesce(
          is
            .selectFrom("link_visits")
            .whereRef("link_visits.name", "=", "links.name")
            .select((sum) => sum.fn.sum<number>("count").as("sum")),
          sql.lit(0),
        )
        .as("visits"),
    );
}

export async function findLink(db: Db, name: string): Promise<LinksTable | undefined> {
  return db.selectFrom("links").selectAll().where("name", "=", name).executeTakeFirst();
}

export async function countLinks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("links")
    .select((is) => is.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertLink(trx: Db, link: LinksTable): Promise<void> {
  await trx.insertInto("links").values(link).execute();
}

export async function updateLink(trx: Db, before: LinksTable, change: Partial<Omit<LinksTable, "name">>) {
  await trx
    .updateTable("links")
    .set({ ...change, version: before.version + 1 })
    .where("name", "=", before.name)
    .execute();
}

export async function deleteLinkRow(trx: Db, name: string): Promise<void> {
  await trx.deleteFrom("link_visits").where("name", "=", name).execute();
  await trx.deleteFrom("links").where("name", "=", name).execute();
}

export type Visits = { name: string; day: string; count: number };

/** Writes in sorted order, so that two processes that count the same links cannot deadlock. */
export async function addVisits(trx: Db, visits: readonly Visits[]): Promise<void> {
  const keyOf = ({ name, day }: Visits) => `${name} ${day}`;
  const sorted = [...visits].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const visit of sorted) {
    if (!(await findLink(trx, visit.name))) continue;
    await trx
      .insertInto("link_visits")
      .values(visit)
      .onConflict((conflict) =>
        conflict.columns(["name", "day"]).doUpdateSet((is) => ({ count: is("link_visits.count", "+", visit.count) })),
      )
      .execute();
  }
}

/** Of every link, also of those that nobody followed in this time. */
export async function countVisits(
  db: Db,
  { from, to }: { from: string | undefined; to: string | undefined },
): Promise<(Pick<LinksTable, "target" | "source" | "campaign"> & { visits: number })[]> {
  let visits = db.selectFrom("link_visits").select((is) => ["name", is.fn.sum<number>("count").as("visits")]);
  if (from) visits = visits.where("day", ">=", from);
  if (to) visits = visits.where("day", "<=", to);
  return db
    .selectFrom("links")
    .leftJoin(visits.groupBy("name").as("counted"), "counted.name", "links.name")
    .select(["target", "source", "campaign"])
    .select((is) => is.fn.coalesce("visits", sql.lit(0)).as("visits"))
    .execute();
}

export async function countedDays(db: Db, touch: Touch): Promise<{ first: string; last: string } | undefined> {
  // Two queries: SQLite finds one end of an index directly, but reads all of it for both.
  const end = async (order: "asc" | "desc") =>
    db
      .selectFrom("lead_counts")
      .select("day")
      .where("touch", "=", touch)
      .orderBy("day", order)
      .limit(1)
      .executeTakeFirst();
  const [first, last] = [await end("asc"), await end("desc")];
  return first && last ? { first: first.day, last: last.day } : undefined;
}

/** `from` and `to` are UTC days; `to` is excluded. */
export async function countLeads(
  db: Db,
  { touch, parts, from, to }: { touch: Touch; parts: readonly VisitPart[]; from: string; to: string },
): Promise<LeadCount[]> {
  const rows = await db
    .selectFrom("lead_counts")
    .select(parts)
    .select((is) => LEAD_MEASURES.map((name) => is.fn.sum<number>(name).as(name)))
    .where("touch", "=", touch)
    .where("day", ">=", from)
    .where("day", "<", to)
    .groupBy(parts)
    .having((is) => is.fn.sum("leads"), "<>", 0)
    .execute();
  return rows.map((row) => toLeadCount(row as LeadCountRow));
}

export function foldLeadCounts(database: Database): Promise<void> {
  const key = ["touch", "day", "source", "campaign", "referrer", "click", "landing_page"];
  return foldCounts(database, { table: "lead_counts", key, measures: LEAD_MEASURES });
}
