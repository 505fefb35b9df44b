import { type Kysely, sql } from "kysely";

/** The runs of nightly backups and their proofs. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `create table backup_runs (
        id text primary key, due_at text not null unique, started_at text not null, ended_at text, outcome text not null,
        problem text, file text, bytes bigint, is_encrypted integer not null, copy_outcome text not null, copy_problem text,
        next_copy_at text, proof_outcome text not null, proof_problem text, proof_ms integer, report text,
        tries integer not null, claim text, claimed_until text)`,
    )
    .execute(db);
}
