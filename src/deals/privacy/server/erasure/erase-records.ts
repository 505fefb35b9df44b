// Erases single records, whether one person is erased or all old ones are.
import { deleteOffersOf } from "#deals/offers/server/store.ts";
import { deleteMailOf } from "#delivery/mail/server/store.ts";
import { deleteDeliveriesOf } from "#delivery/webhooks/server/store.ts";
import { deleteBookingRow } from "#inquiries/bookings/server/store.ts";
import { deleteContactMessageRow } from "#inquiries/contact/server/store.ts";
import { deleteCallRow } from "#people/leads/server/calls.ts";
import { detachFromLead } from "#people/leads/server/leads.ts";
import { deleteDetailsOf } from "#people/permissions/server/erasure.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { deleteIdempotencyKeysOf } from "#platform/server/idempotency.ts";

type Inquiry = { kind: "booking" | "contact" | "call"; id: string; leadId: string };

export const ERASER = "erasure";

type Found = { id: string; lead_id: string };

export function inquiriesOf(bookings: readonly Found[], messages: readonly Found[]): Inquiry[] {
  return [
    ...bookings.map(({ id, lead_id }) => ({ kind: "booking" as const, id, leadId: lead_id })),
    ...messages.map(({ id, lead_id }) => ({ kind: "contact" as const, id, leadId: lead_id })),
  ];
}

/** Leaves an anonymous audit log entry. Returns the ids of the deleted mails. */
export async function eraseRecords(
  trx: Db,
  records: readonly Inquiry[],
  { actor, now }: { actor: string; now: Date },
): Promise<string[]> {
  const mailIds: string[] = [];
  for (const record of records) {
    mailIds.push(...(await deleteMailOf(trx, record.id)));
    await deleteDeliveriesOf(trx, record.id);
    await deleteIdempotencyKeysOf(trx, record.id);
    await deleteDetailsOf(trx, [record.id]);
    if (record.kind === "booking") await deleteBookingRow(trx, record.id);
    else if (record.kind === "contact") await deleteContactMessageRow(trx, record.id);
    else await deleteCallRow(trx, record.id);
    if (await detachFromLead(trx, record.leadId, { isErasure: true }))
      mailIds.push(...(await eraseLeadsData(trx, [record.leadId])));
    const { kind, id } = record;
    await writeAuditLogEntry(trx, { subject: { kind, id }, actor, action: "deleted", now });
  }
  return mailIds;
}

/** Deletes mail, deliveries and offers of deleted leads and calls. Returns the ids of the deleted mails. */
export async function eraseLeadsData(trx: Db, ids: readonly string[]): Promise<string[]> {
  const mailIds: string[] = [];
  for (const id of ids) {
    await deleteDeliveriesOf(trx, id);
    mailIds.push(...(await deleteMailOf(trx, id)));
  }
  return [...mailIds, ...(await deleteOffersOf(trx, ids))];
}
