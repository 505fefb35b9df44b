import type { Kysely } from "kysely";
import { makeView } from "./shared/inquiries.ts";
import { run } from "./shared/statements.ts";

/**
 * The link or address of a meeting as staff type it, the account that holds it, and that account's own link. When the step
 * was due that such a promise has come before.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [
    `drop view bookings`,
    `alter table meetings add column place text`,
    `alter table meetings add column host_id text`,
    `alter table users add column video_link text`,
    `alter table next_steps add column then_due text`,
    ...makeView("bookings"),
  ]);
}
