// Leads whose people wait for staff: for the first contact, or since they answered an offer.
import { type Expression, sql } from "kysely";
import type { Db } from "#platform/server/database/tables.ts";

/** Ids of leads, to be used inside another query. */
export type LeadIds = Expression<{ id: string }>;

/** An inquiry with one of these waits no more. */
const SETTLED = ["Completed", "Cancelled", "Resolved"];
const ENDED = ["Closed", "Lost"];

/** A lead whose person wrote twice is there twice. */
function waits(db: Db) {
  const contacts = db
    .selectFrom("inquiries")
    .innerJoin("leads as own", "own.id", "inquiries.lead_id")
    .innerJoin("leads as whole", (join) => join.on(sql<boolean>`whole.id = coalesce(own.joined_into, own.id)`))
    .select(["whole.id as id", "inquiries.waiting_since as since"])
    .where("inquiries.waiting_since", "is not", null)
    .where("inquiries.first_contact_at", "is", null)
    .where("inquiries.status", "not in", SETTLED)
    .where("whole.stage", "not in", ENDED as never);
  const answers = db.selectFrom("leads").select(["id", "answered_at as since"]).where("answered_at", "is not", null);
  return db.selectFrom(contacts.unionAll(answers).as("waits"));
}

export function waitingLeadIds(db: Db): LeadIds {
  return waits(db).select("waits.id");
}

type Waiting = { total: number; waiting: { id: string; since: string }[] };

/** Who waits longest comes first. */
export async function listWaitingLeads(db: Db, limit: number): Promise<Waiting> {
  const { total } = await waits(db)
    .select((is) => is.fn.count<number>("waits.id").distinct().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await waits(db)
    .select((is) => ["waits.id", is.fn.min("waits.since").as("since")])
    .groupBy("waits.id")
    .orderBy("since")
    .orderBy("waits.id")
    .limit(limit)
    .execute();
  return { total: Number(total), waiting: rows.map(({ id, since }) => ({ id, since: String(since) })) };
}

export async function findWaitingAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await waits(db).select("waits.id").where("waits.id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** A joined lead counts as the one that stands for it. */
export function standingFor(db: Db, leads: Expression<{ lead_id: string }>): LeadIds {
  return db
    .selectFrom("leads")
    .select((is) => is.fn.coalesce("joined_into", "id").as("id"))
    .where("id", "in", leads as never);
}
