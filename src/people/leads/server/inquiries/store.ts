// Every inquiry, whichever way it came. All functions that write run inside the transaction of the operation.

import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { INQUIRY_KINDS, type InquiryKind } from "#people/leads/inquiry.ts";
import type { Wait } from "#people/leads/speed.ts";
import { emailKey } from "#platform/email.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { keptQuery } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { InquiryRow, TypedColumns } from "./table.ts";

const CHUNK_ROWS = 100;

export type FoundInquiry = { kind: InquiryKind; id: string; leadId: string };

export async function insertInquiries(trx: Db, rows: readonly InquiryRow[]): Promise<void> {
  for (const some of chunksOf(rows, CHUNK_ROWS)) await insertSome(trx, some);
}

const insertSome = keptQuery((trx: Db, rows: readonly InquiryRow[]) => trx.insertInto("inquiries").values(rows));

export async function updateInquiry(trx: Db, id: string, columns: Partial<InquiryRow>): Promise<void> {
  await trx.updateTable("inquiries").set(columns).where("id", "=", id).execute();
}

/** Returns the ids of those that have one of the statuses. */
export async function raiseVersions(
  trx: Db,
  ids: readonly string[],
  { among, now }: { among: readonly string[]; now: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable("inquiries")
    .set((is) => ({ version: is("version", "+", 1), updated_at: now.toISOString() }))
    .where("id", "in", ids)
    .where("status", "in", among)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps beside each corrected column what the person entered. */
export async function correctInquiryRow(trx: Db, id: string, corrected: Partial<InquiryRow>): Promise<void> {
  const before = await trx.selectFrom("inquiries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const names = TYPED.filter((name) => name in corrected && corrected[name] !== before[name]);
  const entered = Object.fromEntries(names.map((name) => [name, before[name]]));
  const typed = { ...entered, ...JSON.parse(before.typed ?? "{}") };
  await updateInquiry(trx, id, { ...corrected, ...(names.length > 0 && { typed: JSON.stringify(typed) }) });
}

const TYPED = [
  "name",
  "last_name",
  "email",
  "phone",
  "street",
  "city",
  "state",
  "zip_code",
  "situation",
] as const satisfies readonly (keyof TypedColumns)[];

export async function deleteInquiryRow(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom("inquiries").where("id", "=", id).execute();
}

export async function moveInquiryToLead(trx: Db, id: string, leadId: string): Promise<void> {
  await updateInquiry(trx, id, { lead_id: leadId });
}

export async function findNewestId(db: Db, kind: InquiryKind): Promise<string | undefined> {
  const newest = db.selectFrom("inquiries").select("id").where("kind", "=", kind);
  return (await newest.orderBy("created_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst())?.id;
}

export async function findInquiryNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("inquiries").select(["id", "name", "last_name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name, last_name }) => [id, `${name} ${last_name ?? ""}`.trim()]));
}

/** Ordered by kind and id. */
export async function listInquiriesOf(db: Db, email: string): Promise<FoundInquiry[]> {
  return found(db)
    .where("mailbox_key", "=", mailboxKey(email))
    .where("email_key", "=", emailKey(email))
    .orderBy("kind")
    .orderBy("id")
    .execute();
}

export async function findOldInquiries(
  db: Db,
  kinds: readonly InquiryKind[],
  { before, limit }: { before: Date; limit: number },
): Promise<FoundInquiry[]> {
  return found(db).where("kind", "in", kinds).where("created_at", "<", before.toISOString()).limit(limit).execute();
}

export async function countOldInquiries(db: Db, kind: InquiryKind, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom("inquiries")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("kind", "=", kind)
    .where("created_at", "<", before.toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Without a first contact. Whether one of them still needs it, its kind knows. */
export async function listWaiting(db: Db, leadIds: readonly string[]): Promise<FoundInquiry[]> {
  if (leadIds.length === 0) return [];
  return found(db)
    .where("lead_id", "in", leadIds)
    .where("waiting_since", "is not", null)
    .where("first_contact_at", "is", null)
    .execute();
}

function found(db: Db) {
  return db.selectFrom("inquiries").select(["kind", "id", "lead_id as leadId"]);
}

/** How long people waited who came in that time. */
export async function listWaits(db: Db, kind: InquiryKind, { from, to }: { from: Date; to: Date }): Promise<Wait[]> {
  const rows = await db
    .selectFrom("inquiries")
    .select(["waiting_since", "first_contact_at", "first_contact_minutes"])
    .where("kind", "=", kind)
    .where("waiting_since", ">=", from.toISOString())
    .where("waiting_since", "<", to.toISOString())
    .execute();
  return rows.map(({ waiting_since, first_contact_at, first_contact_minutes }) => ({
    waitingSince: waiting_since ?? "",
    contactedAt: first_contact_at,
    minutes: first_contact_minutes,
  }));
}

/** The newest first, of each kind so many: without meetings that were cancelled before staff tried to reach the person. */
export async function listRecentWaits(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<{ since: string; contactedAt: string | null; leadIds: string[] }[]> {
  const found = [];
  for (const kind of INQUIRY_KINDS)
    found.push(
      ...(await db
        .selectFrom("inquiries")
        .innerJoin("leads", "leads.id", "inquiries.lead_id")
        .select(["waiting_since as since", "first_contact_at as contactedAt", "leads.id", "joined_into"])
        .where("kind", "=", kind)
        .where("waiting_since", "is not", null)
        .where("waiting_since", "<", before.toISOString())
        .where((is) => is.or([is("status", "<>", "Cancelled"), is("first_contact_at", "is not", null)]))
        .orderBy("waiting_since", "desc")
        .limit(limit)
        .execute()),
    );
  return found
    .map(({ since, contactedAt, id, joined_into }) => ({
      since: since ?? "",
      contactedAt,
      leadIds: joined_into ? [id, joined_into] : [id],
    }))
    .sort((a, b) => (a.since < b.since ? 1 : -1));
}
