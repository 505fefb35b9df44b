// All functions run inside the transaction that stores the inquiry.
import { sql } from "kysely";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { keptQuery } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newRowId } from "#platform/server/ids.ts";
import { type PeopleTable, personColumns } from "./table.ts";

export type Inquirer = {
  name: string;
  email?: string | undefined;
  phone?: string | undefined;
  personId?: string | undefined;
  at: Date;
};

export type Person = Pick<PeopleTable, "id" | "root_id" | "version">;

const CHUNK_ROWS = 100;

export async function findOrMakePerson(trx: Db, inquiry: Inquirer): Promise<Person> {
  return (await findOrMakePeople(trx, [inquiry]))[0] as Person;
}

/** Inserting or updating a person also locks the row, so that two inquiries do not begin two leads. */
export async function findOrMakePeople(trx: Db, inquiries: readonly Inquirer[]): Promise<Person[]> {
  const found = new Map<string, Person>();
  const latest = new Map<string, Inquirer>();
  for (const inquiry of inquiries) {
    const key = keyOf(inquiry);
    const known = latest.get(key);
    if (!known || known.at <= inquiry.at) latest.set(key, inquiry);
  }
  // The order prevents a deadlock of two transactions that lock the same people.
  const sorted = [...latest].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const some of chunksOf(sorted, CHUNK_ROWS)) {
    const byEmail = some.filter(([, { personId, email }]) => !personId && email);
    const byPhone = some.filter(([, { personId, email }]) => !personId && !email);
    for (const [column, entries] of [
      ["email_key", byEmail],
      ["phone_digits", byPhone],
    ] as const)
      for (const row of entries.length > 0 ? await upsertPeople(trx, column, entries) : [])
        found.set(`${column} ${row[column]}`, row);
  }
  for (const [key, { personId, at }] of sorted) if (personId) found.set(key, await requirePerson(trx, personId, at));
  return inquiries.map((inquiry) => found.get(keyOf(inquiry)) as Person);
}

function keyOf({ personId, email, phone }: Inquirer): string {
  if (personId) return `id ${personId}`;
  return email ? `email_key ${emailKey(email)}` : `phone_digits ${phoneDigits(phone ?? "")}`;
}

async function upsertPeople(
  trx: Db,
  column: "email_key" | "phone_digits",
  entries: readonly (readonly [key: string, inquiry: Inquirer])[],
) {
  const rows = entries.map(([, inquiry]) => {
    const id = newRowId();
    const at = inquiry.at.toISOString();
    return {
      id,
      root_id: id,
      merged_into: null,
      ...personColumns(inquiry),
      version: 1,
      created_at: at,
      updated_at: at,
    };
  });
  return column === "email_key" ? upsertByEmail(trx, rows) : upsertByPhone(trx, rows);
}

const upsertByEmail = keptQuery(upsertOn("email_key"));
const upsertByPhone = keptQuery(upsertOn("phone_digits"));

/** Strangers may know the address: an inquiry adds a number that is missing, and changes nothing that is known. */
function upsertOn(column: "email_key" | "phone_digits") {
  const known = (name: string) => sql`coalesce(${sql.ref(`people.${name}`)}, ${sql.ref(`excluded.${name}`)})` as never;
  const latest = sql`case when excluded.updated_at > people.updated_at then excluded.updated_at else people.updated_at end`;
  return (trx: Db, rows: readonly PeopleTable[]) =>
    trx
      .insertInto("people")
      .values(rows)
      .onConflict((conflict) =>
        (column === "email_key"
          ? conflict.column("email_key").where("email_key", "is not", null)
          : conflict.column("phone_digits").where("email_key", "is", null).where("phone_digits", "is not", null)
        ).doUpdateSet({
          phone: known("phone"),
          phone_digits: known("phone_digits"),
          updated_at: latest as never,
          version: sql`people.version + 1` as never,
        }),
      )
      .returning(["id", "root_id", "version", "email_key", "phone_digits"]);
}

async function requirePerson(trx: Db, id: string, at: Date): Promise<Person> {
  const time = at.toISOString();
  const { numUpdatedRows } = await trx
    .updateTable("people")
    .set((is) => ({
      version: is("version", "+", 1),
      updated_at: is.case().when("updated_at", "<", time).then(time).else(is.ref("updated_at")).end(),
    }))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error(`No person ${id}`);
  return trx.selectFrom("people").select(["id", "root_id", "version"]).where("id", "=", id).executeTakeFirstOrThrow();
}
