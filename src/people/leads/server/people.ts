// A merge points one person at another, so that it can be undone.
import { sql } from "kysely";
import type { Person } from "#people/leads/person.ts";
import { emailKey } from "#platform/email.ts";
import type { PageRequest } from "#platform/pagination.ts";
import { phoneDigits } from "#platform/phone.ts";
import type { Database } from "#platform/server/database/database.ts";
import { hasRowLocks } from "#platform/server/database/locks.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type SearchTarget, searchIds } from "#platform/server/substring-search.ts";
import { type PeopleTable, personColumns } from "./table.ts";

const SEARCH: SearchTarget = { table: "people", name: "people", digits: "phone_digits" };

export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  return (await findPeople(db, [id]))[0];
}

export async function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  const row = await db.selectFrom("people").selectAll().where("email_key", "=", emailKey(email)).executeTakeFirst();
  return row && toPerson(row);
}

export async function listMerged(db: Db, rootId: string): Promise<Person[]> {
  return (await mergedOf(db, { rootId })).map(toPerson);
}

const mergedOf = keptRead((db: Db, { rootId }: { rootId: string }) =>
  db.selectFrom("people").selectAll().where("root_id", "=", rootId).orderBy("created_at").orderBy("id"),
);

/** A number belongs to a person if staff keep it so, or if an inquiry in one of the person's leads has it. */
export async function listPeopleByPhone(db: Db, phones: readonly string[], limit: number): Promise<Person[]> {
  const digits = phones.map(phoneDigits).filter(Boolean);
  if (digits.length === 0) return [];
  return (await withNumbers(db, { digits, limit })).map(toPerson);
}

const withNumbers = keptRead((db: Db, { digits, limit }: { digits: readonly string[]; limit: number }) =>
  db
    .selectFrom("people")
    .selectAll()
    .where("id", "in", (select) =>
      select
        .selectFrom("people")
        .select("root_id")
        .where("phone_digits", "in", digits)
        .union(
          select
            .selectFrom("inquiries")
            .innerJoin("leads", "leads.id", "inquiries.lead_id")
            .innerJoin("people as sender", "sender.id", "leads.person_id")
            .select("sender.root_id")
            .where("inquiries.phone_digits", "in", digits),
        ),
    )
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit),
);

export async function listPhoneDigits(db: Db, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return [];
  return (await numbersOf(db, { personIds })).flatMap(({ phone_digits }) => phone_digits || []);
}

const numbersOf = keptRead((db: Db, { personIds }: { personIds: readonly string[] }) =>
  db
    .selectFrom("people")
    .select("phone_digits")
    .where("id", "in", personIds)
    .union(
      db
        .selectFrom("leads")
        .innerJoin("inquiries", "inquiries.lead_id", "leads.id")
        .select("phone_digits")
        .where("person_id", "in", personIds),
    ),
);

export async function listPeople(
  database: Database,
  { search }: { search: string | undefined },
  { page, limit }: PageRequest,
): Promise<{ people: Person[]; total: number }> {
  const slice = { offset: (page - 1) * limit, limit };
  if (search) {
    const { ids, total } = await searchIds(database, SEARCH, { text: search, among: {} }, slice);
    return { people: await findPeople(database.read, ids), total };
  }
  const { total } = await database.read
    .selectFrom("people")
    .select((is) => is.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await database.read
    .selectFrom("people")
    .selectAll()
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(slice.offset)
    .execute();
  return { people: rows.map(toPerson), total };
}

/** In the order of their ids. */
export async function listPeopleBlock(db: Db, after: string, limit: number): Promise<Person[]> {
  const rows = await db.selectFrom("people").selectAll().where("id", ">", after).orderBy("id").limit(limit).execute();
  return rows.map(toPerson);
}

export async function findPeople(db: Db, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  const rows = await peopleOf(db, { ids });
  const byId = new Map(rows.map((row) => [row.id, toPerson(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const peopleOf = keptRead((db: Db, { ids }: { ids: readonly string[] }) =>
  db.selectFrom("people").selectAll().where("id", "in", ids),
);

/** An inquiry locks the row of its sender, so inquiries of these people wait for this transaction. */
export async function lockMerged(trx: Db, rootId: string): Promise<void> {
  if (!hasRowLocks(trx)) return;
  await trx.selectFrom("people").select("id").where("root_id", "=", rootId).orderBy("id").forUpdate().execute();
}

/**
 * The people of these leads, also of those joined with them, in the order of their ids. It comes before inquiries and leads are
 * locked, as an inquiry locks its sender first.
 */
export async function lockPeopleOfLeads(trx: Db, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0 || !hasRowLocks(trx)) return;
  const people = await trx
    .selectFrom("leads as named")
    .innerJoin("leads", (join) =>
      join.on(sql<boolean>`coalesce(leads.joined_into, leads.id) = coalesce(named.joined_into, named.id)`),
    )
    .innerJoin("people", "people.id", "leads.person_id")
    .select("root_id")
    .distinct()
    .where("named.id", "in", leadIds)
    .execute();
  for (const rootId of people.map(({ root_id }) => root_id).sort()) await lockMerged(trx, rootId);
}

/** Both are roots, and locked. */
export async function mergePeople(trx: Db, { into, from }: { into: Person; from: Person }): Promise<void> {
  await trx
    .updateTable("people")
    .set({ merged_into: into.id, version: from.version + 1 })
    .where("id", "=", from.id)
    .execute();
  await trx.updateTable("people").set({ root_id: into.id }).where("root_id", "=", from.id).execute();
}

export async function unmergePerson(trx: Db, person: Person): Promise<void> {
  await trx
    .updateTable("people")
    .set({ merged_into: null, version: person.version + 1 })
    .where("id", "=", person.id)
    .execute();
  await sql`
    with recursive parted (id) as (
      select id from people where id = ${person.id}
      union all
      select people.id from people join parted on people.merged_into = parted.id)
    update people set root_id = ${person.id} where id in (select id from parted)`.execute(trx);
}

/** Takes one person out of a merge; the others stay merged. Returns the id of their root. */
export async function separatePerson(trx: Db, id: string): Promise<string | undefined> {
  const person = await findPerson(trx, id);
  const [eldest] = await trx
    .selectFrom("people")
    .select("id")
    .where("merged_into", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .execute();
  const into = person?.mergedInto ?? eldest?.id;
  if (!person || !into) return undefined;
  const rootId = person.mergedInto ? person.rootId : into;
  await trx.updateTable("people").set({ merged_into: into }).where("merged_into", "=", id).execute();
  await trx.updateTable("people").set({ root_id: rootId }).where("root_id", "=", person.rootId).execute();
  await trx
    .updateTable("people")
    .set((is) => ({ merged_into: null, root_id: is.ref("id"), version: is("version", "+", 1) }))
    .where("id", "in", person.mergedInto ? [id] : [id, into])
    .execute();
  return rootId;
}

/** Fails on the unique index if the address or number is another person's. */
export async function renamePerson(
  trx: Db,
  person: Person,
  named: { name: string; email?: string | undefined; phone?: string | undefined },
): Promise<void> {
  await trx
    .updateTable("people")
    .set({ ...personColumns(named), version: person.version + 1 })
    .where("id", "=", person.id)
    .execute();
}

export async function deletePeople(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const id of ids) await separatePerson(trx, id);
  await trx.deleteFrom("people").where("id", "in", ids).execute();
}

export async function findPersonRecords(db: Db, ids: readonly string[]): Promise<object[]> {
  if (ids.length === 0) return [];
  return db.selectFrom("people").selectAll().where("id", "in", ids).orderBy("id").execute();
}

function toPerson(row: PeopleTable): Person {
  return {
    id: row.id,
    rootId: row.root_id,
    ...(row.merged_into !== null && { mergedInto: row.merged_into }),
    name: row.name,
    ...(row.email !== null && { email: row.email }),
    ...(row.phone !== null && { phone: row.phone }),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
