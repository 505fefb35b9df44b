import type { Kysely } from "kysely";
import { carryOver } from "./carry/leads.ts";
import { searchIndex, trigramIndex } from "./shared/search.ts";
import { isPostgres, run } from "./shared/statements.ts";

/**
 * People, leads, notes, next steps and tries. What is stored becomes leads that ask for nothing, except of meetings
 * still ahead. Notes become threads of one note. Lists, the board and the search of leads answer along an index at any size.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [...TABLES, ...(isPostgres(db) ? POSTGRES_PEOPLE : SQLITE_PEOPLE)]);
  await carryOver(db as never);
  await run(db, [...LISTS, ...(isPostgres(db) ? POSTGRES_LISTS : SQLITE_LISTS), COUNT_ENDED]);
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
  `create index people_digits on people (phone_digits) where phone_digits is not null`,
  `create table leads (
    id text primary key, person_id text not null, property_key text not null, street text, city text, state text,
    zip_code text, placed_at text, situation text, language text, asking_cents bigint, owed_cents bigint, occupants text, condition text,
    stage text not null, stage_at text, seller_answer text, lost_reason text, lost_at text, is_open integer not null,
    inquiries integer not null, tries integer not null, source text not null, source_said integer not null, ${VISIT_COLUMNS.join(", ")},
    met_at text, offered_at text, contract_at text, closed_at text, offer_cents bigint, accepted_cents bigint, answered_at text, contract_cents bigint,
    contract_day text, closing_cents bigint, closing_day text, next_due_day text, next_due_time text not null default '24:00',
    next_assignee_id text, asleep_until text, touched_at text not null,
    version integer not null, created_at text not null, updated_at text not null, search_text text not null default '',
    joined_into text, before_joining text, joined_step_id text, role text)`,
  `create index leads_joined on leads (joined_into) where joined_into is not null`,
  `create index leads_person on leads (person_id)`,
  `create index leads_asleep on leads (asleep_until, touched_at) where asleep_until is not null`,
  `create index leads_answered on leads (answered_at) where answered_at is not null`,
  `create table next_steps (
    id text primary key, lead_id text not null, what text not null, due_day text not null, due_time text, assignee_id text,
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
    tried_by text not null, at text not null, changed text)`,
  `create index contact_tries_lead on contact_tries (lead_id)`,
  `create index phone_calls_person on phone_calls (person_id)`,
];

const KEPT = "notes are only ever added to";

const SQLITE_PEOPLE = [
  `create table people_search_rows (n integer primary key, id text not null unique, search_text text not null,
    phone_digits text not null)`,
  ...searchIndex("people", ["search_text", "phone_digits"]),
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
  `create trigger notes_kept before update of text, author, at, record_kind, record_id on notes begin
    select raise(abort, '${KEPT}');
    end`,
];

const POSTGRES_PEOPLE = [
  `create function keep_notes() returns trigger language plpgsql as $$
    begin
    raise exception '${KEPT}';
    end $$`,
  `create trigger notes_kept before update of text, author, at, record_kind, record_id on notes
    for each row execute function keep_notes()`,
  trigramIndex("people_search", "people", ["search_text", "phone_digits"]),
];

/** The board adds them up. */
const SUMS = "contract_cents, accepted_cents, offer_cents";

/** Made when the tables are full, which is faster. Each holds all columns that the counts read: SQLite otherwise reads the rows too. */
const LISTS = [
  `create index inquiries_lead on inquiries (lead_id)`,
  `create index leads_newest on leads (created_at, id, source, situation, joined_into)`,
  `create index leads_stage on leads (stage, created_at, id)`,
  `create index leads_ended on leads (stage, updated_at, id) where stage in ('Closed', 'Lost')`,
  `create index leads_closed on leads (stage, contract_cents) where stage = 'Closed'`,
  `create index leads_lost on leads (lost_reason, created_at, id) where lost_reason is not null`,
  `create index leads_mine on leads (next_assignee_id, is_open, stage, next_due_day, next_due_time, created_at, id)
    where next_assignee_id is not null`,
  `create index leads_mine_due on leads (next_assignee_id, is_open, next_due_day, next_due_time, created_at, id)
    where next_assignee_id is not null`,
  // Later rows hold the usual short forms of the whole line too.
  `update leads set search_text = lower(coalesce(street, '') || ' ' || coalesce(city, '') || ' ' || coalesce(state, '')
    || ' ' || coalesce(zip_code, '')) || ' ' || property_key`,
];

// The board shows how many leads have ended, which in time are nearly all. Open leads are few enough to be counted.
const ENDED = "('Closed', 'Lost')";
const COUNT_ENDED = `insert into ended_lead_counts (stage, count)
  select stage, count(*) from leads where stage in ${ENDED} group by stage`;

/** Leads without a next step come first. SQLite sorts nulls that way, and PostgreSQL only if the index says so. */
const SQLITE_LISTS = [
  `create index leads_board on leads (is_open, stage, next_due_day, next_due_time, created_at, id, ${SUMS})`,
  `create index leads_due on leads (is_open, next_due_day, next_due_time, created_at, id, next_assignee_id, asleep_until)`,
  `create table leads_search_rows (n integer primary key, id text not null unique, search_text text not null)`,
  `insert into leads_search_rows (id, search_text) select id, search_text from leads order by created_at, id`,
  ...searchIndex("leads", ["search_text"]),
  `create trigger leads_added after insert on leads begin
    insert into leads_search_rows (id, search_text) values (new.id, new.search_text);
    end`,
  `create trigger leads_retexted after update of search_text on leads when old.search_text <> new.search_text begin
    update leads_search_rows set search_text = new.search_text where id = new.id;
    end`,
  `create trigger leads_removed after delete on leads begin
    delete from leads_search_rows where id = old.id;
    end`,
  `create table ended_lead_counts (stage text primary key, count integer not null) without rowid`,
  `create trigger leads_ended_added after insert on leads when new.stage in ${ENDED} begin
    insert into ended_lead_counts values (new.stage, 1) on conflict do update set count = count + 1;
    end`,
  `create trigger leads_ended_removed after delete on leads when old.stage in ${ENDED} begin
    update ended_lead_counts set count = count - 1 where stage = old.stage;
    end`,
  `create trigger leads_ended_moved after update of stage on leads when old.stage <> new.stage
    and (old.stage in ${ENDED} or new.stage in ${ENDED}) begin
    update ended_lead_counts set count = count - 1 where stage = old.stage;
    insert into ended_lead_counts select new.stage, 1 where new.stage in ${ENDED}
      on conflict do update set count = count + 1;
    end`,
];

const POSTGRES_LISTS = [
  `create index leads_due on leads (is_open, next_due_day nulls first, next_due_time, created_at, id, next_assignee_id, asleep_until)`,
  `create index leads_board on leads (is_open, stage, next_due_day nulls first, next_due_time, created_at, id, ${SUMS})`,
  trigramIndex("leads_search", "leads", ["search_text"]),
  trigramIndex("inquiries_search", "inquiries", ["search_text", "phone_digits"]),
  // In parts, so that changes at the same time do not wait for each other's row.
  `create table ended_lead_counts (stage text not null, part integer not null default 0, count integer not null,
    primary key (stage, part))`,
  `create function count_ended_lead(ended text, change integer) returns void language sql as $$
    insert into ended_lead_counts as counts values (ended, pg_backend_pid() % 32 + 1, change)
      on conflict (stage, part) do update set count = counts.count + excluded.count $$`,
  `create function count_ended_leads() returns trigger language plpgsql as $$
    begin
    if tg_op <> 'INSERT' and old.stage in ${ENDED} then perform count_ended_lead(old.stage, -1); end if;
    if tg_op <> 'DELETE' and new.stage in ${ENDED} then perform count_ended_lead(new.stage, 1); end if;
    return null;
    end $$`,
  `create trigger leads_ended_added after insert on leads for each row when (new.stage in ${ENDED})
    execute function count_ended_leads()`,
  `create trigger leads_ended_removed after delete on leads for each row when (old.stage in ${ENDED})
    execute function count_ended_leads()`,
  `create trigger leads_ended_moved after update of stage on leads for each row
    when (old.stage <> new.stage and (old.stage in ${ENDED} or new.stage in ${ENDED}))
    execute function count_ended_leads()`,
];
