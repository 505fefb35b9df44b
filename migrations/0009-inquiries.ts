import { type Kysely, sql } from "kysely";
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { emailKey } from "#platform/email.ts";
import { isBeyondAscii } from "./shared/addresses.ts";
import { searchIndex } from "./shared/search.ts";
import { isPostgres, run } from "./shared/statements.ts";

type Row = { id: string; email: string; email_key: string };
type Db = Kysely<{ bookings: Row & { mailbox_key: string }; contact_messages: Row }>;

const ROWS_AT_ONCE = 1_000;

/**
 * Bookings and messages: by whom and when first answered, under one form of an address, with counts of bookings by ten days of
 * creation, by which a list finds any page without reading the earlier ones.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, COLUMNS);
  await rekey(db as unknown as Db);
  await foldMailboxes(db as unknown as Db);
  await run(db, [...INDEXES, ...(isPostgres(db) ? POSTGRES : SQLITE)]);
}

/** Earlier records have no values: whether they were answered is unknown, so none of them is overdue. */
const FIRST_CONTACT = [
  "waiting_since text",
  "first_contact_at text",
  "first_contact_by text",
  "first_contact_minutes integer",
];
/** "gpc", "dnt" or "gpc dnt": that the browser asked not to be tracked. */
const PRIVACY_SIGNAL = "privacy_signal text";

const COLUMNS = [
  ...[
    "cancel_reason text",
    // Meetings of 1.0.0 had the length that its site.config.ts said: the first start sets it.
    "meeting_minutes integer default 30 not null",
    ...FIRST_CONTACT,
    "mailbox_key text",
    PRIVACY_SIGNAL,
    "lead_id text",
    "no_show_at text",
  ].map((column) => `alter table bookings add column ${column}`),
  ...[...FIRST_CONTACT, "email_key text not null default ''", PRIVACY_SIGNAL, "lead_id text"].map(
    (column) => `alter table contact_messages add column ${column}`,
  ),
  // A meeting that staff enter may have no e-mail address.
  `alter table bookings alter column email drop not null`,
  `alter table bookings alter column email_key drop not null`,
];

const INDEXES = [
  // Covers the query for a week's median.
  ...["bookings", "contact_messages"].map(
    (table) =>
      `create index ${table}_first_contact on ${table} (waiting_since, first_contact_minutes) where waiting_since is not null`,
  ),
  `create index contact_messages_email on contact_messages (email_key)`,
  // Every query by address also knows the mailbox, so this index replaces the old one.
  `drop index bookings_email`,
  `create index bookings_mailbox on bookings (mailbox_key, meeting_date)`,
];

async function rekey(db: Db): Promise<void> {
  // lower() beyond ASCII depends on the database, and on PostgreSQL with a Turkish collation even within ASCII.
  const lower = sql.raw(isPostgres(db as never) ? `lower(email collate "C")` : "lower(email)");
  await sql`update contact_messages set email_key = ${lower}`.execute(db);
  for (const table of ["bookings", "contact_messages"] as const) {
    const rows = await db.selectFrom(table).select(["id", "email"]).where(isBeyondAscii).execute();
    for (const { id, email } of rows)
      await db
        .updateTable(table)
        .set({ email_key: emailKey(email) })
        .where("id", "=", id)
        .execute();
  }
}

async function foldMailboxes(db: Db): Promise<void> {
  await sql`update bookings set mailbox_key = email_key`.execute(db);
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("bookings")
      .select(["id", "email_key"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, email_key } of rows) {
      const mailbox = mailboxKey(email_key);
      if (mailbox !== email_key)
        await db.updateTable("bookings").set({ mailbox_key: mailbox }).where("id", "=", id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

const KIND = "status, meeting_type, property_type";
const NEW_KIND = "new.status, new.meeting_type, new.property_type";
const COUNT_COLUMNS = `status text not null, meeting_type text not null, property_type text not null, period text not null,
  count integer not null`;

/** Ten days, as "2026-11-2": a page of the list is found by walking from the end of its period. */
const periodOf = (row: string) => `substr(${row}.created_at, 1, 9)`;

/** What a booking counts for. An empty column is the sum over all values: most lists have no filter, or one of a status. */
const kindsOf = (row: string) => [
  `${row}.status, ${row}.meeting_type, ${row}.property_type`,
  `${row}.status, '', ''`,
  `'', '', ''`,
];

const FILL = kindsOf("bookings").map(
  (kind) => `insert into booking_counts (${KIND}, period, count)
    select ${kind}, ${periodOf("bookings")}, count(*) from bookings group by 1, 2, 3, 4`,
);

function countOf(row: "new" | "old", change: 1 | -1): string {
  const rows = kindsOf(row).map((kind) => `(${kind}, ${periodOf(row)}, ${change})`);
  return `insert into booking_counts values ${rows.join(", ")} on conflict do update set count = count + ${change}`;
}

const SQLITE = [
  "drop trigger bookings_counted",
  "drop trigger bookings_recounted",
  "drop trigger bookings_uncounted",
  "drop table booking_counts",
  `create table booking_counts (${COUNT_COLUMNS}, primary key (${KIND}, period)) without rowid`,
  ...FILL,
  `create trigger bookings_counted after insert on bookings begin
    ${countOf("new", 1)};
    insert into bookings_search_rows (id, ${KIND}, search_text, phone_digits)
      values (new.id, ${NEW_KIND}, new.search_text, new.phone_digits);
    end`,
  `create trigger bookings_recounted after update of ${KIND} on bookings begin
    ${countOf("old", -1)};
    ${countOf("new", 1)};
    update bookings_search_rows
      set status = new.status, meeting_type = new.meeting_type, property_type = new.property_type where id = new.id;
    end`,
  `create trigger bookings_uncounted after delete on bookings begin
    ${countOf("old", -1)};
    delete from bookings_search_rows where id = old.id;
    end`,
  `create trigger contacts_resought after update of search_text on contact_messages begin
    update contact_search_rows set search_text = new.search_text where id = new.id;
    end`,
  `drop trigger bookings_search_changed`,
  ...["bookings", "contact"].flatMap((name) => [
    `drop trigger ${name}_search_added`,
    `drop trigger ${name}_search_removed`,
    `drop table ${name}_search`,
  ]),
  ...searchIndex("bookings", ["search_text", "phone_digits"]),
  ...searchIndex("contact", ["search_text"]),
];

// A count is several rows, one per connection: a transaction locks the row it counts in until it ends, so a single row would
// serialise all bookings of one kind. Connections of one process open one after another, so their numbers give different parts.
// Housekeeping merges those of bookings into part 0.
const PART = "pg_backend_pid() % 32 + 1";

function changes(row: "new" | "old", change: 1 | -1, unless: "INSERT" | "DELETE"): string {
  return kindsOf(row)
    .map((kind) => `select ${kind}, ${periodOf(row)}, ${change} where tg_op <> '${unless}'`)
    .join(" union all ");
}

// Half of each page is free for new row versions, so that counting updates no index. Counts are sorted, so that two transactions
// that count the same kinds cannot deadlock.
const POSTGRES = [
  "drop table booking_counts",
  `create table booking_counts (${COUNT_COLUMNS}, part integer not null default 0,
    primary key (${KIND}, period, part)) with (fillfactor = 50)`,
  ...FILL,
  `create or replace function count_bookings() returns trigger language plpgsql as $$
    begin
    insert into booking_counts as counts (${KIND}, period, part, count)
      select ${KIND}, period, ${PART}, sum(change) from (${changes("new", 1, "DELETE")} union all ${changes("old", -1, "INSERT")})
        as changes (${KIND}, period, change)
      group by 1, 2, 3, 4 having sum(change) <> 0
      order by 1, 2, 3, 4
      on conflict (${KIND}, period, part) do update set count = counts.count + excluded.count;
    return null;
    end $$`,
  `alter table contact_counts add column part integer not null default 0,
    drop constraint contact_counts_pkey, add primary key (status, part)`,
  `alter table contact_counts set (fillfactor = 50)`,
  `create or replace function count_contacts() returns trigger language plpgsql as $$
    begin
    insert into contact_counts as counts (status, part, count)
      select status, ${PART}, sum(change) from (
        select new.status, 1 as change where tg_op <> 'DELETE'
        union all
        select old.status, -1 where tg_op <> 'INSERT') as changes
      group by 1 having sum(change) <> 0
      order by 1
      on conflict (status, part) do update set count = counts.count + excluded.count;
    return null;
    end $$`,
];
