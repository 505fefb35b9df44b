import type { Kysely } from "kysely";
import { run } from "./shared/statements.ts";

/** Who edited what in the draft, and when last. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [`alter table company_drafts add column editors text not null default '[]'`]);
}
