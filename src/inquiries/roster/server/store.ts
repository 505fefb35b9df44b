import type { Shift } from "#inquiries/roster/roster.ts";
import { hasRowLocks, lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";

const ROW_ID = "site";

export type StoredRoster = { shifts: Shift[]; ownerId: string; version: number };

/** Version 1 until it is first saved. */
export async function readStoredRoster(db: Db): Promise<StoredRoster> {
  const row = await db.selectFrom("roster").selectAll().executeTakeFirst();
  if (!row) return { shifts: [], ownerId: "", version: 1 };
  return { shifts: JSON.parse(row.shifts), ownerId: row.owner_id, version: row.version };
}

export async function lockRoster(trx: Db): Promise<StoredRoster> {
  if (hasRowLocks(trx)) await lockNames(trx, ["roster"]);
  return readStoredRoster(trx);
}

export async function saveRoster(trx: Db, { shifts, ownerId, version }: StoredRoster, now: Date): Promise<void> {
  const row = { shifts: JSON.stringify(shifts), owner_id: ownerId, version, updated_at: now.toISOString() };
  await trx
    .insertInto("roster")
    .values({ id: ROW_ID, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

export async function listOff(db: Db, day: string): Promise<string[]> {
  const off = await db.selectFrom("roster_days_off").select("user_id").where("day", "=", day).execute();
  return off.map(({ user_id }) => user_id);
}

/** Days that are over are forgotten. False if nothing changed. */
export async function setDayOff(trx: Db, { userId, day, off }: { userId: string; day: string; off: boolean }) {
  await trx.deleteFrom("roster_days_off").where("day", "<", day).execute();
  if (off) {
    const row = trx.insertInto("roster_days_off").values({ user_id: userId, day });
    const { numInsertedOrUpdatedRows = 0n } = await row
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }
  const rows = trx.deleteFrom("roster_days_off").where("user_id", "=", userId).where("day", "=", day);
  return (await rows.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}
