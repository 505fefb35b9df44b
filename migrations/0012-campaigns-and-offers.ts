import type { Kysely } from "kysely";
import { isPostgres, run } from "./shared/statements.ts";

/**
 * Short links, what advertising cost by month, and leads per day by source, campaign and landing page with what became of
 * them, counted by triggers so that reports read no leads. And offers with the sellers' answers: the database refuses to change
 * what a seller has been shown.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [...CAMPAIGNS, ...OFFERS, ...(isPostgres(db) ? POSTGRES : SQLITE)]);
}

const CAMPAIGNS = [
  `create table links (
    name text primary key, target text not null, source text not null, medium text not null, campaign text not null,
    retired_at text, version integer not null, created_at text not null, updated_at text not null)`,
  `create table link_visits (
    name text not null, day text not null, count integer not null, primary key (name, day))`,
  `create table campaign_spend (
    source text not null, campaign text not null, month text not null, cents bigint, version integer not null,
    created_at text not null, updated_at text not null, primary key (source, campaign, month), check (cents >= 0))`,
  `create index campaign_spend_by_month on campaign_spend (month)`,
];

const OFFERS = [
  `create table offers (
    id text primary key, lead_id text not null, number integer not null, state text not null, content text not null,
    figures text not null, valid_until text not null, offer_cents bigint not null, version integer not null,
    created_by text not null, created_at text not null, updated_at text not null, sent_by text, sent_at text,
    ended_by text, ended_at text, opened_count integer not null, first_opened_at text, last_opened_at text)`,
  `create unique index offers_lead on offers (lead_id, number)`,
  `create unique index offers_draft on offers (lead_id) where state = 'draft'`,
  `create unique index offers_standing on offers (lead_id) where state = 'sent'`,
  `create index offers_open on offers (valid_until) where state = 'sent'`,
  `create index offers_sent on offers (sent_at) where sent_at is not null`,
  `create table offer_answers (
    id text primary key, offer_id text not null, answer text not null, words text, amount_cents bigint,
    alternative text, closing_day text, at text not null)`,
  `create index offer_answers_offer on offer_answers (offer_id, at)`,
  // Of meetings held lately, for how soon an offer followed, and of those that still wait for one.
  `create index leads_met on leads (met_at) where met_at is not null`,
  `create index leads_offered on leads (offered_at) where offered_at is not null`,
  `create index leads_contract on leads (contract_at) where contract_at is not null`,
];

const KEPT = "an offer that was sent is never changed";
const WATCHED = ["lead_id", "number", "content", "figures", "valid_until", "offer_cents", "sent_by", "sent_at"];
const WATCHED_COLUMNS = WATCHED.join(", ");
const IS_SENT = "old.state <> 'draft'";
const IS_BACK = "old.state <> 'draft' and new.state <> old.state and (old.state <> 'sent' or new.state = 'draft')";

type Visit = "first" | "last";

const VISITS: readonly Visit[] = ["first", "last"];
const CLICK_IDS = "'gclid', 'gbraid', 'wbraid', 'msclkid', 'ttclid', 'fbclid'";
const KEY = "touch, day, source, campaign, referrer, click, landing_page";
const POSITIONS = "1, 2, 3, 4, 5, 6, 7";
const KEY_COLUMNS = `touch text not null, day text not null, source text not null, campaign text not null,
  referrer text not null, click text not null, landing_page text not null`;

/** Leads that are joined count as the one they are joined into. A contract means that there was an offer, and a closing that there was a contract, even if nobody entered it. */
const MEASURES: Readonly<Record<string, (row: string) => string>> = {
  leads: (row) => one(`${row}joined_into is null`),
  said: (row) => `case when ${row}joined_into is null then ${row}source_said else 0 end`,
  held: (row) => one(`${row}met_at is not null`),
  offers: (row) => one(`coalesce(${row}offered_at, ${row}contract_at, ${row}closed_at) is not null`),
  contracts: (row) => one(`coalesce(${row}contract_at, ${row}closed_at) is not null`),
  closings: (row) => one(`${row}closed_at is not null`),
  spreads: (row) => one(hasSpread(row)),
  spread_cents: (row) => `case when ${hasSpread(row)} then ${row}closing_cents - ${row}contract_cents else 0 end`,
};

const NAMES = Object.keys(MEASURES);
const MEASURE_COLUMNS = NAMES.map((name) => `${name} ${name === "spread_cents" ? "bigint" : "integer"} not null`);
const SUMS = NAMES.map((name) => `sum(${name})`).join(", ");
const ADDED = NAMES.map((name) => `${name} = lead_counts.${name} + excluded.${name}`).join(", ");

const READ = [
  "created_at",
  "joined_into",
  "source_said",
  "met_at",
  "offered_at",
  "contract_at",
  "closed_at",
  "contract_cents",
  "closing_cents",
  ...VISITS.flatMap((visit) =>
    ["utm_source", "utm_campaign", "referrer", "click_id", "landing_page"].map((name) => `${visit}_${name}`),
  ),
];

function one(condition: string): string {
  return `case when ${condition} then 1 else 0 end`;
}

function hasSpread(row: string): string {
  return `${row}closed_at is not null and ${row}closing_cents is not null and ${row}contract_cents is not null`;
}

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

function keyOf(row: string, visit: Visit, cut: Cut): string {
  const column = (name: string) => `${row}${visit}_${name}`;
  const click = cut.before(column("click_id"), ":");
  return [
    `'${visit}'`,
    `substr(${row}created_at, 1, 10)`,
    bounded(column("utm_source")),
    bounded(column("utm_campaign")),
    bounded(cut.before(cut.after(column("referrer"), "://"), "/")),
    `case when ${click} in (${CLICK_IDS}) then ${click} else '' end`,
    bounded(cut.before(cut.before(column("landing_page"), "?"), "#")),
  ].join(", ");
}

/** PostgreSQL refuses keys, and with them the lead, from about 2,700 bytes. */
function bounded(text: string): string {
  return `coalesce(substr(${text}, 1, 100), '')`;
}

function measuresOf(row: string, change: 1 | -1): string {
  return Object.values(MEASURES)
    .map((measure) => `${change} * (${measure(row)})`)
    .join(", ");
}

function fill(cut: Cut): string[] {
  return VISITS.map(
    (visit) =>
      `insert into lead_counts (${KEY}, ${NAMES.join(", ")})
        select ${keyOf("", visit, cut)}, ${Object.values(MEASURES)
          .map((measure) => `sum(${measure("")})`)
          .join(", ")} from leads group by ${POSITIONS}`,
  );
}

/** "where true", because SQLite would parse "on conflict" as a join condition. */
function countInSqlite(row: "new." | "old.", change: 1 | -1): string {
  const keys = VISITS.map((visit) => `select ${keyOf(row, visit, SQLITE_CUT)}, ${measuresOf(row, change)}`);
  return `insert into lead_counts (${KEY}, ${NAMES.join(", ")}) select * from (${keys.join(" union all ")}) where true
      on conflict do update set ${ADDED}`;
}

/** A visitor's text in a URL is deleted with the last lead that has it. Every other measure is of some of the leads. */
const FORGET_EMPTY = `delete from lead_counts where touch in ('first', 'last') and day = substr(old.created_at, 1, 10)
      and leads = 0`;

const SQLITE = [
  `create trigger offers_kept before update of ${WATCHED_COLUMNS} on offers when ${IS_SENT} begin
    select raise(abort, '${KEPT}'); end`,
  `create trigger offers_not_reopened before update of state on offers when ${IS_BACK} begin
    select raise(abort, '${KEPT}'); end`,
  `create trigger offer_answers_kept before update on offer_answers begin
    select raise(abort, 'answers are only ever added to'); end`,
  `create table lead_counts (${KEY_COLUMNS}, ${MEASURE_COLUMNS}, primary key (${KEY})) without rowid`,
  ...fill(SQLITE_CUT),
  `create trigger leads_sourced after insert on leads begin
    ${countInSqlite("new.", 1)};
    end`,
  `create trigger leads_unsourced after delete on leads begin
    ${countInSqlite("old.", -1)};
    ${FORGET_EMPTY};
    end`,
  `create trigger leads_resourced after update of ${READ.join(", ")} on leads
    when ${READ.map((name) => `old.${name} is not new.${name}`).join(" or ")} begin
    ${countInSqlite("old.", -1)};
    ${countInSqlite("new.", 1)};
    ${FORGET_EMPTY};
    end`,
];

/** In parts and sorted, as in 0010. */
function countInPostgres(): string {
  const changes = VISITS.flatMap((visit) => [
    `select ${keyOf("new.", visit, POSTGRES_CUT)}, ${measuresOf("new.", 1)} where tg_op <> 'DELETE'`,
    `select ${keyOf("old.", visit, POSTGRES_CUT)}, ${measuresOf("old.", -1)} where tg_op <> 'INSERT'`,
  ]).join(" union all ");
  return `create function count_leads() returns trigger language plpgsql as $$
    begin
    insert into lead_counts (${KEY}, part, ${NAMES.join(", ")})
      select ${KEY}, pg_backend_pid() % 32 + 1, ${SUMS} from (${changes}) as changes (${KEY}, ${NAMES.join(", ")})
      group by ${POSITIONS} having row(${SUMS}) <> row(${NAMES.map(() => "0").join(", ")})
      order by ${POSITIONS}
      on conflict (${KEY}, part) do update set ${ADDED};
    return null;
    end $$`;
}

const POSTGRES = [
  `create function keep_offers() returns trigger language plpgsql as $$
    begin
    raise exception '${KEPT}';
    end $$`,
  `create trigger offers_kept before update of ${WATCHED_COLUMNS} on offers
    for each row when (${IS_SENT}) execute function keep_offers()`,
  `create trigger offers_not_reopened before update of state on offers
    for each row when (${IS_BACK}) execute function keep_offers()`,
  `create trigger offer_answers_kept before update on offer_answers for each row execute function keep_offers()`,
  // Housekeeping merges the other parts into part 0.
  `create table lead_counts (${KEY_COLUMNS}, ${MEASURE_COLUMNS}, part integer not null default 0,
    primary key (${KEY}, part)) with (fillfactor = 50)`,
  ...fill(POSTGRES_CUT),
  countInPostgres(),
  `create trigger leads_sourced after insert or delete or update of ${READ.join(", ")} on leads
    for each row execute function count_leads()`,
];
