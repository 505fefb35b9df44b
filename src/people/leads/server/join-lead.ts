// All functions run inside the transaction that stores the inquiry.
import { sql } from "kysely";
import type { Attributions } from "#people/leads/attribution.ts";
import {
  isBefore,
  isSameProperty,
  type Lead,
  type Property,
  propertyKey,
  type Stage,
  searchedPlace,
} from "#people/leads/lead.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { rowOf } from "#platform/server/database/columns.ts";
import { keptQuery } from "#platform/server/database/queries/kept-query.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { writeStage } from "./stage.ts";
import { LEAD_COLUMNS, type LeadRow, type PeopleTable, personColumns, sourceColumns, toLead } from "./table.ts";

export type LeadInquiry = {
  name: string;
  /** At least one of the two. */
  email?: string | undefined;
  phone?: string | undefined;
  /** The person whom staff chose; otherwise the address decides, or without one the number. */
  personId?: string | undefined;
  property?: Property | undefined;
  situation?: string | undefined;
  source?: Attributions | undefined;
  /** Whether the source is what a caller said. */
  isSaid?: boolean;
  /** What the inquiry makes of the lead, unless it is further already. */
  stage: Stage;
  metAt?: Date | undefined;
  /** False for what a file brings from the past: it asks for no next step. */
  isLive: boolean;
  at: Date;
};

export type Joined = { leadId: string; personId: string };

type By = { actor: string; now: Date };

const CHUNK_ROWS = 100;
const CHUNK_KEYS = 1_000;

type PerInquiry<Inquiries extends readonly LeadInquiry[], Value> = { [Index in keyof Inquiries]: Value };

/** Each inquiry belongs to the person's open lead about the property, or begins one. */
export async function joinLeads<Inquiries extends readonly LeadInquiry[]>(
  trx: Db,
  inquiries: readonly [...Inquiries],
  by: By,
): Promise<PerInquiry<Inquiries, Joined>> {
  const chosen = await chooseLeads(trx, inquiries);
  await writeLeads(trx, chosen, by);
  return chosen.joined;
}

type Chosen<Inquiries extends readonly LeadInquiry[]> = {
  joined: PerInquiry<Inquiries, Joined>;
  phones: readonly Phone[];
  made: readonly Made[];
  changed: readonly Made[];
};

/** The first half of joinLeads: writes the people and chooses the leads. What needs a lead's id can be written together with the leads. */
export async function chooseLeads<Inquiries extends readonly LeadInquiry[]>(
  trx: Db,
  inquiries: readonly [...Inquiries],
): Promise<Chosen<Inquiries>> {
  const people = await findOrMakePeople(trx, inquiries);
  const known = await listLeadsOf(trx, people);
  const made: Made[] = [];
  const joined: Joined[] = [];
  for (const [index, inquiry] of inquiries.entries()) {
    const person = people[index] as Person;
    const candidates = known.get(person.root_id) ?? [];
    const key = propertyKey(inquiry.property ?? {});
    const lead = leadFor(candidates, key, inquiry);
    if (lead) addTo(lead, key, inquiry);
    else {
      const begun = begin(inquiry, person.id, key);
      candidates.push(begun);
      made.push(begun);
    }
    known.set(person.root_id, candidates);
    joined.push({ leadId: (lead ?? (candidates.at(-1) as Made)).row.id, personId: person.id });
  }
  const changed = [...known.values()].flat().filter(({ before, stage }) => before && stage);
  const phones = phonesOf(inquiries, people);
  return { joined: joined as PerInquiry<Inquiries, Joined>, phones, made, changed };
}

export async function writeLeads(
  trx: Db,
  { phones, made, changed }: Omit<Chosen<readonly LeadInquiry[]>, "joined">,
  by: By,
): Promise<void> {
  const rows = made.map(({ row }) => row);
  await together([
    insertPhones(trx, phones),
    ...chunksOf(rows, CHUNK_ROWS).map((some) => insertLeads(trx, some)),
    ...changed.map((lead) => update(trx, lead, by)),
  ]);
}

/** What is known or decided of a lead while inquiries are added to it. */
type Made = {
  row: LeadRow;
  /** As stored; undefined if it is new. */
  before?: Lead;
  /** Set if a stored lead has got an inquiry. */
  stage?: { to: Stage; at: Date };
};

type Person = Pick<PeopleTable, "id" | "root_id" | "version">;

function leadFor(candidates: readonly Made[], key: string, { isLive }: LeadInquiry): Made | undefined {
  const latest = [...candidates].reverse();
  const open = latest.filter(({ row }) => row.is_open === 1 || !isLive);
  return (
    open.find(({ row }) => row.property_key !== "" && isSameProperty(row.property_key, key)) ??
    (key === "" ? open[0] : open.find(({ row }) => row.property_key === ""))
  );
}

function begin(inquiry: LeadInquiry, personId: string, key: string): Made {
  const { property, situation, source, isSaid, stage, metAt, isLive, at } = inquiry;
  const lead: Lead = {
    id: newId(),
    personId,
    property: property ?? {},
    situation,
    stage,
    isOpen: isLive,
    inquiries: 1,
    tries: 0,
    metAt: metAt?.toISOString(),
    version: 1,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  };
  const row = {
    ...rowOf(LEAD_COLUMNS, lead),
    ...sourceColumns(source),
    property_key: key,
    search_text: searchedPlace(lead.property),
    is_open: isLive ? 1 : 0,
    source_said: isSaid ? 1 : 0,
  };
  return { row };
}

function addTo(lead: Made, key: string, { property, situation, stage, source, metAt, isLive, at }: LeadInquiry): void {
  const { row } = lead;
  row.inquiries += 1;
  row.situation ??= situation ?? null;
  row.is_open = isLive ? 1 : row.is_open;
  if (key.length > row.property_key.length) {
    row.property_key = key;
    const { street = null, city = null, state = null, zipCode = null } = property ?? {};
    Object.assign(row, { street, city, state, zip_code: zipCode, search_text: searchedPlace(property ?? {}) });
  }
  if (at.toISOString() < row.created_at) {
    row.created_at = at.toISOString();
    Object.assign(row, sourceColumns(source));
  }
  const to = isBefore(row.stage, stage) ? stage : row.stage;
  if (lead.before) lead.stage = { to, at: metAt ?? at };
  else Object.assign(row, { stage: to, met_at: row.met_at ?? metAt?.toISOString() ?? null });
}

const insertLeads = keptQuery((trx: Db, rows: readonly LeadRow[]) => trx.insertInto("leads").values(rows));

async function update(trx: Db, { before, row, stage }: Made, by: By): Promise<void> {
  if (!before || !stage) return;
  const { id, stage: _stage, met_at, version, ...columns } = row;
  await trx
    .updateTable("leads")
    .set({ ...columns, version: version + 1, updated_at: by.now.toISOString() })
    .where("id", "=", id)
    .execute();
  if (stage.to !== before.stage)
    await writeStage(
      trx,
      { ...before, version: version + 1 },
      { to: stage.to, at: stage.at, isOpen: row.is_open === 1, ...by },
    );
}

export async function findOrMakePerson(trx: Db, inquiry: LeadInquiry): Promise<Person> {
  const people = await findOrMakePeople(trx, [inquiry]);
  await insertPhones(trx, phonesOf([inquiry], people));
  return people[0] as Person;
}

/** In the order of the inquiries. Inserting or updating a person also locks the row, so that two inquiries do not begin two leads. */
async function findOrMakePeople(trx: Db, inquiries: readonly LeadInquiry[]): Promise<Person[]> {
  const found = new Map<string, Person>();
  const latest = new Map<string, LeadInquiry>();
  for (const inquiry of inquiries) {
    const key = keyOf(inquiry);
    const known = latest.get(key);
    if (!known || known.at <= inquiry.at) latest.set(key, inquiry);
  }
  // Sorted, so that two transactions that lock the same people cannot deadlock.
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
  for (const [key, { personId }] of sorted) if (personId) found.set(key, await requirePerson(trx, personId));
  return inquiries.map((inquiry) => found.get(keyOf(inquiry)) as Person);
}

function keyOf({ personId, email, phone }: LeadInquiry): string {
  if (personId) return `id ${personId}`;
  return email ? `email_key ${emailKey(email)}` : `phone_digits ${phoneDigits(phone ?? "")}`;
}

/** The latest inquiry says how the person is called and reached. */
async function upsertPeople(
  trx: Db,
  column: "email_key" | "phone_digits",
  entries: readonly (readonly [key: string, inquiry: LeadInquiry])[],
) {
  const rows = entries.map(([, inquiry]) => {
    const id = newId();
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

function upsertOn(column: "email_key" | "phone_digits") {
  const isLater = sql`excluded.updated_at >= people.updated_at`;
  const later = (name: string) =>
    sql`case when ${isLater} then coalesce(${sql.ref(`excluded.${name}`)}, ${sql.ref(`people.${name}`)}) else ${sql.ref(`people.${name}`)} end`;
  return (trx: Db, rows: readonly PeopleTable[]) =>
    trx
      .insertInto("people")
      .values(rows)
      .onConflict((conflict) =>
        (column === "email_key"
          ? conflict.column("email_key").where("email_key", "is not", null)
          : conflict.column("phone_digits").where("email_key", "is", null).where("phone_digits", "is not", null)
        ).doUpdateSet({
          name: later("name") as never,
          email: later("email") as never,
          phone: later("phone") as never,
          phone_digits: later("phone_digits") as never,
          search_text: later("search_text") as never,
          updated_at: later("updated_at") as never,
          version: sql`people.version + 1` as never,
        }),
      )
      .returning(["id", "root_id", "version", "email_key", "phone_digits"]);
}

async function requirePerson(trx: Db, id: string): Promise<Person> {
  const { numUpdatedRows } = await trx
    .updateTable("people")
    .set((is) => ({ version: is("version", "+", 1) }))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error(`No person ${id}`);
  return trx.selectFrom("people").select(["id", "root_id", "version"]).where("id", "=", id).executeTakeFirstOrThrow();
}

type Phone = Tables["person_phones"];

/** Sorted, so that two transactions that insert the same numbers cannot deadlock. */
function phonesOf(inquiries: readonly LeadInquiry[], people: readonly Person[]): Phone[] {
  const rows = new Map<string, Phone>();
  for (const [index, { phone }] of inquiries.entries()) {
    const digits = phone && phoneDigits(phone);
    const person_id = people[index]?.id;
    if (digits && person_id) rows.set(`${digits} ${person_id}`, { phone_digits: digits, person_id });
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

async function insertPhones(trx: Db, phones: readonly Phone[]): Promise<void> {
  for (const some of chunksOf(phones, CHUNK_ROWS)) await insertSomePhones(trx, some);
}

const insertSomePhones = keptQuery((trx: Db, rows: readonly Phone[]) =>
  trx
    .insertInto("person_phones")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
);

/** By root, the earliest first. People who are new have none. */
async function listLeadsOf(trx: Db, people: readonly Person[]): Promise<Map<string, Made[]>> {
  const roots = [...new Set(people.filter(({ version }) => version > 1).map(({ root_id }) => root_id))];
  const byRoot = new Map<string, Made[]>();
  for (const some of chunksOf(roots, CHUNK_KEYS)) {
    const rows = await trx
      .selectFrom("leads")
      .innerJoin("people", "people.id", "leads.person_id")
      .selectAll("leads")
      .select("people.root_id")
      .where("people.root_id", "in", some)
      .orderBy("leads.created_at")
      .orderBy("leads.id")
      .execute();
    for (const { root_id, ...row } of rows)
      byRoot.set(root_id, [...(byRoot.get(root_id) ?? []), { row, before: toLead(row) }]);
  }
  return byRoot;
}
