import type { Call } from "#people/leads/call.ts";
import { type Columns, columnsOf, objectOf, rowOf } from "#platform/server/database/columns.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { deleteInquiryRow, insertInquiries, updateInquiry } from "./inquiries/store.ts";
import { inquiryRow, lookUpColumns, partsOf, WAIT_COLUMNS } from "./inquiries/table.ts";
import type { CallRow, PhoneCallRow } from "./table.ts";

const CALL_COLUMNS: Columns<CallRow> = {
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
  const { id, name, email, phone, createdAt } = call;
  const { inquiry, own } = partsOf(rowOf(CALL_COLUMNS, call), {});
  const found = lookUpColumns({ email, phone, texts: [name] });
  await insertInquiries(trx, [inquiryRow({ ...inquiry, ...found, id, kind: "call", updated_at: createdAt })]);
  await trx
    .insertInto("phone_calls")
    .values({ ...own, id } as PhoneCallRow)
    .execute();
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

export async function findCall(db: Db, id: string): Promise<Call | undefined> {
  const row = await db.selectFrom("calls").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toCall(row);
}

export async function updateCall(trx: Db, call: Call, { firstContact }: Pick<Call, "firstContact">): Promise<Call> {
  await updateInquiry(trx, call.id, columnsOf(CALL_COLUMNS, { firstContact }));
  return { ...call, firstContact };
}

export async function deleteCallRow(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom("phone_calls").where("id", "=", id).execute();
  await deleteInquiryRow(trx, id);
}

/** Returns the ids. */
export async function deleteCallsOf(trx: Db, leadIds: readonly string[]): Promise<string[]> {
  const calls = await findCallsOfLeads(trx, leadIds);
  for (const { id } of calls) await deleteCallRow(trx, id);
  return calls.map(({ id }) => id);
}

function toCall(row: CallRow): Call {
  return { property: {}, ...objectOf(CALL_COLUMNS, row) } as Call;
}
