import { sql } from "kysely";
import type { Presence } from "#platform/server/database/presence.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { DiskReadingsTable, FigureKind, SystemAlarmsTable, SystemFiguresTable } from "./table.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const FIGURES_TTL_MS = 8 * DAY_MS;
const PROCESSES_TTL_MS = 30 * DAY_MS;
const READINGS_TTL_MS = 60 * DAY_MS;
const ALARMS_TTL_MS = 7 * DAY_MS;

export type Figure = Omit<SystemFiguresTable, "hour">;

export function hourOf(now: Date): string {
  return now.toISOString().slice(0, 13);
}

/** One statement in a fixed order lets two processes lock the rows without a deadlock. */
export async function addFigures(trx: Db, rows: readonly SystemFiguresTable[]): Promise<void> {
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await trx
    .insertInto("system_figures")
    .values(sorted)
    .onConflict((conflict) =>
      conflict.columns(["hour", "kind", "name"]).doUpdateSet({
        count: sql`system_figures.count + excluded.count`,
        errors: sql`system_figures.errors + excluded.errors`,
        total_ms: sql`system_figures.total_ms + excluded.total_ms`,
        max_ms: sql`case when excluded.max_ms > system_figures.max_ms then excluded.max_ms else system_figures.max_ms end`,
      }),
    )
    .execute();
}

export async function sumFigures(db: Db, kind: FigureKind, hour: string): Promise<Figure[]> {
  const rows = await db
    .selectFrom("system_figures")
    .select((is) => [
      "name",
      is.fn.sum<number>("count").as("count"),
      is.fn.sum<number>("errors").as("errors"),
      is.fn.sum<number>("total_ms").as("total_ms"),
      is.fn.max<number>("max_ms").as("max_ms"),
    ])
    .where("kind", "=", kind)
    .where("hour", ">=", hour)
    .groupBy("name")
    .orderBy("name")
    .execute();
  // PostgreSQL adds up integers to a bigint, which arrives as text.
  return rows.map(({ name, count, errors, total_ms, max_ms }) => ({
    kind,
    name,
    count: Number(count),
    errors: Number(errors),
    total_ms: Number(total_ms),
    max_ms: Number(max_ms),
  }));
}

export async function markStarted(trx: Db, process: { id: string; version: string; now: Date }): Promise<void> {
  const { id, version, now } = process;
  const at = now.toISOString();
  await trx
    .insertInto("system_processes")
    .values({ id, version, started_at: at, stopped_at: null, crashed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function markStopped(trx: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  await trx.updateTable("system_processes").set({ stopped_at: now.toISOString() }).where("id", "=", id).execute();
}

export async function listOpenProcesses(db: Db): Promise<string[]> {
  const open = db.selectFrom("system_processes").where("stopped_at", "is", null).where("crashed_at", "is", null);
  return (await open.select("id").execute()).map(({ id }) => id);
}

export async function markCrashed(trx: Db, ids: readonly string[], now: Date): Promise<void> {
  const open = trx.updateTable("system_processes").where("id", "in", ids).where("crashed_at", "is", null);
  await open.where("stopped_at", "is", null).set({ crashed_at: now.toISOString() }).execute();
}

export type Processes = {
  running: string[];
  lost: string[];
  crashed: string[];
  stoppedAt: string | null;
};

export async function readProcesses(db: Db, presence: Pick<Presence, "listHeld">, now: Date): Promise<Processes> {
  const rows = await db.selectFrom("system_processes").selectAll().orderBy("started_at", "desc").execute();
  const open = rows.filter(({ stopped_at }) => stopped_at === null);
  const held = await presence.listHeld(open.map(({ id }) => id));
  const ended = open.filter(({ id }) => !held.has(id));
  const crashes = ended.flatMap(({ crashed_at }) => crashed_at ?? []).toSorted();
  return {
    running: open.filter(({ id }) => held.has(id)).map(({ version }) => version),
    lost: ended.filter(({ crashed_at }) => crashed_at === null).map(({ started_at }) => started_at),
    crashed: crashes.filter((at) => at >= ago(now, DAY_MS)),
    stoppedAt:
      rows
        .flatMap(({ stopped_at }) => stopped_at ?? [])
        .toSorted()
        .at(-1) ?? null,
  };
}

export async function addReading(trx: Db, reading: DiskReadingsTable): Promise<void> {
  await trx
    .insertInto("disk_readings")
    .values(reading)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listReadings(
  db: Db,
  { place, machine, from }: { place: string; machine: string; from: string },
): Promise<{ day: string; freeBytes: number }[]> {
  const rows = await db
    .selectFrom("disk_readings")
    .select(["day", "free_bytes"])
    .where("place", "=", place)
    .where("machine", "=", machine)
    .where("day", ">=", from)
    .orderBy("day")
    .execute();
  return rows.map(({ day, free_bytes }) => ({ day, freeBytes: Number(free_bytes) }));
}

export async function recordTrouble(trx: Db, id: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await trx
    .insertInto("system_alarms")
    .values({ id, bad_since: at, good_since: null, told_at: null, updated_at: at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ good_since: null, updated_at: at }))
    .execute();
}

export async function claimAlarm(
  trx: Db,
  { id, badBefore, now }: { id: string; badBefore: Date; now: Date },
): Promise<SystemAlarmsTable | undefined> {
  return trx
    .updateTable("system_alarms")
    .set({ told_at: now.toISOString() })
    .where("id", "=", id)
    .where("told_at", "is", null)
    .where("bad_since", "<=", badBefore.toISOString())
    .returningAll()
    .executeTakeFirst();
}

export async function recordRecovery(trx: Db, id: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await trx.deleteFrom("system_alarms").where("id", "=", id).where("told_at", "is", null).execute();
  await trx
    .updateTable("system_alarms")
    .set((is) => ({ good_since: is.fn.coalesce("good_since", is.val(at)), updated_at: at }))
    .where("id", "=", id)
    .execute();
}

export async function claimEndedAlarm(
  trx: Db,
  { id, goodBefore }: { id: string; goodBefore: Date },
): Promise<SystemAlarmsTable | undefined> {
  return trx
    .deleteFrom("system_alarms")
    .where("id", "=", id)
    .where("good_since", "<=", goodBefore.toISOString())
    .returningAll()
    .executeTakeFirst();
}

export async function listAlarms(db: Db): Promise<SystemAlarmsTable[]> {
  return db.selectFrom("system_alarms").selectAll().execute();
}

export async function deleteOldSystemData(trx: Db, now: Date): Promise<void> {
  await trx.deleteFrom("system_figures").where("hour", "<", ago(now, FIGURES_TTL_MS).slice(0, 13)).execute();
  await trx
    .deleteFrom("system_processes")
    .where((is) => is(is.fn.coalesce("stopped_at", "crashed_at"), "<", ago(now, PROCESSES_TTL_MS)))
    .execute();
  await trx.deleteFrom("disk_readings").where("day", "<", ago(now, READINGS_TTL_MS).slice(0, 10)).execute();
  await trx.deleteFrom("system_alarms").where("updated_at", "<", ago(now, ALARMS_TTL_MS)).execute();
}

function ago(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}

function keyOf({ hour, kind, name }: SystemFiguresTable): string {
  return `${hour} ${kind} ${name}`;
}
