// Leads whose people wait for staff: for the first contact, or since they answered an offer.
import { sql } from "kysely";
import type { InquiryKind } from "#people/leads/inquiry.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";

/** A literal, not parameters: the partial index is used only where the text contains its condition. */
const IS_OPEN = sql<boolean>`inquiries.status not in ('Completed', 'Cancelled', 'Resolved')`;
/** Most leads stand for themselves, and are looked up once. */
const WHOLE = sql<string>`coalesce(own.joined_into, own.id)`;

function waitingInquiries(db: Db) {
  return db
    .selectFrom("inquiries")
    .innerJoin("leads as own", "own.id", "inquiries.lead_id")
    .leftJoin("leads as whole", "whole.id", "own.joined_into")
    .where("inquiries.waiting_since", "is not", null)
    .where("inquiries.first_contact_at", "is", null)
    .where(IS_OPEN)
    .where(sql<boolean>`coalesce(whole.stage, own.stage) not in ('Closed', 'Lost')`);
}

/** A lead whose person wrote twice is there twice. `among`: only these, found by their inquiries and not among all that wait. */
function waits(db: Db, among?: readonly string[]) {
  let contacts = waitingInquiries(db).select([WHOLE.as("id"), "inquiries.waiting_since as since"]);
  let answers = db
    .selectFrom("leads")
    .select(["id", "answered_at as since"])
    .where("answered_at", "is not", null)
    .where("joined_into", "is", null);
  if (among) {
    const joined = db.selectFrom("leads").select("id").where("joined_into", "in", among);
    const family = db.selectFrom("leads").select("id").where("id", "in", among).unionAll(joined);
    contacts = contacts.where("inquiries.lead_id", "in", family);
    answers = answers.where("id", "in", among);
  }
  return db.selectFrom(contacts.unionAll(answers).as("waits"));
}

/** To be used inside another query. */
export function waitingLeadIds(db: Db) {
  return waits(db).select("waits.id");
}

/** Since when each waits. Who waits longest comes first. `among`: only these. */
export async function findWaitingLeads(db: Db, among?: readonly string[]): Promise<Map<string, string>> {
  const since = new Map<string, string>();
  for (const row of await waitsOf(db, { among })) if (!since.has(row.id)) since.set(row.id, String(row.since));
  return since;
}

const waitsOf = keptRead((db: Db, { among }: { among?: readonly string[] | undefined }) =>
  waits(db, among).selectAll("waits").orderBy("waits.since").orderBy("waits.id"),
);

/** Those that came at one moment, which the lines of an imported file share. */
export async function countWaitingSince(
  db: Db,
  { kind, since }: { kind: InquiryKind; since: string },
): Promise<number> {
  const { count } = await waitingInquiries(db)
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("inquiries.kind", "=", kind)
    .where("inquiries.waiting_since", "=", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}
