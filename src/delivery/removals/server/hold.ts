// After a restore without a valid journal, mail and webhooks wait until an admin confirms.
import { HOLD_REASONS, type Hold, type HoldReason } from "#delivery/removals/removal.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";

const HOLD_ID = "hold";

// Only a restore holds a site, and it fills an empty database, so a released site is never held again. The key is the
// database, because tests use several in one process.
const FREE = new WeakSet<object>();

export async function isHeld(database: Database): Promise<boolean> {
  if (FREE.has(database)) return false;
  if (await findHold(database.read)) return true;
  FREE.add(database);
  return false;
}

export async function findHold(db: Db): Promise<Hold | undefined> {
  const row = await db
    .selectFrom("restore_holds")
    .selectAll()
    .where("id", "=", HOLD_ID)
    .where("released_at", "is", null)
    .executeTakeFirst();
  return row && { at: row.at, backupAt: row.backup_at, reason: HOLD_REASONS[row.reason] };
}

export async function holdSite(
  trx: Db,
  { backupAt, reason, now }: { backupAt: string; reason: HoldReason; now: Date },
): Promise<void> {
  const row = { at: now.toISOString(), backup_at: backupAt, reason, released_at: null, released_by: null };
  await trx
    .insertInto("restore_holds")
    .values({ id: HOLD_ID, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

export async function endHold(trx: Db): Promise<void> {
  await trx.deleteFrom("restore_holds").where("id", "=", HOLD_ID).execute();
}

/** Returns false if another admin has released the site already. */
export async function releaseHold(database: Database, { actor, now }: { actor: string; now: Date }): Promise<boolean> {
  return database.transaction(async (trx) => {
    const released = await trx
      .updateTable("restore_holds")
      .set({ released_at: now.toISOString(), released_by: actor })
      .where("id", "=", HOLD_ID)
      .where("released_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!released) return false;
    await writeAuditLogEntry(trx, { subject: { kind: "restore", id: HOLD_ID }, actor, action: "released", now });
    return true;
  });
}
