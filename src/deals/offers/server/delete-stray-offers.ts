import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import type { Database } from "#platform/server/database/database.ts";
import { deleteOffersOf, listLeadsGone } from "./store.ts";

const CHUNK_LEADS = 100;

/** A lead knows nothing of offers, so that it does not take them with it when it is deleted. */
export async function deleteStrayOffers(database: Database, { dataDir }: { dataDir: string }): Promise<void> {
  for (;;) {
    const leadIds = await listLeadsGone(database.read, CHUNK_LEADS);
    if (leadIds.length === 0) return;
    await removeFromOutbox(dataDir, await database.transaction((trx) => deleteOffersOf(trx, leadIds)));
  }
}
