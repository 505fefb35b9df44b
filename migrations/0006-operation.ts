import type { Kysely } from "kysely";
import { run } from "./shared/statements.ts";

/** Everything that was done, newest first; nightly backups and their proofs; and what the processes of the site say of themselves. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [...HISTORY, ...BACKUPS, ...SYSTEM]);
}

/** By person, by kind, or both. */
const HISTORY = [
  `create index history_staff on history (created_at, id) where actor <> 'visitor'`,
  `create index history_staff_kind on history (subject_kind, created_at, id) where actor <> 'visitor'`,
  `create index history_actor on history (actor, created_at, id) where actor <> 'visitor'`,
  `create index history_actor_kind on history (actor, subject_kind, created_at, id) where actor <> 'visitor'`,
];

const BACKUPS = [
  `create table backup_runs (
    id text primary key, due_at text not null unique, started_at text not null, ended_at text, outcome text not null,
    problem text, file text, bytes bigint, is_encrypted integer not null, copy_outcome text not null, copy_problem text,
    next_copy_at text, proof_outcome text not null, proof_problem text, proof_ms integer, report text,
    tries integer not null, claim text, claimed_until text)`,
  `create table journal_copies (id text primary key, tried_at text not null, copied_at text, problem text)`,
];

const SYSTEM = [
  `create table system_figures (
    hour text not null, kind text not null, name text not null, count integer not null, errors integer not null,
    total_ms bigint not null, max_ms integer not null, primary key (hour, kind, name))`,
  `create table system_processes (
    id text primary key, version text not null, started_at text not null, stopped_at text,
    crashed_at text)`,
  `create table disk_readings (
    day text not null, place text not null, machine text not null, free_bytes bigint not null,
    primary key (day, place, machine))`,
  `create table system_alarms (
    id text primary key, bad_since text not null, good_since text, told_at text, updated_at text not null)`,
];
