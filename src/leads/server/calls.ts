// SQL for calls that staff have entered.
import type { Kysely } from "kysely";
import type { Call } from "#leads/call.ts";
import { type Columns, objectOf, rowOf } from "#platform/server/database/columns.ts";
import type { CallsTable, LeadsTables } from "./table.ts";

type Db = Kysely<LeadsTables>;

const CALL_COLUMNS: Columns<CallsTable> = {
  id: "id",
  lead_id: "leadId",
  person_id: "personId",
  name: "name",
  email: "email",
  phone: "phone",
  street: "property.street",
  city: "property.city",
  state: "property.state",
  zip_code: "property.zipCode",
  situation: "situation",
  heard_source: "heard.source",
  heard_campaign: "heard.campaign",
  said: "said",
  booking_id: "bookingId",
  origin: "origin",
  taken_by: "takenBy",
  created_at: "createdAt",
};

export async function insertCall(trx: Db, call: Call): Promise<void> {
  await trx.insertInto("calls").values(rowOf(CALL_COLUMNS, call)).execute();
}

export async function findCalls(db: Db, ids: readonly string[]): Promise<Call[]> {
  if (ids.length === 0) return [];
  return (await db.selectFrom("calls").selectAll().where("id", "in", ids).execute()).map(toCall);
}

export async function findCall(db: Db, id: string): Promise<Call | undefined> {
  const row = await db.selectFrom("calls").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toCall(row);
}

function toCall(row: CallsTable): Call {
  return { property: {}, ...objectOf(CALL_COLUMNS, row) } as Call;
}
