// The only SQL of the availability table: one row, which every process reads anew each time it needs it.
import type { Kysely } from "kysely";
import { type Availability, readAvailability, siteAvailability } from "#bookings/availability.ts";
import { type BookingRules, isUniform, type MeetingSpan, rulesOf, slotSpan } from "#bookings/slots.ts";
import type { Database } from "#platform/server/database/database.ts";
import { hasRowLocks } from "#platform/server/database/locks.ts";
import { newId } from "#platform/server/ids.ts";
import { toSpan } from "../seats/store.ts";
import type { AvailabilityTable, BookingsTables } from "../table.ts";

type Db = Kysely<BookingsTables>;

const THE_ONE = "site";

/** Puts what site.config.ts says where there is nothing yet. */
export async function seedAvailability(database: Database<BookingsTables>, now: Date): Promise<void> {
  if (await database.read.selectFrom("availability").select("id").executeTakeFirst()) return;
  const row = { id: THE_ONE, ...columnsOf(siteAvailability, undefined), version: 1, updated_at: now.toISOString() };
  await database.transaction((trx) =>
    trx
      .insertInto("availability")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute(),
  );
}

export async function readRules(db: Db): Promise<BookingRules> {
  return toRules(await db.selectFrom("availability").selectAll().executeTakeFirstOrThrow());
}

/**
 * The rules as they are until the end of this transaction: whoever changes them waits for it, and this one waits for a
 * change under way. SQLite runs one writing transaction at a time anyway.
 */
export async function shareLockRules(trx: Db): Promise<BookingRules> {
  const query = trx.selectFrom("availability").selectAll();
  return toRules(await (hasRowLocks(trx) ? query.forShare() : query).executeTakeFirstOrThrow());
}

/** As shareLockRules, for whoever is about to change them: alone from now on, and after everybody who holds them. */
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

/** Says up to which day there are bookings that do not fit the slots. For the owner nothing changes by it. */
export async function setMixedThrough(trx: Db, mixedThrough: string | undefined): Promise<void> {
  await trx
    .updateTable("availability")
    .set({ revision: newId(), uneven_through: mixedThrough ?? null })
    .execute();
}

/** The rules, and what holds a seat on a day: in one query, because every look at a day's times asks it. */
export async function rulesAndTakenOn(db: Db, day: string): Promise<{ rules: BookingRules; held: MeetingSpan[] }> {
  const query = db
    .selectFrom("availability")
    .leftJoin("bookings", (join) => join.on("meeting_date", "=", day).on("seat", "is not", null))
    .select(["revision", "meeting_time"]);
  const known = latest;
  if (known && isUniform(known.rules, day)) {
    // The index alone knows the times.
    const rows = await query.execute();
    const times = rows.flatMap(({ meeting_time }) => meeting_time ?? []);
    if (rows[0]?.revision === known.revision)
      return { rules: known.rules, held: times.map((time) => slotSpan(known.rules, time, undefined)) };
  }
  const rows = await query.select(["meeting_minutes", "meeting_type"]).execute();
  const rules = rows[0]?.revision === latest?.revision ? latest?.rules : undefined;
  return {
    rules: rules ?? (await readRules(db)),
    held: rows.flatMap(({ meeting_time, meeting_minutes, meeting_type }) =>
      meeting_time !== null && meeting_minutes !== null && meeting_type !== null
        ? [toSpan({ meetingTime: meeting_time, meetingMinutes: meeting_minutes, meetingType: meeting_type })]
        : [],
    ),
  };
}

export function toAvailability(row: Pick<AvailabilityTable, "content">): Availability {
  return readAvailability(row.content);
}

// A revision never comes back with another content, so this cannot be stale.
let latest: { revision: string; rules: BookingRules } | undefined;

function toRules(row: AvailabilityTable): BookingRules {
  if (latest?.revision !== row.revision)
    latest = { revision: row.revision, rules: rulesOf(toAvailability(row), row.uneven_through ?? undefined) };
  return latest.rules;
}

function columnsOf(availability: Availability, mixedThrough: string | undefined) {
  return { revision: newId(), content: JSON.stringify(availability), uneven_through: mixedThrough ?? null };
}
