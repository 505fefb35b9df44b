import { type Kysely, sql } from "kysely";
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { ATTRIBUTION_COLUMNS } from "#people/leads/server/inquiries/table.ts";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { isBeyondAscii } from "./shared/addresses.ts";
import { makeView } from "./shared/inquiries.ts";
import { searchIndex } from "./shared/search.ts";
import { isPostgres, run } from "./shared/statements.ts";

type Row = {
  id: string;
  email: string | null;
  email_key: string | null;
  mailbox_key: string | null;
  phone: string | null;
  phone_digits: string;
};
type Db = Kysely<{ inquiries: Row }>;

const ROWS_AT_ONCE = 1_000;

/**
 * Bookings and messages of 1.0.0 become inquiries: who wrote, about what and how it stands is in one table, what is only of a
 * meeting or a message beside it. One search, and counts by ten days of creation, by which a list finds any page without
 * reading the earlier ones.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [...TABLES, ...CARRY, ...dropped(isPostgres(db))]);
  await completeKeys(db as unknown as Db);
  await run(db, [...INDEXES, ...makeView("bookings"), ...makeView("contact_messages"), ...makeView("calls")]);
  await run(db, isPostgres(db) ? POSTGRES : SQLITE);
  // Later migrations read these in the same transaction, before PostgreSQL would look at them by itself.
  if (isPostgres(db)) await run(db, ["analyze inquiries, meetings, messages"]);
}

const VISITS = ATTRIBUTION_COLUMNS.join(", ");

const TABLES = [
  // Earlier inquiries have no wait: whether they were answered is unknown, so none of them is overdue. `typed` has, once staff
  // have corrected them, the facts that the person entered.
  `create table inquiries (
    id text primary key, kind text not null, status text not null, topic text not null, property_type text not null,
    lead_id text, name text not null, last_name text, email text, email_key text, mailbox_key text, phone text,
    phone_digits text not null, street text, city text, state text, zip_code text, situation text,
    search_text text not null, notes text, typed text, waiting_since text, first_contact_at text, first_contact_by text,
    first_contact_minutes integer, privacy_signal text, version integer not null, created_at text not null,
    updated_at text not null, ${ATTRIBUTION_COLUMNS.map((name) => `${name} text`).join(", ")})`,
  // Meetings of 1.0.0 had the length that its site.config.ts said: the first start sets it.
  `create table meetings (
    id text primary key, meeting_date text not null, meeting_time text not null,
    meeting_minutes integer default 30 not null, seat integer, preferred_contact text not null,
    timeframe_to_sell text not null, additional_info text, cancel_reason text, no_show_at text,
    invite_sequence integer not null, reminders_stopped_at text)`,
  `create table messages (id text primary key, message text not null, read_at text)`,
  `create table phone_calls (
    id text primary key, person_id text not null, heard_source text, heard_campaign text, said text, booking_id text,
    origin text, taken_by text not null)`,
];

const CARRY = [
  `insert into inquiries (id, kind, status, topic, property_type, name, last_name, email, email_key, phone, phone_digits,
      street, city, state, zip_code, situation, search_text, notes, version, created_at, updated_at, ${VISITS})
    select id, 'booking', status, meeting_type, property_type, first_name, last_name, email, email_key, phone, phone_digits,
      street, city, state, zip_code, current_situation, search_text, notes, version, created_at, updated_at, ${VISITS}
    from bookings`,
  `insert into inquiries (id, kind, status, topic, property_type, name, email, phone, phone_digits, search_text, notes,
      version, created_at, updated_at, ${VISITS})
    select id, 'contact', status, subject, '-', name, email, phone, '', search_text, notes,
      version, created_at, updated_at, ${VISITS}
    from contact_messages`,
  `insert into meetings (id, meeting_date, meeting_time, seat, preferred_contact, timeframe_to_sell, additional_info,
      invite_sequence, reminders_stopped_at)
    select id, meeting_date, meeting_time, seat, preferred_contact, timeframe_to_sell, additional_info,
      invite_sequence, reminders_stopped_at
    from bookings`,
  `insert into messages (id, message, read_at) select id, message, read_at from contact_messages`,
];

function dropped(isPostgres: boolean): string[] {
  const tables = ["bookings", "contact_messages", "booking_counts", "contact_counts"];
  return isPostgres
    ? [...tables.map((table) => `drop table ${table}`), `drop function count_bookings, count_contacts`]
    : [...tables, "bookings_search", "bookings_search_rows", "contact_search", "contact_search_rows"].map(
        (table) => `drop table ${table}`,
      );
}

/** What only the program computes: keys of addresses beyond ASCII, of mailboxes with more than one address, and digits. */
async function completeKeys(db: Db): Promise<void> {
  // lower() beyond ASCII depends on the database, and on PostgreSQL with a Turkish collation even within ASCII.
  const lower = sql.raw(isPostgres(db as never) ? `lower(email collate "C")` : "lower(email)");
  await sql`update inquiries set email_key = coalesce(email_key, ${lower})`.execute(db);
  const beyond = await db.selectFrom("inquiries").select(["id", "email"]).where(isBeyondAscii).execute();
  for (const { id, email } of beyond) await set(db, id, { email_key: emailKey(email ?? "") });
  await sql`update inquiries set mailbox_key = email_key`.execute(db);
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("inquiries")
      .select(["id", "email_key", "phone", "phone_digits"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, email_key, phone, phone_digits } of rows) {
      const mailbox_key = email_key && mailboxKey(email_key);
      const digits = phone_digits || phoneDigits(phone ?? "");
      if (mailbox_key !== email_key || digits !== phone_digits)
        await set(db, id, { mailbox_key, phone_digits: digits });
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function set(db: Db, id: string, change: Partial<Row>): Promise<void> {
  await db.updateTable("inquiries").set(change).where("id", "=", id).execute();
}

const INDEXES = [
  // Prevents double bookings. Null seats are distinct in an index, so cancelled meetings do not block a slot.
  `create unique index meetings_slot on meetings (meeting_date, meeting_time, seat)`,
  `create index meetings_no_show on meetings (no_show_at) where no_show_at is not null`,
  // Each holds all columns that a list filters by: SQLite otherwise reads the rows too.
  `create index inquiries_newest on inquiries (kind, created_at, id, status, topic, property_type)`,
  `create index inquiries_kind on inquiries (kind, status, topic, property_type, created_at, id)`,
  `create index inquiries_mailbox on inquiries (mailbox_key) where mailbox_key is not null`,
  `create index inquiries_phone on inquiries (phone_digits)`,
  // Of those that staff have to call: see waiting/store.ts of the leads.
  `create index inquiries_waiting on inquiries (waiting_since, lead_id)
    where first_contact_at is null and status not in ('Completed', 'Cancelled', 'Resolved')`,
  // Covers the query for a week's median.
  `create index inquiries_first_contact on inquiries (kind, waiting_since, first_contact_at, first_contact_minutes)
    where waiting_since is not null`,
];

const KIND = "kind, status, topic, property_type";
const COUNT_COLUMNS = `kind text not null, status text not null, topic text not null, property_type text not null,
  period text not null, count integer not null`;
const SEARCHED = "search_text, phone_digits";

const columnsOf = (row: string, columns: string) => columns.replace(/\w+/g, `${row}.$&`);
/** Ten days, as "2026-11-2": a page of the list is found by walking from the end of its period. */
const periodOf = (row: string) => `substr(${row}.created_at, 1, 9)`;

/** What an inquiry counts for. An empty column is the sum over all values: most lists have no filter, or one of a status. */
const kindsOf = (row: string) => [columnsOf(row, KIND), `${row}.kind, ${row}.status, '', ''`];

const FILL = kindsOf("inquiries").map(
  (kind) => `insert into inquiry_counts (${KIND}, period, count)
    select ${kind}, ${periodOf("inquiries")}, count(*) from inquiries group by 1, 2, 3, 4, 5`,
);

function countOf(row: "new" | "old", change: 1 | -1): string {
  const rows = kindsOf(row).map((kind) => `(${kind}, ${periodOf(row)}, ${change})`);
  return `insert into inquiry_counts values ${rows.join(", ")} on conflict do update set count = count + ${change}`;
}

const SQLITE = [
  `create table inquiry_counts (${COUNT_COLUMNS}, primary key (${KIND}, period)) without rowid`,
  ...FILL,
  `create table inquiries_search_rows (n integer primary key, id text not null unique, kind text not null,
    status text not null, topic text not null, property_type text not null, search_text text not null,
    phone_digits text not null)`,
  `insert into inquiries_search_rows (id, ${KIND}, ${SEARCHED})
    select id, ${KIND}, ${SEARCHED} from inquiries order by created_at, id`,
  ...searchIndex("inquiries", ["search_text", "phone_digits"]),
  `create trigger inquiries_added after insert on inquiries begin
    ${countOf("new", 1)};
    insert into inquiries_search_rows (id, ${KIND}, ${SEARCHED})
      values (new.id, ${columnsOf("new", `${KIND}, ${SEARCHED}`)});
    end`,
  `create trigger inquiries_recounted after update of status, topic, property_type on inquiries begin
    ${countOf("old", -1)};
    ${countOf("new", 1)};
    update inquiries_search_rows set status = new.status, topic = new.topic, property_type = new.property_type
      where id = new.id;
    end`,
  `create trigger inquiries_retexted after update of ${SEARCHED} on inquiries begin
    update inquiries_search_rows set search_text = new.search_text, phone_digits = new.phone_digits where id = new.id;
    end`,
  `create trigger inquiries_removed after delete on inquiries begin
    ${countOf("old", -1)};
    delete from inquiries_search_rows where id = old.id;
    end`,
];

// A count is several rows, one per connection: a transaction locks the row it counts in until it ends, so a single row would
// serialise all bookings of one kind. Connections of one process open one after another, so their numbers give different parts.
// Housekeeping merges them into part 0.
const PART = "pg_backend_pid() % 32 + 1";

function changes(row: "new" | "old", change: 1 | -1, unless: "INSERT" | "DELETE"): string {
  return kindsOf(row)
    .map((kind) => `select ${kind}, ${periodOf(row)}, ${change} where tg_op <> '${unless}'`)
    .join(" union all ");
}

// Half of each page is free for new row versions, so that counting updates no index. Counts are sorted, so that two transactions
// that count the same kinds cannot deadlock.
const POSTGRES = [
  `create table inquiry_counts (${COUNT_COLUMNS}, part integer not null default 0,
    primary key (${KIND}, period, part)) with (fillfactor = 50)`,
  ...FILL,
  `create function count_inquiries() returns trigger language plpgsql as $$
    begin
    insert into inquiry_counts as counts (${KIND}, period, part, count)
      select ${KIND}, period, ${PART}, sum(change) from (${changes("new", 1, "DELETE")} union all ${changes("old", -1, "INSERT")})
        as changes (${KIND}, period, change)
      group by 1, 2, 3, 4, 5 having sum(change) <> 0
      order by 1, 2, 3, 4, 5
      on conflict (${KIND}, period, part) do update set count = counts.count + excluded.count;
    return null;
    end $$`,
  `create trigger inquiries_counted after insert or delete or update of status, topic, property_type on inquiries
    for each row execute function count_inquiries()`,
];
