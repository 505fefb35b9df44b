import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import type { MailsTables } from "#delivery/mail/server/table.ts";
import type { WebhooksTables } from "#delivery/webhooks/server/table.ts";
import type { LeadsTables } from "#people/leads/server/table.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { IdempotencyTables } from "#platform/server/idempotency.ts";
import { deleteOffersOf, listLeadsGone } from "./store.ts";
import type { OffersTables } from "./table.ts";

type Tables = OffersTables & LeadsTables & MailsTables & WebhooksTables & IdempotencyTables;

const CHUNK_LEADS = 100;

/** A lead knows nothing of offers, so that it does not take them with it when it is deleted. */
export async function deleteStrayOffers(database: Database<Tables>, { dataDir }: { dataDir: string }): Promise<void> {
  for (;;) {
    const leadIds = await listLeadsGone(database.read, CHUNK_LEADS);
    if (leadIds.length === 0) return;
    await removeFromOutbox(dataDir, await database.transaction((trx) => deleteOffersOf(trx, leadIds)));
  }
}
