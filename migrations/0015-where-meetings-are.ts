import type { Kysely } from "kysely";
import { makeView } from "./shared/inquiries.ts";
import { run } from "./shared/statements.ts";

/** The link or address of a meeting as staff type it, the account that holds it, and that account's own link. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [
    `drop view bookings`,
    `alter table meetings add column place text`,
    `alter table meetings add column host_id text`,
    `alter table users add column video_link text`,
    ...makeView("bookings"),
  ]);
}
