import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Lists, the board and the search of leads answer along an index at any size; and who wants a mail every morning. */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of [...SHARED, ...(isPostgres ? POSTGRES : SQLITE)]) await sql.raw(statement).execute(db);
}

// The board shows how many leads have ended, which in time are nearly all. Open leads are few enough to be counted.
const ENDED = "('Closed', 'Lost')";
const COUNT_ENDED = `insert into ended_lead_counts (stage, count)
  select stage, count(*) from leads where stage in ${ENDED} group by stage`;

// Each index holds all columns that the counts read: SQLite otherwise reads the rows too.
const SHARED = [
  `create index leads_stage on leads (stage, created_at, id)`,
  `create index leads_ended on leads (stage, updated_at, id) where stage in ('Closed', 'Lost')`,
  `create index leads_lost on leads (lost_reason, created_at, id) where lost_reason is not null`,
  `create index leads_mine_due on leads (next_assignee_id, is_open, next_due_day, created_at, id)
    where next_assignee_id is not null`,
  `create table morning_mails (user_id text primary key, last_day text not null)`,
  `alter table leads add column search_text text not null default ''`,
  // Later rows hold the usual short forms of the whole line too.
  `update leads set search_text = lower(coalesce(street, '') || ' ' || coalesce(city, '') || ' ' || coalesce(state, '')
    || ' ' || coalesce(zip_code, '')) || ' ' || property_key`,
];

/** Leads without a next step come first. SQLite sorts nulls that way, and PostgreSQL only if the index says so. */
const SQLITE = [
  `create index leads_due on leads (is_open, next_due_day, created_at, id, next_assignee_id)`,
  `create table leads_search_rows (n integer primary key, id text not null unique, search_text text not null)`,
  `create virtual table leads_search using fts5 (
    search_text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
  `create trigger leads_added after insert on leads begin
    insert into leads_search_rows (id, search_text) values (new.id, new.search_text);
    end`,
  `create trigger leads_retexted after update of search_text on leads when old.search_text <> new.search_text begin
    update leads_search_rows set search_text = new.search_text where id = new.id;
    end`,
  `create trigger leads_removed after delete on leads begin
    delete from leads_search_rows where id = old.id;
    end`,
  `create trigger leads_search_added after insert on leads_search_rows begin
    insert into leads_search (rowid, search_text) values (new.n, new.search_text);
    end`,
  `create trigger leads_search_changed after update of search_text on leads_search_rows begin
    delete from leads_search where rowid = old.n;
    insert into leads_search (rowid, search_text) values (new.n, new.search_text);
    end`,
  `create trigger leads_search_removed after delete on leads_search_rows begin
    delete from leads_search where rowid = old.n;
    end`,
  `insert into leads_search_rows (id, search_text) select id, search_text from leads order by created_at, id`,
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
  COUNT_ENDED,
];

const POSTGRES = [
  `create index leads_due on leads (is_open, next_due_day nulls first, created_at, id, next_assignee_id)`,
  `drop index leads_board`,
  `create index leads_board on leads (is_open, stage, next_due_day nulls first, created_at, id)`,
  `do $$
    begin
    create index leads_search on leads using gin (search_text gin_trgm_ops) with (fastupdate = off);
    exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'no pg_trgm: search reads whole tables';
    end $$`,
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
  COUNT_ENDED,
];
