// Erases single records, whether one person is erased or all old ones are.
import { deleteOffersOf } from "#deals/offers/server/store.ts";
import { deleteMailOf } from "#delivery/mail/server/store.ts";
import { deletePushesOf } from "#delivery/push/server/store.ts";
import { deleteDeliveriesOf } from "#delivery/webhooks/server/store.ts";
import { KINDS } from "#inquiries/calls/server/every-kind.ts";
import { deleteInquiry } from "#inquiries/kinds/server/change.ts";
import type { FoundInquiry } from "#people/leads/server/inquiries/store.ts";
import type { Db } from "#platform/server/database/tables.ts";

export const ERASER = "erasure";

/** Leaves an anonymous audit log entry. Returns the ids of the deleted mails. */
export async function eraseRecords(
  trx: Db,
  records: readonly FoundInquiry[],
  { actor, now }: { actor: string; now: Date },
): Promise<string[]> {
  const mailIds: string[] = [];
  for (const record of records) {
    const deleted = await deleteInquiry(trx, KINDS[record.kind], record, { isErasure: true, actor, now });
    mailIds.push(...deleted.mailIds);
    if (deleted.isLeadDeleted) mailIds.push(...(await eraseLeadsData(trx, [record.leadId])));
  }
  return mailIds;
}

/** Deletes mail, deliveries and offers of deleted leads and calls. Returns the ids of the deleted mails. */
export async function eraseLeadsData(trx: Db, ids: readonly string[]): Promise<string[]> {
  const mailIds: string[] = [];
  for (const id of ids) {
    await deleteDeliveriesOf(trx, id);
    await deletePushesOf(trx, id);
    mailIds.push(...(await deleteMailOf(trx, id)));
  }
  return [...mailIds, ...(await deleteOffersOf(trx, ids))];
}
