import { type Kysely, sql } from "kysely";

/** What the processes of the site say of themselves: figures per hour, starts and ends, free space per day, and alarms. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [
    `create table system_figures (
      hour text not null, kind text not null, name text not null, count integer not null, errors integer not null,
      total_ms bigint not null, max_ms integer not null, primary key (hour, kind, name))`,
    `create table system_processes (
      id text primary key, version text not null, started_at text not null, seen_at text not null, stopped_at text,
      suspected_at text, crashed_at text)`,
    `create table disk_readings (
      day text not null, place text not null, machine text not null, free_bytes bigint not null,
      primary key (day, place, machine))`,
    `create table system_alarms (
      id text primary key, bad_since text not null, good_since text, told_at text, updated_at text not null)`,
  ])
    await sql.raw(statement).execute(db);
}
