import { type ExpressionBuilder, sql } from "kysely";
import type { Call } from "#people/leads/call.ts";
import type { AskedCall } from "#people/permissions/permission.ts";
import { findCallStop } from "#people/permissions/server/ledger.ts";
import { phoneDigits } from "#platform/phone.ts";
import { type Columns, objectOf } from "#platform/server/database/columns.ts";
import type { Database } from "#platform/server/database/database.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { inquiryStore } from "./inquiries/kinds/store.ts";
import { INQUIRY_COLUMNS, lookUpColumns, VISIT_COLUMNS } from "./inquiries/table.ts";
import { listLog } from "./log.ts";
import type { CallRow } from "./table.ts";

const CALL_COLUMNS: Columns<CallRow> = {
  id: "id",
  ...INQUIRY_COLUMNS,
  ...VISIT_COLUMNS,
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
  key_id: "keyId",
  vendor_id: "vendorId",
  cost_cents: "costCents",
  asked_for: "askedFor",
  call_from: "callFrom",
  taken_by: "takenBy",
  created_at: "createdAt",
};

const calls = inquiryStore<Call, CallRow>({
  kind: "call",
  view: "calls",
  own: "phone_calls",
  names: {},
  columns: CALL_COLUMNS,
  computed: ({ name, email, phone, createdAt }) => ({
    ...lookUpColumns({ email, phone, texts: [name] }),
    updated_at: createdAt,
  }),
  read: toCall,
});

function toCall(row: CallRow): Call {
  return { property: {}, ...objectOf(CALL_COLUMNS, row) } as Call;
}

export const {
  insert: insertCalls,
  find: findCall,
  findMany: findCalls,
  ofLeads: findCallsOfLeads,
  update: updateCall,
  deleteRow: deleteCallRow,
} = calls;

/** In the order of their ids, without the records of imported files. */
export async function listCallBlock(db: Db, after: string, limit: number): Promise<Call[]> {
  const isNoFile = (is: ExpressionBuilder<Tables, "calls">) =>
    is.or([is("origin", "is", null), is("origin", "<>", "file")]);
  const calls = db.selectFrom("calls").selectAll().where(isNoFile).where("id", ">", after);
  return (await calls.orderBy("id").limit(limit).execute()).map(toCall);
}

/** How many calls a number has asked for since then that nobody has tried to answer. */
export async function countOpenCallBacks(db: Db, { phone, after }: { phone: string; after: string }): Promise<number> {
  const { count } = await db
    .selectFrom("inquiries")
    .innerJoin("phone_calls", "phone_calls.id", "inquiries.id")
    .innerJoin("leads as own", "own.id", "inquiries.lead_id")
    .innerJoin("leads as whole", (join) => join.on(sql<boolean>`whole.id = coalesce(own.joined_into, own.id)`))
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("inquiries.phone_digits", "=", phoneDigits(phone))
    .where("phone_calls.origin", "=", "call-back")
    .where("inquiries.created_at", ">", after)
    .where("inquiries.first_contact_at", "is", null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("contact_tries")
            .select("contact_tries.id")
            .where((of) => of("contact_tries.lead_id", "in", [of.ref("own.id"), of.ref("whole.id")]))
            .where("contact_tries.outcome", "<>", "note")
            .whereRef("contact_tries.at", ">=", "inquiries.created_at"),
        ),
      ),
    )
    .where("whole.stage", "not in", ["Closed", "Lost"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The call that this key has added with this id of the vendor. */
export async function findCallOfVendor(db: Db, keyId: string, vendorId: string): Promise<string | undefined> {
  const calls = db.selectFrom("phone_calls").select("id").where("key_id", "=", keyId);
  return (await calls.where("vendor_id", "=", vendorId).executeTakeFirst())?.id;
}

/** What leads cost that came in that time, by source and campaign. */
export async function sumLeadCosts(db: Db, { from, to }: { from: Date | undefined; to: Date }) {
  let rows = db
    .selectFrom("phone_calls")
    .innerJoin("inquiries", "inquiries.id", "phone_calls.id")
    .select(({ fn }) => ["heard_source", "heard_campaign", fn.sum("cost_cents").as("cents")])
    .where("cost_cents", "is not", null)
    .where("created_at", "<", to.toISOString());
  if (from) rows = rows.where("created_at", ">=", from.toISOString());
  const sums = await rows.groupBy(["heard_source", "heard_campaign"]).execute();
  return sums.map(({ heard_source, heard_campaign, cents }) => ({
    source: heard_source ?? "",
    campaign: heard_campaign ?? "",
    cents: Number(cents),
  }));
}

type Stopped = { email?: string | undefined; phone?: string | undefined };

/** True if only programs and forms of other sites have brought the person, under whatever name. */
export async function isOnlyAdded(db: Db, rootId: string): Promise<boolean> {
  const inquiries = await db
    .selectFrom("people")
    .innerJoin("leads", "leads.person_id", "people.id")
    .innerJoin("inquiries", "inquiries.lead_id", "leads.id")
    .leftJoin("phone_calls", "phone_calls.id", "inquiries.id")
    .select("origin")
    .where("people.root_id", "=", rootId)
    .execute();
  return inquiries.length > 0 && inquiries.every(isAddedByKey);
}

/** Of these leads, whole with those joined into them, the ones that only programs and forms of other sites have brought. */
export async function listOnlyAdded(db: Db, leadIds: readonly string[]) {
  if (leadIds.length === 0) return [];
  return [...Map.groupBy(await originsOf(db, { leadIds }), ({ whole }) => whole)]
    .filter(([, calls]) => calls.every(isAddedByKey))
    .map(([leadId, calls]) => ({
      leadId,
      callIds: calls.map(({ id }) => id),
      isByForm: calls.some(({ origin }) => origin === "form"),
    }));
}

const originsOf = keptRead((db: Db, { leadIds }: { leadIds: readonly string[] }) =>
  db
    .selectFrom("inquiries")
    .innerJoin("leads", "leads.id", "inquiries.lead_id")
    .leftJoin("phone_calls", "phone_calls.id", "inquiries.id")
    .select(["inquiries.id", "origin", sql<string>`coalesce(leads.joined_into, leads.id)`.as("whole")])
    .where("inquiries.lead_id", "in", leadIds),
);

function isAddedByKey({ origin }: { origin: string | null }): boolean {
  return origin === "program" || origin === "form";
}

/** Of a person who has stopped calls: what they asked for since. Staff may answer it until they have logged a call. */
export async function findAskedCall(
  database: Database,
  { email, phone }: Stopped,
  leadIds: readonly string[],
  db: Db = database.read,
): Promise<AskedCall | undefined> {
  const calls = await findCallsOfLeads(db, leadIds);
  const askedAt = calls.findLast(({ origin, firstContact }) => origin === "call-back" && !firstContact)?.createdAt;
  const stoppedAt = askedAt && (await findCallStop(database, { email, phone }, db));
  if (!stoppedAt || stoppedAt > askedAt) return undefined;
  const isCalled = (await listLog(db, leadIds)).some(
    ({ channel, outcome, at }) => channel === "call" && outcome !== "note" && at >= askedAt,
  );
  return isCalled ? undefined : { stoppedAt, askedAt };
}

/** Returns the ids. */
export async function deleteCallsOf(trx: Db, leadIds: readonly string[]): Promise<string[]> {
  const found = await findCallsOfLeads(trx, leadIds);
  for (const { id } of found) await deleteCallRow(trx, id);
  return found.map(({ id }) => id);
}
