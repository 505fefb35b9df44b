import type { Kysely } from "kysely";
import { isPostgres, run } from "./shared/statements.ts";

const INDEXED = { inquiries: "search_text, phone_digits", people: "search_text, phone_digits", leads: "search_text" };

/**
 * For SQLite, which writes a piece of an index for each statement that adds to it: what a transaction has added waits in a
 * table, and one statement before the commit indexes all of it. PostgreSQL has such a list of its own.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (isPostgres(db)) return;
  await run(db, [
    "create table pending_search (name text not null, n integer not null, primary key (name, n)) without rowid",
    ...Object.entries(INDEXED).flatMap(([name, columns]) => indexedLater(name, columns)),
  ]);
}

function indexedLater(name: string, columns: string): string[] {
  const rows = `${name}_search_rows`;
  const wait = `insert into pending_search values ('${name}', new.n) on conflict do nothing`;
  return [
    `drop trigger ${name}_search_added`,
    `drop trigger ${name}_search_changed`,
    `create trigger ${name}_search_added after insert on ${rows} begin ${wait}; end`,
    `create trigger ${name}_search_changed after update of ${columns} on ${rows} begin
      delete from ${name}_search where rowid = old.n; ${wait}; end`,
    `create trigger ${name}_search_indexed after delete on pending_search when old.name = '${name}' begin
      insert into ${name}_search (rowid, ${columns}) select n, ${columns} from ${rows} where n = old.n; end`,
  ];
}
