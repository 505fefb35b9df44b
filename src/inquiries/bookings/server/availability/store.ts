import { currentFacts } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";

// The table has one row, which every process reads whenever it needs the rules.
import { type Availability, readAvailability, siteAvailability } from "#inquiries/bookings/availability.ts";
import { type BookingRules, isUniform, type MeetingSpan, rulesOf, slotSpan } from "#inquiries/bookings/slots.ts";
import type { Database } from "#platform/server/database/database.ts";
import { hasRowLocks } from "#platform/server/database/locks.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { listTakenOn, toSpan } from "../seats/store.ts";
import type { AvailabilityTable } from "../table.ts";

const ROW_ID = "site";

/** Inserts the published values into an empty table. Meetings booked under 1.0.0 all have the published length. */
export async function seedAvailability(database: Database, now: Date): Promise<void> {
  if (await database.read.selectFrom("availability").select("id").executeTakeFirst()) return;
  const availability = siteAvailability(currentFacts());
  const row = { id: ROW_ID, ...columnsOf(availability, undefined), version: 1, updated_at: now.toISOString() };
  await database.transaction(async (trx) => {
    const inserted = await trx
      .insertInto("availability")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    const minutes = availability.slotMinutes;
    if (inserted)
      await trx
        .updateTable("meetings")
        .set({ meeting_minutes: minutes })
        .where("meeting_minutes", "<>", minutes)
        .execute();
  });
}

export async function readRules(db: Db): Promise<BookingRules> {
  return toRules(await db.selectFrom("availability").selectAll().executeTakeFirstOrThrow());
}

/** Blocks changes of the rules until the transaction ends. SQLite has only one writing transaction anyway. */
export async function shareLockRules(trx: Db): Promise<BookingRules> {
  const [row] = await shareLocked(trx, {});
  return toRules(row as AvailabilityTable);
}

const shareLocked = keptRead((trx: Db) => {
  const query = trx.selectFrom("availability").selectAll();
  return hasRowLocks(trx) ? query.forShare() : query;
});

/** Waits for transactions that hold the shared lock, and blocks new ones. */
export async function lockAvailability(trx: Db): Promise<AvailabilityTable> {
  const query = trx.selectFrom("availability").selectAll();
  return (hasRowLocks(trx) ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

export async function findAvailability(db: Db): Promise<AvailabilityTable> {
  return db.selectFrom("availability").selectAll().executeTakeFirstOrThrow();
}

export async function updateAvailability(
  trx: Db,
  before: AvailabilityTable,
  { availability, mixedThrough, now }: { availability: Availability; mixedThrough: string | undefined; now: Date },
): Promise<AvailabilityTable> {
  return trx
    .updateTable("availability")
    .set({ ...columnsOf(availability, mixedThrough), version: before.version + 1, updated_at: now.toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The version stays the same, because the owner's settings do not change. */
export async function setMixedThrough(trx: Db, mixedThrough: string): Promise<void> {
  await trx.updateTable("availability").set({ revision: newId(), uneven_through: mixedThrough }).execute();
}

/** One query reads both if all meetings have the length of a slot, because every request for a day's times needs both. */
export async function rulesAndTakenOn(db: Db, day: string): Promise<{ rules: BookingRules; taken: MeetingSpan[] }> {
  const cached = cachedRules();
  if (cached && isUniform(cached.rules, day)) {
    // With only the times selected, the index answers without the table.
    const rows = await db
      .selectFrom("availability")
      .leftJoin("meetings", (join) => join.on("meeting_date", "=", day).on("seat", "is not", null))
      .select(["revision", "meeting_time"])
      .execute();
    const times = rows.flatMap(({ meeting_time }) => meeting_time ?? []);
    if (rows[0]?.revision === cached.revision)
      return { rules: cached.rules, taken: times.map((time) => slotSpan(cached.rules, time, undefined)) };
  }
  return { rules: await readRules(db), taken: (await listTakenOn(db, day)).map(toSpan) };
}

export function toAvailability(row: Pick<AvailabilityTable, "content">): Availability {
  return readAvailability(currentFacts(), row.content);
}

// The content of a revision never changes, so this cannot be stale while the facts are the same.
let latest: { revision: string; of: Facts; rules: BookingRules } | undefined;

function cachedRules() {
  return latest?.of === currentFacts() ? latest : undefined;
}

function toRules(row: AvailabilityTable): BookingRules {
  const cached = cachedRules();
  if (cached?.revision === row.revision) return cached.rules;
  const of = currentFacts();
  const rules = rulesOf(of, toAvailability(row), row.uneven_through ?? undefined);
  latest = { revision: row.revision, of, rules };
  return rules;
}

function columnsOf(availability: Availability, mixedThrough: string | undefined) {
  return { revision: newId(), content: JSON.stringify(availability), uneven_through: mixedThrough ?? null };
}
