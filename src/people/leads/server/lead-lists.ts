import { type SelectQueryBuilder, sql } from "kysely";
import { type LostReason, type Stage, shortWords } from "#people/leads/lead.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { type SearchTarget, type Slice, searchIds } from "#platform/server/substring-search.ts";
import { listPeople } from "./people.ts";

type Query = SelectQueryBuilder<Tables, "leads", object>;

export type LeadFilter = {
  stage?: Stage | undefined;
  show?: "open" | "without-step" | "overdue" | undefined;
  reason?: LostReason | undefined;
  assignee?: string | undefined;
  today: string;
};

export type Found = { ids: string[]; total: number };

const PLACES: SearchTarget = { table: "leads", name: "leads" };

const MAX_FOUND = 1_000;

/** A literal, not a parameter: a partial index is used only where the text contains its condition. */
const HAS_ENDED = sql<boolean>`stage in ('Closed', 'Lost')`;

export async function listLeadIds(db: Db, filter: LeadFilter, { offset, limit }: Slice): Promise<Found> {
  const { total } = await matching(db, filter)
    .select((is) => is.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const page = offset < total ? await sorted(matching(db, filter), filter).limit(limit).offset(offset).execute() : [];
  return { ids: page.map(({ id }) => id), total };
}

export async function searchLeadIds(
  database: Database,
  text: string,
  { filter, slice: { offset, limit } }: { filter: LeadFilter; slice: Slice },
): Promise<Found> {
  const first = { offset: 0, limit: MAX_FOUND };
  const { people } = await listPeople(database, { search: text }, { page: 1, limit: MAX_FOUND });
  const place = shortWords(text);
  const places = place === "" ? { ids: [] } : await searchIds(database, PLACES, { text: place, among: {} }, first);
  const found = [
    ...(await newestAmong(
      database.read,
      filter,
      "person_id",
      people.map(({ id }) => id),
    )),
    ...(await newestAmong(database.read, filter, "id", places.ids)),
  ];
  const byId = new Map(found.map((row) => [row.id, row.created_at]));
  const ids = [...byId].sort(([a, at], [b, other]) => (at === other ? (a < b ? 1 : -1) : at < other ? 1 : -1));
  return { ids: ids.slice(offset, offset + limit).map(([id]) => id), total: ids.length };
}

/** Ended leads are counted whatever the account, because they have no next step. */
export async function countByStage(db: Db, assignee: string | undefined): Promise<Map<Stage, number>> {
  let leads = db.selectFrom("leads").where("is_open", "=", 1);
  if (assignee !== undefined) leads = leads.where("next_assignee_id", "=", assignee);
  const open = await leads
    .select((is) => ["stage", is.fn.countAll<number>().as("count")])
    .groupBy("stage")
    .execute();
  const ended = await db
    .selectFrom("ended_lead_counts")
    .select((is) => ["stage", is.fn.sum<number>("count").as("count")])
    .groupBy("stage")
    .execute();
  return new Map([...open, ...ended].map((row) => [row.stage, Number(row.count)]));
}

export async function listStageIds(
  db: Db,
  { stage, isEnded, assignee }: { stage: Stage; isEnded: boolean; assignee: string | undefined },
  limit: number,
): Promise<string[]> {
  if (!isEnded) {
    const filter = { stage, show: "open", assignee, today: "" } as const;
    return (await sorted(matching(db, filter), filter).limit(limit).execute()).map(({ id }) => id);
  }
  const rows = await db
    .selectFrom("leads")
    .select("id")
    .where("stage", "=", stage)
    .where(HAS_ENDED)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listDueIds(
  db: Db,
  { from, to, assignee }: { from?: string; to: string; assignee: string | undefined },
  limit: number,
): Promise<Found> {
  let due = matching(db, { show: "open", assignee, today: "" }).where("next_due_day", "<=", to);
  if (from !== undefined) due = due.where("next_due_day", ">=", from);
  return firstDue(due, limit);
}

async function firstDue(due: ReturnType<typeof matching>, limit: number): Promise<Found> {
  const { total } = await due.select((is) => is.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  if (total === 0) return { ids: [], total };
  const rows = await due
    .select("id")
    .orderBy("next_due_day")
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return { ids: rows.map(({ id }) => id), total };
}

export function listIdsWithoutStep(db: Db, limit: number): Promise<Found> {
  return listLeadIds(db, { show: "without-step", today: "" }, { offset: 0, limit });
}

/** No active admin sees these leads as their own, so all staff see them. */
export async function listDueForDay(
  db: Db,
  { to, admins, limit }: { to: string; admins: readonly string[]; limit: number },
): Promise<Found> {
  let due = matching(db, { show: "open", today: "" }).where("next_due_day", "<=", to);
  due =
    admins.length > 0
      ? due.where((is) => is.or([is("next_assignee_id", "is", null), is("next_assignee_id", "not in", admins)]))
      : due;
  return firstDue(due, limit);
}

function matching(db: Db, { stage, show, reason, assignee, today }: LeadFilter): Query {
  let query: Query = db.selectFrom("leads");
  // Every other filter leaves joined leads out by itself, along an index that does not hold this column.
  if (!stage && !show && !reason && assignee === undefined) query = query.where("joined_into", "is", null);
  if (stage && !(reason && stage === "Lost")) query = query.where("stage", "=", stage);
  if (show || assignee !== undefined) query = query.where("is_open", "=", 1);
  if (show === "without-step") query = query.where("next_due_day", "is", null);
  if (show === "overdue") query = query.where("next_due_day", "<", today);
  if (reason) query = query.where("lost_reason", "=", reason);
  if (assignee !== undefined) query = query.where("next_assignee_id", "=", assignee);
  return query;
}

function sorted(query: Query, { show, assignee }: LeadFilter) {
  const ids = query.select("id");
  if (assignee !== undefined) return ids.orderBy("next_due_day").orderBy("created_at").orderBy("id");
  if (show)
    return ids
      .orderBy("next_due_day", (day) => day.asc().nullsFirst())
      .orderBy("created_at")
      .orderBy("id");
  return ids.orderBy("created_at", "desc").orderBy("id", "desc");
}

async function newestAmong(db: Db, filter: LeadFilter, column: "id" | "person_id", ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = db
    .selectFrom("leads")
    .select((is) => is.fn.coalesce("joined_into", "id").as("id"))
    .where(column, "in", ids);
  return matching(db, filter)
    .where("id", "in", found)
    .select(["id", "created_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_FOUND)
    .execute();
}
