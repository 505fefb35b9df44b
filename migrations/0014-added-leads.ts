import type { Kysely } from "kysely";
import { makeView } from "./shared/inquiries.ts";
import { run } from "./shared/statements.ts";

/**
 * Leads that a program adds with a key: the vendor's id, by which a repeat is known, and what the lead cost. What the owner has
 * set at such a key, and the bodies that were refused; whom they name, for the export and the erasure.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [...CALLS, ...makeView("calls"), ...KEYS]);
}

const CALLS = [
  ...["key_id text", "vendor_id text", "cost_cents bigint"].map(
    (column) => `alter table phone_calls add column ${column}`,
  ),
  `create unique index phone_calls_vendor on phone_calls (key_id, vendor_id)`,
  `create index phone_calls_cost on phone_calls (id) where cost_cents is not null`,
];

const KEYS = [
  `create table lead_keys (
    key_id text primary key, source text not null, campaign text not null, cost_cents bigint, fields text not null,
    sample_until text, origins text not null, thanks_url text not null, a_day integer not null, version integer not null, updated_at text not null)`,
  `create table refused_bodies (
    id text primary key, key_id text not null, hash text not null, body text not null, reason text not null,
    is_sample integer not null, at text not null)`,
  `create unique index refused_bodies_hash on refused_bodies (key_id, hash)`,
  `create index refused_bodies_key on refused_bodies (key_id, at)`,
  `create index refused_bodies_at on refused_bodies (at)`,
  `create table refused_body_names (body_id text not null, name text not null, primary key (body_id, name))`,
  `create index refused_body_names_name on refused_body_names (name)`,
];
