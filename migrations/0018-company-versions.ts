import { type Kysely, PostgresAdapter, sql } from "kysely";

/** The facts of the company in numbered versions, which are only ever added to, and the draft of the next one. */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of [...TABLES, ...(isPostgres ? POSTGRES : SQLITE)]) await sql.raw(statement).execute(db);
}

const TABLES = [
  `create table company_versions (
    number integer primary key, facts text not null, changes text not null, published_by text not null,
    published_at text not null)`,
  `create table company_drafts (
    id text primary key, facts text not null, version integer not null, changed_by text not null,
    changed_at text not null)`,
];

const SQLITE = [
  `create trigger company_versions_kept before update on company_versions begin
    select raise(abort, 'versions of the company are only ever added to');
    end`,
  `create trigger company_versions_not_deleted before delete on company_versions begin
    select raise(abort, 'versions of the company are only ever added to');
    end`,
];

const POSTGRES = [
  `create function keep_company_versions() returns trigger language plpgsql as $$
    begin
    raise exception 'versions of the company are only ever added to';
    end $$`,
  `create trigger company_versions_kept before update or delete on company_versions
    for each row execute function keep_company_versions()`,
];
