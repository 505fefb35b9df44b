import { type Kysely, PostgresAdapter, sql } from "kysely";
import { carryOver } from "./carry/leads.ts";

/**
 * People, leads, notes, next steps, tries and calls. What is stored becomes leads that ask for nothing, except of meetings
 * still ahead. Notes become threads of one note. A meeting that staff enter may have no e-mail address.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of [...TABLES, ...(isPostgres ? POSTGRES : SQLITE)]) await sql.raw(statement).execute(db);
  await carryOver(db as never);
  for (const statement of INDEXES) await sql.raw(statement).execute(db);
}

const VISIT = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "click_id", "referrer"];
const VISIT_COLUMNS = ["first", "last"].flatMap((touch) =>
  [...VISIT, "landing_page", "at"].map((name) => `${touch}_${name} text`),
);

const TABLES = [
  `create table people (
    id text primary key, root_id text not null, merged_into text, name text not null, email text, email_key text,
    phone text, phone_digits text, search_text text not null, version integer not null, created_at text not null,
    updated_at text not null)`,
  `create unique index people_email on people (email_key) where email_key is not null`,
  // Without an address, the number is all that names a person.
  `create unique index people_phone on people (phone_digits) where email_key is null and phone_digits is not null`,
  `create index people_root on people (root_id)`,
  `create index people_newest on people (updated_at, id)`,
  `create table person_phones (phone_digits text not null, person_id text not null, primary key (phone_digits, person_id))`,
  `create index person_phones_person on person_phones (person_id)`,
  `create table leads (
    id text primary key, person_id text not null, property_key text not null, street text, city text, state text,
    zip_code text, situation text, stage text not null, lost_reason text, lost_at text, is_open integer not null,
    inquiries integer not null, tries integer not null, source text not null, source_said integer not null, ${VISIT_COLUMNS.join(", ")},
    met_at text, offered_at text, contract_at text, closed_at text, offer_cents bigint, contract_cents bigint,
    contract_day text, closing_cents bigint, closing_day text, next_due_day text, next_assignee_id text,
    version integer not null, created_at text not null, updated_at text not null)`,
  `create index leads_person on leads (person_id)`,
  `create table next_steps (
    id text primary key, lead_id text not null, what text not null, due_day text not null, assignee_id text,
    ended_at text, ended_by text, ended_how text, created_by text not null, version integer not null,
    created_at text not null, updated_at text not null)`,
  `create unique index next_steps_open on next_steps (lead_id) where ended_at is null`,
  `create index next_steps_lead on next_steps (lead_id)`,
  `create index next_steps_due on next_steps (due_day, id) where ended_at is null`,
  `create index next_steps_mine on next_steps (assignee_id, due_day, id) where ended_at is null`,
  `create table notes (
    id text primary key, lead_id text not null, record_kind text not null, record_id text not null, author text,
    text text not null, at text not null)`,
  `create index notes_lead on notes (lead_id)`,
  `create index notes_record on notes (record_id)`,
  `create table contact_tries (
    id text primary key, lead_id text not null, channel text not null, outcome text not null, words text,
    tried_by text not null, at text not null)`,
  `create index contact_tries_lead on contact_tries (lead_id)`,
  `create table calls (
    id text primary key, lead_id text not null, person_id text not null, name text not null, email text, phone text, street text, city text,
    state text, zip_code text, situation text, heard_source text, heard_campaign text, said text, booking_id text, origin text,
    taken_by text not null, created_at text not null)`,
  `create index calls_lead on calls (lead_id)`,
  `create index calls_person on calls (person_id)`,
  `create index calls_newest on calls (created_at, id)`,
  `alter table bookings alter column email drop not null`,
  `alter table bookings alter column email_key drop not null`,
  `alter table bookings add column lead_id text`,
  `alter table bookings add column no_show_at text`,
  `alter table contact_messages add column lead_id text`,
  `drop index bookings_leads`,
];

/** Made when the tables are full, which is faster. */
const INDEXES = [
  `create index bookings_lead on bookings (lead_id)`,
  `create index contact_messages_lead on contact_messages (lead_id)`,
  `create index leads_board on leads (is_open, stage, next_due_day, created_at, id)`,
  `create index leads_mine on leads (next_assignee_id, is_open, stage, next_due_day, created_at, id)
    where next_assignee_id is not null`,
  `create index leads_newest on leads (created_at, id, source, situation)`,
  // The lead has it.
  `alter table bookings drop column lead_source`,
];

const KEPT = "notes are only ever added to";

const SQLITE = [
  `create table people_search_rows (n integer primary key, id text not null unique, search_text text not null,
    phone_digits text not null)`,
  `create virtual table people_search using fts5 (
    search_text, phone_digits, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
  `create trigger people_added after insert on people begin
    insert into people_search_rows (id, search_text, phone_digits)
      values (new.id, new.search_text, coalesce(new.phone_digits, ''));
    end`,
  `create trigger people_retexted after update of search_text, phone_digits on people
    when old.search_text <> new.search_text or old.phone_digits is not new.phone_digits begin
    update people_search_rows set search_text = new.search_text, phone_digits = coalesce(new.phone_digits, '')
      where id = new.id;
    end`,
  `create trigger people_removed after delete on people begin
    delete from people_search_rows where id = old.id;
    end`,
  `create trigger people_search_added after insert on people_search_rows begin
    insert into people_search (rowid, search_text, phone_digits) values (new.n, new.search_text, new.phone_digits);
    end`,
  `create trigger people_search_changed after update of search_text, phone_digits on people_search_rows begin
    delete from people_search where rowid = old.n;
    insert into people_search (rowid, search_text, phone_digits) values (new.n, new.search_text, new.phone_digits);
    end`,
  `create trigger people_search_removed after delete on people_search_rows begin
    delete from people_search where rowid = old.n;
    end`,
  `create trigger notes_kept before update of text, author, at, record_kind, record_id on notes begin
    select raise(abort, '${KEPT}');
    end`,
];

const POSTGRES = [
  `create function keep_notes() returns trigger language plpgsql as $$
    begin
    raise exception '${KEPT}';
    end $$`,
  `create trigger notes_kept before update of text, author, at, record_kind, record_id on notes
    for each row execute function keep_notes()`,
  `do $$
    begin
    create index people_search on people using gin (search_text gin_trgm_ops, phone_digits gin_trgm_ops)
      with (fastupdate = off);
    exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'no pg_trgm: search reads whole tables';
    end $$`,
];
