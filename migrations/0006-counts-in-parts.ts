import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * PostgreSQL only: a count becomes several rows, one per connection. A transaction locks the row it counts in until it ends,
 * so a single row serialised all bookings of one kind. SQLite has one writer at a time anyway.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

// Connections of one process open one after another, so their numbers give different parts.
const PART = "pg_backend_pid() % 32";

const STATEMENTS = [
  `alter table booking_counts add column part integer not null default 0,
    drop constraint booking_counts_pkey, add primary key (status, meeting_type, property_type, part)`,
  `alter table contact_counts add column part integer not null default 0,
    drop constraint contact_counts_pkey, add primary key (status, part)`,
  // Free space on each page for new row versions, so that counting updates no index.
  `alter table booking_counts set (fillfactor = 50)`,
  `alter table contact_counts set (fillfactor = 50)`,
  `create or replace function count_bookings() returns trigger language plpgsql as $$
    begin
    insert into booking_counts as counts (status, meeting_type, property_type, part, count)
      select status, meeting_type, property_type, ${PART}, sum(change) from (
        select new.status, new.meeting_type, new.property_type, 1 as change where tg_op <> 'DELETE'
        union all
        select old.status, old.meeting_type, old.property_type, -1 where tg_op <> 'INSERT') as changes
      group by 1, 2, 3 having sum(change) <> 0
      order by 1, 2, 3
      on conflict (status, meeting_type, property_type, part) do update set count = counts.count + excluded.count;
    return null;
    end $$`,
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
