// For migration 0011: what 1.0.0 has stored as bookings and messages becomes people and leads, in parts of a few hundred rows.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Attributions, leadSource } from "#people/leads/attribution.ts";
import { propertyKey } from "#people/leads/lead.ts";
import { VISIT_COLUMNS } from "#people/leads/server/inquiries/table.ts";
import { instantOf, minutesOf, timeOf, wallClock } from "#platform/dates.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { searchableText } from "#platform/search.ts";
import { objectOf } from "#platform/server/database/columns.ts";
import { newId } from "#platform/server/ids.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";
import { isPostgres } from "../shared/statements.ts";

type Row = Record<string, string | number | null>;
/** What is stored counts as touched now, so that nothing falls asleep on the first night. */
const BEGUN = new Date().toISOString();

type Record_ = Row & { id: string; email: string; created_at: string; updated_at: string };
type Db = Kysely<Record<string, Row>>;

const ROWS_AT_ONCE = 500;
const VISITS = Object.keys(VISIT_COLUMNS);
/** The stages that bookings give a lead. */
const RANKS: readonly string[] = ["New", "Meeting set", "Met"];
/** 1.0.0 stored no time zone: meetings of the last half day count as ahead. */
const TIME_ZONE = "Etc/GMT+12";

export async function carryOver(db: Db): Promise<void> {
  await sql`create unique index leads_carried on leads (person_id, property_key)`.execute(db);
  const { day, minutes } = wallClock(new Date(), TIME_ZONE);
  const now = `${day} ${timeOf(minutes)}`;
  await forAll(db, { own: "meetings", whole: "bookings" }, (rows) => carryBookings(db, rows as Record_[], now));
  await sql`drop index leads_carried`.execute(db);
  // Otherwise PostgreSQL takes them for small, and reads all leads for each part of the messages.
  if (isPostgres(db)) await sql`analyze people, leads`.execute(db);
  await forAll(db, { own: "messages", whole: "contact_messages" }, (rows) => carryMessages(db, rows as Record_[]));
  const latest = (column: string) => sql`(select ${sql.ref(`history.${column}`)} from history
    where subject_kind = kind and subject_id = inquiries.id and action = 'notes' order by history.id desc limit 1)`;
  await sql`
    insert into notes (id, lead_id, record_kind, record_id, author, text, at)
    select id, lead_id, kind, id, ${latest("actor")}, notes, coalesce(${latest("created_at")}, updated_at)
    from inquiries where notes is not null and notes <> ''`.execute(db);
}

/** The ids come first: of the view, which joins two tables, PostgreSQL would read half of the second for each part. */
async function forAll(
  db: Db,
  { own, whole }: { own: string; whole: string },
  work: (rows: Row[]) => Promise<void>,
): Promise<void> {
  for (let after = ""; ; ) {
    const next = await db
      .selectFrom(own)
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = next.at(-1);
    if (!last) return;
    const ids = next.map(({ id }) => id as string);
    await work(await db.selectFrom(whole).selectAll().where("id", "in", ids).orderBy("id").execute());
    after = last.id as string;
  }
}

async function carryBookings(db: Db, rows: Record_[], now: string): Promise<void> {
  const people = await carryPeople(db, rows, ({ first_name, last_name }) => `${first_name} ${last_name}`);
  const leads = new Map<string, Row>();
  const keyOf = (row: Record_) => `${people.get(emailKey(row.email))} ${propertyKeyOf(row)}`;
  for (const row of rows) {
    const lead = leadOf(row, {
      person_id: people.get(emailKey(row.email)) ?? "",
      property_key: propertyKeyOf(row),
      street: row.street ?? null,
      city: row.city ?? null,
      state: row.state ?? null,
      zip_code: row.zip_code ?? null,
      situation: row.current_situation ?? null,
      ...stageOf(row, now),
    });
    const known = leads.get(keyOf(row));
    leads.set(keyOf(row), known ? together(known, lead) : lead);
  }
  const stored = await sql<{ id: string; person_id: string; property_key: string }>`
    insert into leads ${insertedRows([...leads.values()])}
    on conflict (person_id, property_key) do update set ${sql.join(onConflict())}
    returning id, person_id, property_key`.execute(db);
  const ids = new Map(stored.rows.map(({ id, person_id, property_key }) => [`${person_id} ${property_key}`, id]));
  await setLeads(
    db,
    rows.map((row) => [row.id, ids.get(keyOf(row)) ?? ""] as const),
  );
}

/** Messages name no property: each belongs to the person's latest lead, or is one. */
async function carryMessages(db: Db, rows: Record_[]): Promise<void> {
  const people = await carryPeople(db, rows, ({ name }) => `${name}`);
  const known = await sql<{ id: string; person_id: string; created_at: string }>`
    select id, person_id, created_at from leads where person_id in (${sql.join([...new Set(people.values())])})`.execute(
    db,
  );
  const latest = new Map<string, Row>();
  for (const lead of known.rows)
    if (String(latest.get(lead.person_id)?.created_at ?? "") <= lead.created_at) latest.set(lead.person_id, lead);
  const added: Row[] = [];
  const joined: [messageId: string, leadId: string][] = [];
  for (const row of rows) {
    const person = people.get(emailKey(row.email)) ?? "";
    const lead =
      latest.get(person) ??
      leadOf(row, {
        person_id: person,
        property_key: "",
        street: null,
        city: null,
        state: null,
        zip_code: null,
        situation: null,
        stage: row.status === "Resolved" ? "Contacted" : "New",
        is_open: 0,
        met_at: null,
      });
    if (!latest.has(person)) added.push({ ...lead, inquiries: 0 });
    latest.set(person, lead);
    joined.push([row.id, String(lead.id)]);
  }
  if (added.length > 0) await sql`insert into leads ${insertedRows(added)}`.execute(db);
  const counts = [...Map.groupBy(joined, ([, leadId]) => leadId)].map(
    ([id, some]) => sql`(${id}, ${sql.lit(some.length)})`,
  );
  await sql`update leads set inquiries = inquiries + more.column2 from (values ${sql.join(counts)}) as more
    where leads.id = more.column1`.execute(db);
  await setLeads(db, joined);
}

/** Returns the ids by e-mail key. The latest record names the person. */
async function carryPeople(db: Db, rows: Record_[], nameOf: (row: Record_) => string): Promise<Map<string, string>> {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const key = emailKey(row.email);
    const digits = row.phone ? phoneDigits(String(row.phone)) : "";
    if (String(byKey.get(key)?.updated_at ?? "") > row.created_at) continue;
    const id = newId();
    const name = nameOf(row).trim();
    byKey.set(key, {
      id,
      root_id: id,
      name,
      email: row.email,
      email_key: key,
      phone: row.phone ?? null,
      phone_digits: digits || null,
      search_text: searchableText(name, ...searchedEmail(row.email)),
      version: 1,
      created_at: row.created_at,
      updated_at: row.created_at,
    });
  }
  const isLater = sql`excluded.updated_at >= people.updated_at`;
  const newer = ["name", "search_text"].map(
    (name) => sql`${sql.ref(name)} = case when ${isLater}
    then ${sql.ref(`excluded.${name}`)} else ${sql.ref(`people.${name}`)} end`,
  );
  const ifGiven = ["phone", "phone_digits"].map(
    (name) => sql`${sql.ref(name)} = case when ${isLater}
    then coalesce(${sql.ref(`excluded.${name}`)}, ${sql.ref(`people.${name}`)}) else ${sql.ref(`people.${name}`)} end`,
  );
  const earliest = sql`created_at = case when excluded.created_at < people.created_at
    then excluded.created_at else people.created_at end`;
  const latest = sql`updated_at = case when ${isLater} then excluded.updated_at else people.updated_at end`;
  const { rows: stored } = await sql<{ id: string; email_key: string }>`
    insert into people ${insertedRows([...byKey.values()])}
    on conflict (email_key) where email_key is not null
    do update set ${sql.join([...newer, ...ifGiven, earliest, latest])} returning id, email_key`.execute(db);
  return new Map(stored.map(({ id, email_key }) => [email_key, id]));
}

function stageOf(row: Record_, now: string): { stage: string; is_open: number; met_at: string | null } {
  const { status, meeting_date, meeting_time } = row as unknown as {
    status: string;
    meeting_date: string;
    meeting_time: string;
  };
  const isDone = status === "Completed";
  const isAhead = ["Scheduled", "Rescheduled"].includes(status) && `${meeting_date} ${meeting_time}` > now;
  return {
    stage: isDone ? "Met" : status === "Cancelled" ? "New" : "Meeting set",
    is_open: isAhead ? 1 : 0,
    met_at: isDone ? instantOf(meeting_date, minutesOf(meeting_time), TIME_ZONE).toISOString() : null,
  };
}

function leadOf(row: Record_, own: Row): Row {
  const visits = Object.fromEntries(VISITS.map((name) => [name, row[name] ?? null]));
  const { source } = objectOf(VISIT_COLUMNS, visits) as { source?: Attributions };
  const { created_at, updated_at } = row;
  const found = { source: leadSource(source), source_said: 0, ...visits };
  return {
    id: newId(),
    ...own,
    inquiries: 1,
    tries: 0,
    ...found,
    version: 1,
    created_at,
    updated_at,
    touched_at: BEGUN,
  };
}

/** Two records of one lead: as far as either came, and found as by the earlier. */
function together(one: Row, other: Row): Row {
  const [first, last] = String(one.created_at) <= String(other.created_at) ? [one, other] : [other, one];
  const further = RANKS.indexOf(String(one.stage)) >= RANKS.indexOf(String(other.stage)) ? one : other;
  const met = [one.met_at, other.met_at].filter((at) => at !== null).sort();
  return {
    ...first,
    stage: further.stage ?? "New",
    is_open: Math.max(Number(one.is_open), Number(other.is_open)),
    met_at: met[0] ?? null,
    inquiries: Number(one.inquiries) + Number(other.inquiries),
    updated_at: last.updated_at ?? null,
  };
}

/** The same as together(), of a stored lead and an added one. */
function onConflict(): RawBuilder<unknown>[] {
  const isEarlier = sql`excluded.created_at < leads.created_at`;
  const rankOf = (table: string) =>
    sql`case ${sql.ref(`${table}.stage`)} ${sql.join(
      RANKS.map((stage, rank) => sql`when ${sql.lit(stage)} then ${sql.lit(rank)}`),
      sql` `,
    )} else 0 end`;
  return [
    ...[...VISITS, "source", "created_at"].map(
      (name) => sql`${sql.ref(name)} = case when ${isEarlier} then ${sql.ref(`excluded.${name}`)}
        else ${sql.ref(`leads.${name}`)} end`,
    ),
    sql`stage = case when ${rankOf("excluded")} > ${rankOf("leads")} then excluded.stage else leads.stage end`,
    sql`is_open = case when excluded.is_open = 1 then 1 else leads.is_open end`,
    sql`met_at = case when excluded.met_at < leads.met_at or leads.met_at is null then coalesce(excluded.met_at, leads.met_at)
      else leads.met_at end`,
    sql`inquiries = leads.inquiries + excluded.inquiries`,
    sql`updated_at = case when excluded.updated_at > leads.updated_at then excluded.updated_at else leads.updated_at end`,
  ];
}

function insertedRows(rows: readonly Row[]): RawBuilder<unknown> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
  return sql`(${sql.join(names.map((name) => sql.ref(name)))}) values ${sql.join(values)}`;
}

async function setLeads(db: Db, pairs: readonly (readonly [id: string, leadId: string])[]): Promise<void> {
  const values = sql.join(pairs.map(([id, leadId]) => sql`(${id}, ${leadId})`));
  await sql`update inquiries set lead_id = found.column2 from (values ${values}) as found
    where inquiries.id = found.column1`.execute(db);
}

function propertyKeyOf({ street, zip_code }: Row): string {
  return propertyKey({ street: String(street ?? ""), zipCode: String(zip_code ?? "") });
}
