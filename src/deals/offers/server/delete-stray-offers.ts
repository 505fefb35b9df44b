import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import type { Database } from "#platform/server/database/database.ts";
import { deleteOffersOf, listDeletedLeadIds } from "./store.ts";

const CHUNK_LEADS = 100;

/** Deletes offers of deleted leads, because the leads module does not know offers. */
export async function deleteStrayOffers(database: Database, { dataDir }: { dataDir: string }): Promise<void> {
  for (;;) {
    const leadIds = await listDeletedLeadIds(database.read, CHUNK_LEADS);
    if (leadIds.length === 0) return;
    await removeFromOutbox(dataDir, await database.transaction((trx) => deleteOffersOf(trx, leadIds)));
  }
}
