import { type Kysely, PostgresAdapter, sql } from "kysely";
import { ATTRIBUTION_COLUMNS } from "#people/leads/server/inquiries/table.ts";

/**
 * Contact messages, and what keeps the admin's lists fast at any size: counts maintained by triggers, and a trigram index
 * for substring search (pg_trgm on PostgreSQL, FTS5 on SQLite).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };

  let messages = db.schema.createTable("contact_messages").addColumn("id", "text", (column) => column.primaryKey());
  for (const name of ["name", "email", "subject", "message", "status", "search_text", "created_at", "updated_at"])
    messages = messages.addColumn(name, "text", (column) => column.notNull());
  for (const name of ["phone", "read_at", "notes", ...ATTRIBUTION_COLUMNS]) messages = messages.addColumn(name, "text");
  await messages.addColumn("version", "integer", (column) => column.notNull()).execute();

  await run([
    `create index contact_messages_newest on contact_messages (created_at, id, status)`,
    `create index contact_messages_status on contact_messages (status)`,
    `drop index bookings_newest`,
    `create index bookings_newest on bookings (created_at, id, status, meeting_type, property_type)`,
    `create index bookings_kind on bookings (status, meeting_type, property_type, created_at, id)`,
    `alter table bookings add column lead_source text`,
    `create index bookings_leads on bookings (created_at, current_situation, lead_source)`,
    `create table booking_counts (
  status text not null, meeting_type text not null, property_type text not null, count integer not null,
  primary key (status, meeting_type, property_type))`,
    `insert into booking_counts
  select status, meeting_type, property_type, count(*) from bookings group by status, meeting_type, property_type`,
    `create table contact_counts (status text primary key, count integer not null)`,
    `create table history (
  id ${isPostgres ? "integer generated always as identity primary key" : "integer primary key autoincrement"},
  subject_kind text not null, subject_id text not null,
  actor text not null, action text not null, detail text, created_at text not null)`,
    `create index history_subject on history (subject_kind, subject_id, id)`,
    `create index history_traceless on history (id) where action in ('exported', 'deleted')`,
  ]);
  await run(isPostgres ? POSTGRES : SQLITE);
}

const SQLITE = [
  `create trigger bookings_counted after insert on bookings begin
    insert into booking_counts values (new.status, new.meeting_type, new.property_type, 1)
      on conflict do update set count = count + 1;
    insert into bookings_search_rows (id, status, meeting_type, property_type, search_text, phone_digits)
      values (new.id, new.status, new.meeting_type, new.property_type, new.search_text, new.phone_digits);
    end`,
  `create trigger bookings_recounted after update of status, meeting_type, property_type on bookings begin
    update booking_counts set count = count - 1
      where status = old.status and meeting_type = old.meeting_type and property_type = old.property_type;
    insert into booking_counts values (new.status, new.meeting_type, new.property_type, 1)
      on conflict do update set count = count + 1;
    update bookings_search_rows set status = new.status, meeting_type = new.meeting_type, property_type = new.property_type
      where id = new.id;
    end`,
  `create trigger bookings_resought after update of search_text, phone_digits on bookings begin
    update bookings_search_rows set search_text = new.search_text, phone_digits = new.phone_digits where id = new.id;
    end`,
  `create trigger bookings_uncounted after delete on bookings begin
    update booking_counts set count = count - 1
      where status = old.status and meeting_type = old.meeting_type and property_type = old.property_type;
    delete from bookings_search_rows where id = old.id;
    end`,
  `create table bookings_search_rows (
    n integer primary key, id text not null unique, status text not null, meeting_type text not null,
    property_type text not null, search_text text not null, phone_digits text not null)`,
  `create virtual table bookings_search using fts5 (
    grams, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`,
  `create trigger bookings_search_added after insert on bookings_search_rows begin
    insert into bookings_search (rowid, grams) values (new.n, new.search_text || char(10) || new.phone_digits);
    end`,
  `create trigger bookings_search_changed after update of search_text, phone_digits on bookings_search_rows begin
    delete from bookings_search where rowid = old.n;
    insert into bookings_search (rowid, grams) values (new.n, new.search_text || char(10) || new.phone_digits);
    end`,
  `create trigger bookings_search_removed after delete on bookings_search_rows begin
    delete from bookings_search where rowid = old.n;
    end`,
  `insert into bookings_search_rows (id, status, meeting_type, property_type, search_text, phone_digits)
    select id, status, meeting_type, property_type, search_text, phone_digits from bookings order by created_at, id`,
  `create trigger contacts_counted after insert on contact_messages begin
    insert into contact_counts values (new.status, 1) on conflict do update set count = count + 1;
    insert into contact_search_rows (id, status, search_text) values (new.id, new.status, new.search_text);
    end`,
  `create trigger contacts_recounted after update of status on contact_messages begin
    update contact_counts set count = count - 1 where status = old.status;
    insert into contact_counts values (new.status, 1) on conflict do update set count = count + 1;
    update contact_search_rows set status = new.status where id = new.id;
    end`,
  `create trigger contacts_uncounted after delete on contact_messages begin
    update contact_counts set count = count - 1 where status = old.status;
    delete from contact_search_rows where id = old.id;
    end`,
  `create table contact_search_rows (
    n integer primary key, id text not null unique, status text not null, search_text text not null)`,
  `create virtual table contact_search using fts5 (
    grams, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`,
  `create trigger contact_search_added after insert on contact_search_rows begin
    insert into contact_search (rowid, grams) values (new.n, new.search_text);
    end`,
  `create trigger contact_search_removed after delete on contact_search_rows begin
    delete from contact_search where rowid = old.n;
    end`,
  `create trigger history_kept before update on history begin
    select raise(abort, 'history is only ever added to');
    end`,
  `create trigger history_not_deleted before delete on history begin
    select raise(abort, 'history is only ever added to');
    end`,
];

// Without the right to create extensions the search works, but slower.
const POSTGRES = [
  `create function count_bookings() returns trigger language plpgsql as $$
    begin
    insert into booking_counts as counts (status, meeting_type, property_type, count)
      select status, meeting_type, property_type, sum(change) from (
        select new.status, new.meeting_type, new.property_type, 1 as change where tg_op <> 'DELETE'
        union all
        select old.status, old.meeting_type, old.property_type, -1 where tg_op <> 'INSERT') as changes
      group by 1, 2, 3 having sum(change) <> 0
      order by 1, 2, 3
      on conflict (status, meeting_type, property_type) do update set count = counts.count + excluded.count;
    return null;
    end $$`,
  `create trigger bookings_counted after insert or delete or update of status, meeting_type, property_type on bookings
    for each row execute function count_bookings()`,
  `create function count_contacts() returns trigger language plpgsql as $$
    begin
    insert into contact_counts as counts (status, count)
      select status, sum(change) from (
        select new.status, 1 as change where tg_op <> 'DELETE'
        union all
        select old.status, -1 where tg_op <> 'INSERT') as changes
      group by 1 having sum(change) <> 0
      order by 1
      on conflict (status) do update set count = counts.count + excluded.count;
    return null;
    end $$`,
  `create trigger contacts_counted after insert or delete or update of status on contact_messages
    for each row execute function count_contacts()`,
  `create function keep_history() returns trigger language plpgsql as $$
    begin
    raise exception 'history is only ever added to';
    end $$`,
  `create trigger history_kept before update or delete on history for each row execute function keep_history()`,
  `do $$
    begin
    create extension if not exists pg_trgm;
    create index bookings_search on bookings
      using gin (search_text gin_trgm_ops, phone_digits gin_trgm_ops) with (fastupdate = off);
    create index contact_search on contact_messages using gin (search_text gin_trgm_ops) with (fastupdate = off);
    exception when insufficient_privilege or feature_not_supported or undefined_file then
    raise notice 'no pg_trgm: search reads whole tables';
    end $$`,
];
