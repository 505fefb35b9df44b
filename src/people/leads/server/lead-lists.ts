import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import { isAsleep, isBefore, isEnded, type LostReason, STAGES, type Stage, shortWords } from "#people/leads/lead.ts";
import { timeOf } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { type SearchTarget, type Slice, searchIds } from "#platform/server/substring-search.ts";
import type { LeadState } from "./leads.ts";
import { listPeople } from "./people.ts";
import { waitingLeadIds } from "./waiting/store.ts";

type Query = SelectQueryBuilder<Tables, "leads", object>;

export type LeadFilter = {
  stage?: Stage | undefined;
  show?: "waiting" | "open" | "without-step" | "overdue" | "asleep" | undefined;
  reason?: LostReason | undefined;
  assignee?: string | undefined;
  /** Instead of the usual order. */
  sort?: LeadSort | undefined;
  /** On the company's clock. */
  now: Moment;
};

/** came: the newest first. due: by the next step. stage: longest in their stage. sum: the highest first. */
export type LeadSort = "came" | "due" | "stage" | "sum";

type Moment = { day: string; minutes: number };

export type Found = { ids: string[]; total: number };

const PLACES: SearchTarget = { table: "leads", name: "leads" };

const MAX_FOUND = 1_000;

/** A literal, not a parameter: a partial index is used only where the text contains its condition. */
const HAS_ENDED = sql<boolean>`stage in ('Closed', 'Lost')`;

export async function listLeadIds(db: Db, filter: LeadFilter, { offset, limit }: Slice): Promise<Found> {
  const total = isEvery(filter) ? await countEvery(db) : await count(matching(db, filter));
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
  if (filter.sort && byId.size > 0) {
    const among = matching(database.read, filter).where("id", "in", [...byId.keys()]);
    const page = await sorted(among, filter).limit(limit).offset(offset).execute();
    return { ids: page.map(({ id }) => id), total: byId.size };
  }
  const ids = [...byId].sort(([a, at], [b, other]) => (at === other ? (a < b ? 1 : -1) : at < other ? 1 : -1));
  return { ids: ids.slice(offset, offset + limit).map(([id]) => id), total: ids.length };
}

/** In the order of their ids. `among`: only these. */
export async function listLeadBlock(
  db: Db,
  { filter, among, after }: { filter: LeadFilter; among: readonly string[] | undefined; after: string },
  limit: number,
): Promise<string[]> {
  if (among?.length === 0) return [];
  let query = matching(db, filter).where("joined_into", "is", null).where("id", ">", after);
  if (among) query = query.where("id", "in", among);
  return (await query.select("id").orderBy("id").limit(limit).execute()).map(({ id }) => id);
}

function isEvery({ stage, show, reason, assignee }: LeadFilter): boolean {
  return !stage && !show && !reason && assignee === undefined;
}

/** Counting each row would take longer than all else that the list reads. */
async function countEvery(db: Db): Promise<number> {
  const open = db.selectFrom("leads").where("is_open", "=", 1);
  const ended = db.selectFrom("ended_lead_counts").select((is) => is.fn.sum<number | null>("count").as("total"));
  const [opened, dormant, { total }] = await together([count(open), countDormant(db), ended.executeTakeFirstOrThrow()]);
  return opened + dormant + Number(total ?? 0);
}

export type StageTotal = { count: number; cents: number };

/** As sumOf(). */
const SUM = sql<number>`coalesce(contract_cents, accepted_cents, offer_cents)`;

/** Leads from before the site had next steps: they are neither open nor ended, and the board leaves them out. */
export async function countDormant(db: Db): Promise<number> {
  return count(db.selectFrom("leads").where("is_open", "=", 0).where("stage", "in", BEFORE_ENDED));
}

/** Ended leads are counted whatever the account, because they have no next step. */
export async function countByStage(db: Db, assignee: string | undefined): Promise<Map<Stage, StageTotal>> {
  let leads = db.selectFrom("leads").where("is_open", "=", 1);
  if (assignee !== undefined) leads = leads.where("next_assignee_id", "=", assignee);
  const [open, { cents }, ended] = await together([
    leads
      .select((is) => ["stage", is.fn.countAll<number>().as("count"), is.fn.sum<number | null>(SUM).as("cents")])
      .groupBy("stage")
      .execute(),
    db
      .selectFrom("leads")
      .select((is) => is.fn.sum<number | null>("contract_cents").as("cents"))
      .where(sql<boolean>`stage = 'Closed'`)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("ended_lead_counts")
      .select((is) => ["stage", is.fn.sum<number>("count").as("count")])
      .groupBy("stage")
      .execute(),
  ]);
  const totals = [...open, ...ended.map((row) => ({ ...row, cents: row.stage === "Closed" ? cents : null }))];
  return new Map(totals.map((row) => [row.stage, { count: Number(row.count), cents: Number(row.cents ?? 0) }]));
}

export async function listStageIds(
  db: Db,
  { stage, isEnded, assignee }: { stage: Stage; isEnded: boolean; assignee: string | undefined },
  limit: number,
): Promise<string[]> {
  if (!isEnded) {
    const filter = { stage, show: "open", assignee, now: ANY } as const;
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

export type Whose = { id: string; admins: readonly string[] };

/** `among`: how many of these are in the list. */
type Except = { ids: ReadonlySet<string>; among: number };

/**
 * Open steps until that day. Of an account they are its own, and those that no active admin sees as their own, so that
 * all staff see them.
 */
export async function listDue(
  db: Db,
  { to, whose, except }: { to: string; whose: Whose | undefined; except: Except },
  limit: number,
): Promise<Found> {
  let due = matching(db, { show: "open", now: ANY }).where("next_due_day", "<=", to);
  if (whose) {
    const others = whose.admins.filter((id) => id !== whose.id);
    if (others.length > 0)
      due = due.where((is) => is.or([is("next_assignee_id", "is", null), is("next_assignee_id", "not in", others)]));
  }
  return firstWithout(due, except, limit);
}

const BEFORE_ENDED = STAGES.filter((stage) => !isEnded(stage));
const BEFORE_CONTRACT = STAGES.filter((stage) => isBefore(stage, "Under contract"));

/** As in listDue(). */
export function isDue(
  { isOpen, nextDueDay, nextAssigneeId }: LeadState,
  to: string,
  whose: Whose | undefined,
): boolean {
  if (!isOpen || nextDueDay === undefined || nextDueDay > to) return false;
  return !whose || !nextAssigneeId || nextAssigneeId === whose.id || !whose.admins.includes(nextAssigneeId);
}

/** Open leads that nobody has planned anything for. A contract has its own date. */
export async function listWithoutStep(
  db: Db,
  { today, except }: { today: string; except: Except },
  limit: number,
): Promise<Found> {
  const now = { day: today, minutes: 0 };
  const open = matching(db, { show: "without-step", now }).where("stage", "in", BEFORE_CONTRACT);
  return firstWithout(open, except, limit);
}

/** As in listWithoutStep(). */
export function isWithoutStep(lead: LeadState, today: string): boolean {
  return isOpenAwake(lead, today) && lead.nextDueDay === undefined && isBefore(lead.stage, "Under contract");
}

/** How many leads are open and awake. */
export async function countAwake(db: Db, today: string): Promise<number> {
  return count(matching(db, { show: "open", now: ANY }).where(isAwake(today)));
}

/** As in countAwake(). */
export function isOpenAwake(lead: LeadState, today: string): boolean {
  return lead.isOpen && !isAsleep(lead, today);
}

/** The first day after that one on which a step of an open lead is due. */
export async function firstDueAfter(db: Db, day: string): Promise<string | undefined> {
  const due = matching(db, { show: "open", now: ANY }).where("next_due_day", ">", day);
  return (
    (await due.select("next_due_day").orderBy("next_due_day").limit(1).executeTakeFirst())?.next_due_day ?? undefined
  );
}

const BLOCK = 500;

async function firstWithout(query: Query, except: Except, limit: number): Promise<Found> {
  const total = (await count(query)) - except.among;
  const ids: string[] = [];
  for (let offset = 0; ids.length < Math.min(limit, total); offset += BLOCK) {
    const block = await query
      .select("id")
      .orderBy("next_due_day")
      .orderBy("next_due_time")
      .orderBy("created_at")
      .orderBy("id")
      .limit(BLOCK)
      .offset(offset)
      .execute();
    ids.push(...block.map(({ id }) => id).filter((id) => !except.ids.has(id)));
    if (block.length < BLOCK) break;
  }
  return { ids: ids.slice(0, limit), total };
}

async function count(query: Query): Promise<number> {
  const row = await query.select((is) => is.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Of filters that do not depend on the time. */
const ANY: Moment = { day: "", minutes: 0 };

function isAwake(today: string) {
  return (is: ExpressionBuilder<Tables, "leads">) =>
    is.or([is("asleep_until", "is", null), is("asleep_until", "<=", today)]);
}

function matching(db: Db, { stage, show, reason, assignee, now }: LeadFilter): Query {
  let query: Query = db.selectFrom("leads");
  // Every other filter leaves joined leads out by itself, along an index that does not hold this column.
  if (isEvery({ stage, show, reason, assignee, now })) query = query.where("joined_into", "is", null);
  if (stage && !(reason && stage === "Lost")) query = query.where("stage", "=", stage);
  if (show === "waiting") query = query.where("id", "in", waitingLeadIds(db));
  else if (show || assignee !== undefined) query = query.where("is_open", "=", 1);
  if (show === "without-step") query = query.where("next_due_day", "is", null).where(isAwake(now.day));
  if (show === "overdue")
    query = query.where((is) =>
      is.or([
        is("next_due_day", "<", now.day),
        is.and([is("next_due_day", "=", now.day), is("next_due_time", "<", timeOf(now.minutes))]),
      ]),
    );
  if (show === "asleep") query = query.where("asleep_until", ">", now.day);
  if (reason) query = query.where("lost_reason", "=", reason);
  if (assignee !== undefined) query = query.where("next_assignee_id", "=", assignee);
  return query;
}

function sorted(query: Query, { show, assignee, sort }: LeadFilter) {
  const ids = query.select("id");
  if (sort === "stage") return ids.orderBy("stage_at", (at) => at.asc().nullsFirst()).orderBy("id");
  if (sort === "sum") return ids.orderBy(SUM, (sum) => sum.desc().nullsLast()).orderBy("id");
  if (sort === "came") return ids.orderBy("created_at", "desc").orderBy("id", "desc");
  if (sort === "due")
    return ids
      .orderBy("next_due_day", (day) => day.asc().nullsLast())
      .orderBy("next_due_time")
      .orderBy("id");
  if (assignee !== undefined)
    return ids.orderBy("next_due_day").orderBy("next_due_time").orderBy("created_at").orderBy("id");
  if (show)
    return ids
      .orderBy("next_due_day", (day) => day.asc().nullsFirst())
      .orderBy("next_due_time")
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
