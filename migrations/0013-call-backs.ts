import type { Kysely } from "kysely";
import { makeView } from "./shared/inquiries.ts";
import { run } from "./shared/statements.ts";

/** What a visitor asked for who wants to be called, and the first time at which people may be called then. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [
    "alter table phone_calls add column asked_for text",
    "alter table phone_calls add column call_from text",
    ...makeView("calls"),
  ]);
}
