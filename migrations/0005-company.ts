import { type Kysely, sql } from "kysely";
import { isPostgres, run } from "./shared/statements.ts";

/**
 * The facts of the company in numbered versions, which are only ever added to, and the draft of the next one. Its pictures,
 * each in two sizes and as an icon. The owner's availability.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [...VERSIONS, ...(isPostgres(db) ? POSTGRES : SQLITE)]);
  const bytes = isPostgres(db) ? sql`bytea` : sql`blob`;
  await sql`create table pictures (
    id text primary key, width integer not null, height integer not null, small ${bytes} not null, large ${bytes} not null,
    icon ${bytes} not null, uploaded_by text not null, uploaded_at text not null, published_at text)`.execute(db);
  await sql`create table availability (
    id text primary key, revision text not null, content text not null, updated_at text not null,
    version integer not null, uneven_through text)`.execute(db);
}

const VERSIONS = [
  // The retention stands beside the facts, because a shorter one takes effect a week later.
  `create table company_versions (
    number integer primary key, facts text not null, changes text not null, published_by text not null,
    published_at text not null, erase_after_days integer)`,
  // A draft names the version that it changes: written from an older one, it would take a later publication back unseen.
  `create table company_drafts (
    id text primary key, facts text not null, version integer not null, changed_by text not null,
    changed_at text not null, based_on integer default 0 not null)`,
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
