import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Offers and the sellers' answers. The database refuses to change what a seller has been shown. */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of [...TABLES, ...(isPostgres ? POSTGRES : SQLITE)]) await sql.raw(statement).execute(db);
}

const TABLES = [
  `create table offers (
    id text primary key, lead_id text not null, number integer not null, state text not null, content text not null,
    figures text not null, valid_until text not null, offer_cents bigint not null, version integer not null,
    created_by text not null, created_at text not null, updated_at text not null, sent_by text, sent_at text,
    ended_by text, ended_at text, opened_count integer not null, first_opened_at text, last_opened_at text)`,
  `create unique index offers_lead on offers (lead_id, number)`,
  `create unique index offers_draft on offers (lead_id) where state = 'draft'`,
  `create unique index offers_standing on offers (lead_id) where state = 'sent'`,
  `create index offers_sent on offers (sent_at) where sent_at is not null`,
  `create table offer_answers (
    id text primary key, offer_id text not null, answer text not null, words text, amount_cents bigint,
    alternative text, closing_day text, at text not null)`,
  `create index offer_answers_offer on offer_answers (offer_id, at)`,
  // Of meetings held lately, for how soon an offer followed, and of those that still wait for one.
  `create index leads_met on leads (met_at) where met_at is not null`,
];

const KEPT = "an offer that was sent is never changed";
const WATCHED = ["lead_id", "number", "content", "figures", "valid_until", "offer_cents", "sent_by", "sent_at"];
const WATCHED_COLUMNS = WATCHED.join(", ");
const IS_SENT = "old.state <> 'draft'";
const IS_BACK = "old.state <> 'draft' and new.state <> old.state and (old.state <> 'sent' or new.state = 'draft')";

const SQLITE = [
  `create trigger offers_kept before update of ${WATCHED_COLUMNS} on offers when ${IS_SENT} begin
    select raise(abort, '${KEPT}'); end`,
  `create trigger offers_not_reopened before update of state on offers when ${IS_BACK} begin
    select raise(abort, '${KEPT}'); end`,
  `create trigger offer_answers_kept before update on offer_answers begin
    select raise(abort, 'answers are only ever added to'); end`,
];

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
];
