import type { Kysely } from "kysely";
import { makeView } from "./shared/inquiries.ts";
import { run } from "./shared/statements.ts";

/** Leads that a program adds with a key: the vendor's id, by which a repeat is known, and what the lead cost. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [...CALLS, ...makeView("calls")]);
}

const CALLS = [
  ...["key_id text", "vendor_id text", "cost_cents bigint"].map(
    (column) => `alter table phone_calls add column ${column}`,
  ),
  `create unique index phone_calls_vendor on phone_calls (key_id, vendor_id)`,
  `create index phone_calls_cost on phone_calls (id) where cost_cents is not null`,
];
