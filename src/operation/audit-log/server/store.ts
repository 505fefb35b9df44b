import { type Selectable, type SqlBool, sql } from "kysely";
import { MAX_LISTED } from "#operation/audit-log/audit-log.ts";
import { VISITOR } from "#platform/audit-log.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import type { Slice } from "#platform/server/substring-search.ts";

export type HistoryRow = Selectable<Tables["history"]>;

export type Wanted = {
  person: string | undefined;
  kind: string | undefined;
  from: Date | undefined;
  until: Date | undefined;
};

const MAX_CHOICES = 500;

export async function listEntries(db: Db, wanted: Wanted, { offset, limit }: Slice): Promise<HistoryRow[]> {
  // The ids come from an index, so that only the rows of the page are read.
  const ids = newestFirst(db, wanted).select("id").limit(limit).offset(offset);
  return db
    .selectFrom("history")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** The count stops one above MAX_LISTED. */
export async function countEntries(db: Db, wanted: Wanted): Promise<number> {
  const some = newestFirst(db, wanted)
    .select("id")
    .limit(MAX_LISTED + 1);
  const { count } = await db
    .selectFrom(some.as("some"))
    .select((is) => is.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function nextEntries(
  db: Db,
  wanted: Wanted,
  { after, limit }: { after: HistoryRow | undefined; limit: number },
): Promise<HistoryRow[]> {
  let query = newestFirst(db, wanted).selectAll().limit(limit);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("created_at", "id"), "<", tuple(after.created_at, after.id)),
    );
  return query.execute();
}

/** A literal, not a parameter: SQLite uses a partial index only if the query text contains its condition. */
const BY_STAFF = sql<SqlBool>`actor <> ${sql.lit(VISITOR)}`;

function newestFirst(db: Db, { person, kind, from, until }: Wanted) {
  let query = db.selectFrom("history").where(BY_STAFF).orderBy("created_at", "desc").orderBy("id", "desc");
  if (person) query = query.where("actor", "=", person);
  if (kind) query = query.where("subject_kind", "=", kind);
  if (from) query = query.where("created_at", ">=", from.toISOString());
  if (until) query = query.where("created_at", "<", until.toISOString());
  return query;
}

export async function listActors(db: Db): Promise<string[]> {
  return listDistinct(db, "actor");
}

export async function listKinds(db: Db): Promise<string[]> {
  return listDistinct(db, "subject_kind");
}

/** The query jumps along the index from each value to the next one, where a "distinct" would read all rows. */
async function listDistinct(db: Db, column: "actor" | "subject_kind"): Promise<string[]> {
  const value = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      select min(${value}) from history where ${BY_STAFF}
      union all
      select (select min(${value}) from history where ${BY_STAFF} and ${value} > found.value)
      from found where found.value is not null)
    select value from found where value is not null limit ${sql.lit(MAX_CHOICES)}`.execute(db);
  return rows.map((row) => row.value);
}
