import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Leads per day by source, campaign and landing page, counted by triggers so that reports read no bookings; and short links. */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of [...LINKS, ...(isPostgres ? POSTGRES : SQLITE)]) await sql.raw(statement).execute(db);
}

const LINKS = [
  `create table links (
    name text primary key, target text not null, source text not null, medium text not null, campaign text not null,
    retired_at text, version integer not null, created_at text not null, updated_at text not null)`,
  `create table link_visits (
    name text not null, day text not null, count integer not null, primary key (name, day))`,
];

type Kind = "booking" | "message";
type Visit = "first" | "last";

const TABLES: readonly [table: string, kind: Kind][] = [
  ["bookings", "booking"],
  ["contact_messages", "message"],
];
const VISITS: readonly Visit[] = ["first", "last"];
const CLICK_IDS = "'gclid', 'gbraid', 'wbraid', 'msclkid', 'ttclid', 'fbclid'";
const KEY = "touch, day, kind, status, source, campaign, referrer, click, landing_page";
const POSITIONS = "1, 2, 3, 4, 5, 6, 7, 8, 9";
const COLUMNS = `touch text not null, day text not null, kind text not null, status text not null, source text not null,
  campaign text not null, referrer text not null, click text not null, landing_page text not null, count integer not null`;

/** Splits a text at the first separator. */
type Cut = { before: (text: string, separator: string) => string; after: (text: string, separator: string) => string };

const SQLITE_CUT: Cut = {
  before: (text, separator) => `substr(${text}, 1, instr(${text} || '${separator}', '${separator}') - 1)`,
  after: (text, separator) =>
    `iif(instr(${text}, '${separator}') > 0, substr(${text}, instr(${text}, '${separator}') + ${separator.length}), '')`,
};

const POSTGRES_CUT: Cut = {
  before: (text, separator) => `split_part(${text}, '${separator}', 1)`,
  after: (text, separator) => `split_part(${text}, '${separator}', 2)`,
};

/** The status of a message is left out: it says nothing about a campaign's success. */
function keyOf(row: string, visit: Visit, kind: Kind, cut: Cut): string {
  const column = (name: string) => `${row}${visit}_${name}`;
  const click = cut.before(column("click_id"), ":");
  return [
    `'${visit}'`,
    `substr(${row}created_at, 1, 10)`,
    `'${kind}'`,
    kind === "booking" ? `${row}status` : "''",
    bounded(column("utm_source")),
    bounded(column("utm_campaign")),
    bounded(cut.before(cut.after(column("referrer"), "://"), "/")),
    `case when ${click} in (${CLICK_IDS}) then ${click} else '' end`,
    bounded(cut.before(cut.before(column("landing_page"), "?"), "#")),
  ].join(", ");
}

/** PostgreSQL refuses keys, and with them the booking, from about 2,700 bytes. */
function bounded(text: string): string {
  return `coalesce(substr(${text}, 1, 100), '')`;
}

function fill(cut: Cut): string[] {
  return TABLES.flatMap(([table, kind]) =>
    VISITS.map(
      (visit) =>
        `insert into lead_counts (${KEY}, count)
          select ${keyOf("", visit, kind, cut)}, count(*) from ${table} group by ${POSITIONS}`,
    ),
  );
}

/** "where true", because SQLite would parse "on conflict" as a join condition. */
function countInSqlite(row: "new." | "old.", kind: Kind, change: 1 | -1): string {
  const keys = VISITS.map((visit) => `select ${keyOf(row, visit, kind, SQLITE_CUT)}, ${change}`).join(" union all ");
  return `insert into lead_counts (${KEY}, count) select * from (${keys}) where true
      on conflict do update set count = count + ${change}`;
}

/** A visitor's text in a URL is deleted with the last lead that has it. */
function forgetEmpty(kind: Kind): string {
  return `delete from lead_counts where touch in ('first', 'last') and day = substr(old.created_at, 1, 10)
      and kind = '${kind}' and status = ${kind === "booking" ? "old.status" : "''"} and count = 0`;
}

const SQLITE = [
  `create table lead_counts (${COLUMNS}, primary key (${KEY})) without rowid`,
  ...fill(SQLITE_CUT),
  ...TABLES.flatMap(([table, kind]) => [
    `create trigger ${table}_sourced after insert on ${table} begin
      ${countInSqlite("new.", kind, 1)};
      end`,
    `create trigger ${table}_unsourced after delete on ${table} begin
      ${countInSqlite("old.", kind, -1)};
      ${forgetEmpty(kind)};
      end`,
  ]),
  `create trigger bookings_resourced after update of status on bookings when old.status <> new.status begin
    ${countInSqlite("old.", "booking", -1)};
    ${countInSqlite("new.", "booking", 1)};
    ${forgetEmpty("booking")};
    end`,
];

/** In parts as in 0006, and sorted, so that two transactions that count the same kinds cannot deadlock. */
function countInPostgres(kind: Kind): string {
  const changes = VISITS.flatMap((visit) => [
    `select ${keyOf("new.", visit, kind, POSTGRES_CUT)}, 1 where tg_op <> 'DELETE'`,
    `select ${keyOf("old.", visit, kind, POSTGRES_CUT)}, -1 where tg_op <> 'INSERT'`,
  ]).join(" union all ");
  return `create function count_${kind}_sources() returns trigger language plpgsql as $$
    begin
    insert into lead_counts as counts (${KEY}, part, count)
      select ${KEY}, pg_backend_pid() % 32 + 1, sum(change) from (${changes}) as changes (${KEY}, change)
      group by ${POSITIONS} having sum(change) <> 0
      order by ${POSITIONS}
      on conflict (${KEY}, part) do update set count = counts.count + excluded.count;
    return null;
    end $$`;
}

const POSTGRES = [
  // Housekeeping merges the other parts into part 0.
  `create table lead_counts (${COLUMNS}, part integer not null default 0, primary key (${KEY}, part))
    with (fillfactor = 50)`,
  ...fill(POSTGRES_CUT),
  ...TABLES.map(([, kind]) => countInPostgres(kind)),
  `create trigger bookings_sourced after insert or delete or update of status on bookings
    for each row execute function count_booking_sources()`,
  `create trigger contact_messages_sourced after insert or delete on contact_messages
    for each row execute function count_message_sources()`,
];
