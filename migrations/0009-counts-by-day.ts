import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Counts of bookings by year, month and day of creation, by which a list finds any page without reading the earlier ones.
 * On SQLite also a search index with positions of trigrams.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
}

const KIND = "status, meeting_type, property_type";
/** For "2026-11-20": the lengths of the period and of its enclosing period. */
const LEVELS = "(select 0 as outer_length, 4 as inner_length union all select 4, 7 union all select 7, 10) as level";
const OLD_KIND = "old.status, old.meeting_type, old.property_type";
const NEW_KIND = "new.status, new.meeting_type, new.property_type";

const COLUMNS = `whole text not null, period text not null, status text not null, meeting_type text not null,
  property_type text not null, count integer not null`;

const FILL = `insert into booking_counts (whole, period, ${KIND}, count)
  select substr(day, 1, outer_length), substr(day, 1, inner_length), ${KIND}, sum(count)
  from (select substr(created_at, 1, 10) as day, ${KIND}, count(*) as count from bookings group by 1, 2, 3, 4) as days,
    ${LEVELS} group by 1, 2, 3, 4, 5`;

const sums = (row: "old" | "new") =>
  `select ${row === "old" ? OLD_KIND : NEW_KIND} union all select ${row}.status, '', '' union all select '', '', ''`;

// An empty column is the sum over all values. PostgreSQL has no such sums, which would triple the rows to write.
const SQLITE = [
  "drop trigger bookings_counted",
  "drop trigger bookings_recounted",
  "drop trigger bookings_uncounted",
  "drop table booking_counts",
  `create table booking_counts (${COLUMNS}, primary key (whole, ${KIND}, period)) without rowid`,
  FILL,
  `insert into booking_counts select whole, period, status, '', '', sum(count) from booking_counts group by 1, 2, 3`,
  `insert into booking_counts select whole, period, '', '', '', sum(count) from booking_counts
    where meeting_type = '' group by 1, 2`,
  `create trigger bookings_counted after insert on bookings begin
    ${countOf("new.created_at", sums("new"), 1)};
    insert into bookings_search_rows (id, ${KIND}, search_text, phone_digits)
      values (new.id, ${NEW_KIND}, new.search_text, new.phone_digits);
    end`,
  `create trigger bookings_recounted after update of ${KIND} on bookings begin
    ${countOf("new.created_at", sums("old"), -1)};
    ${countOf("new.created_at", sums("new"), 1)};
    update bookings_search_rows
      set status = new.status, meeting_type = new.meeting_type, property_type = new.property_type where id = new.id;
    end`,
  `create trigger bookings_uncounted after delete on bookings begin
    ${countOf("old.created_at", sums("old"), -1)};
    delete from bookings_search_rows where id = old.id;
    end`,
  ...searchedBy("bookings", ["search_text", "phone_digits"]),
  ...searchedBy("contact", ["search_text"]),
];

/** "where true", because SQLite would parse "on conflict" as a join condition. */
function countOf(createdAt: string, kinds: string, change: number): string {
  return `insert into booking_counts
      select substr(${createdAt}, 1, outer_length), substr(${createdAt}, 1, inner_length), kind.*, ${change}
      from ${LEVELS}, (${kinds}) as kind where true
      on conflict do update set count = count + ${change}`;
}

// In parts as in 0006, and sorted, so that two transactions that count the same kinds cannot deadlock.
const POSTGRES = [
  "drop table booking_counts",
  `create table booking_counts (${COLUMNS}, part integer not null default 0, primary key (whole, ${KIND}, period, part))
    with (fillfactor = 50)`,
  FILL,
  `create or replace function count_bookings() returns trigger language plpgsql as $$
    begin
    insert into booking_counts as counts (whole, period, ${KIND}, part, count)
      select left(created_at, outer_length), left(created_at, inner_length), ${KIND}, pg_backend_pid() % 32, sum(change) from (
        select ${NEW_KIND}, new.created_at, 1 as change where tg_op <> 'DELETE'
        union all
        select ${OLD_KIND}, old.created_at, -1 where tg_op <> 'INSERT') as changes (${KIND}, created_at, change), ${LEVELS}
      group by 1, 2, 3, 4, 5 having sum(change) <> 0
      order by 1, 2, 3, 4, 5
      on conflict (whole, ${KIND}, period, part) do update set count = counts.count + excluded.count;
    return null;
    end $$`,
];

// With positions the index alone finds a text; without, every row with the same trigrams has to be read.
function searchedBy(name: string, columns: readonly string[]): string[] {
  const rows = `${name}_search_rows`;
  const names = columns.join(", ");
  const values = columns.map((column) => `new.${column}`).join(", ");
  const add = `insert into ${name}_search (rowid, ${names}) values (new.n, ${values})`;
  return [
    `drop trigger if exists ${name}_search_added`,
    `drop trigger if exists ${name}_search_changed`,
    `drop table ${name}_search`,
    `create virtual table ${name}_search using fts5 (
      ${names}, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
    `insert into ${name}_search (rowid, ${names}) select n, ${names} from ${rows} order by n`,
    `create trigger ${name}_search_added after insert on ${rows} begin ${add}; end`,
    `create trigger ${name}_search_changed after update of ${names} on ${rows} begin
      delete from ${name}_search where rowid = old.n;
      ${add};
      end`,
  ];
}
