import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { findOldBookings } from "#inquiries/bookings/server/store.ts";
import { INQUIRY_KINDS } from "#people/leads/inquiry.ts";
import { findOldInquiries } from "#people/leads/server/inquiries/store.ts";
import { deleteOldDetailsOfStops } from "#people/permissions/server/erasure.ts";
import type { Database } from "#platform/server/database/database.ts";
import { ERASER, eraseRecords } from "./erasure/erase-records.ts";

/** A booking also keeps until its meeting is over. */
const WITHOUT_DAY = INQUIRY_KINDS.filter((kind) => kind !== "booking");
const ERASE_CHUNK_ROWS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Erases in small chunks. Returns how many records it erased. */
export async function eraseOldLeads(
  database: Database,
  { days, dataDir, now }: { days: number; dataDir: string; now: Date },
): Promise<number> {
  return eraseLeadsBefore(database, { before: new Date(now.getTime() - days * DAY_MS), dataDir, now });
}

export async function eraseLeadsBefore(
  database: Database,
  { before, dataDir, now }: { before: Date; dataDir: string; now: Date },
): Promise<number> {
  let count = 0;
  for (;;) {
    const old = { before, limit: ERASE_CHUNK_ROWS };
    const records = [
      ...(await findOldBookings(database.read, before, ERASE_CHUNK_ROWS)),
      ...(await findOldInquiries(database.read, WITHOUT_DAY, old)),
    ];
    if (records.length === 0) break;
    const isFirst = count === 0;
    const mailIds = await database.transaction(async (trx) => {
      // One row is enough, because their age identifies them.
      if (isFirst) await recordRemovals(trx, [{ kind: "old-inquiries", subject: before.toISOString() }], now);
      return eraseRecords(trx, records, { actor: ERASER, now });
    });
    await removeFromOutbox(dataDir, mailIds);
    count += records.length;
  }
  await database.transaction((trx) => deleteOldDetailsOfStops(trx, before));
  return count;
}
