import type { Kysely } from "kysely";
import { run } from "./shared/statements.ts";

/** A restore fills both. Nothing is copied: until then all keys are derived from the secret, as before. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [
    `create table link_keys (id text primary key, encrypted text not null)`,
    `create table token_seeds (id text primary key, seed text not null)`,
  ]);
}
