import type { Kysely } from "kysely";
import { run } from "./shared/statements.ts";

/** What each admin may do. Who is an admin already may do everything. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [
    `alter table users add column duties text not null default ''`,
    `alter table users add column own_leads_only integer not null default 0`,
    `update users set duties = 'answer sell site numbers take-out rights run' where role = 'admin'`,
    `alter table account_links add column duties text`,
    `alter table account_links add column own_leads_only integer not null default 0`,
  ]);
}
