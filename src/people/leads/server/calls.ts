import type { Call } from "#people/leads/call.ts";
import { type Columns, columnsOf, objectOf, rowOf } from "#platform/server/database/columns.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { WAIT_COLUMNS } from "./inquiries/table.ts";
import type { CallsTable } from "./table.ts";

const CALL_COLUMNS: Columns<CallsTable> = {
  id: "id",
  ...WAIT_COLUMNS,
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

/** Ordered by id. */
export async function findCallsOfLeads(db: Db, leadIds: readonly string[]): Promise<Call[]> {
  if (leadIds.length === 0) return [];
  const rows = await db.selectFrom("calls").selectAll().where("lead_id", "in", leadIds).orderBy("id").execute();
  return rows.map(toCall);
}

export async function moveCallToLead(trx: Db, id: string, leadId: string): Promise<void> {
  await trx.updateTable("calls").set({ lead_id: leadId }).where("id", "=", id).execute();
}

export async function findCall(db: Db, id: string): Promise<Call | undefined> {
  const row = await db.selectFrom("calls").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toCall(row);
}

export async function listWaitingCalls(db: Db, leadIds: readonly string[]): Promise<Call[]> {
  if (leadIds.length === 0) return [];
  const rows = await db
    .selectFrom("calls")
    .selectAll()
    .where("lead_id", "in", leadIds)
    .where("waiting_since", "is not", null)
    .where("first_contact_at", "is", null)
    .execute();
  return rows.map(toCall);
}

export async function writeFirstContactOfCall(
  trx: Db,
  id: string,
  { firstContact }: Required<Pick<Call, "firstContact">>,
): Promise<void> {
  await trx.updateTable("calls").set(columnsOf(CALL_COLUMNS, { firstContact })).where("id", "=", id).execute();
}

function toCall(row: CallsTable): Call {
  return { property: {}, ...objectOf(CALL_COLUMNS, row) } as Call;
}
