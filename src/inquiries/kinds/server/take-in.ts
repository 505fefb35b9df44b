import { enqueueMail } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { enqueueEvents } from "#delivery/webhooks/server/store.ts";
import type { EventType } from "#delivery/webhooks/webhook.ts";
import { type Chosen, writeLeads } from "#people/leads/server/join-lead.ts";
import { type NewAgreement, writeAgreements } from "#people/permissions/server/ledger.ts";
import { type NewAuditLogEntry, writeAuditLogEntries } from "#platform/server/audit-log.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { ringAboutLeads } from "./put-off-notices.ts";

type Awaitable<Value> = Value | Promise<Value>;

/** What came in by one door. */
export type Arrivals<Kept extends { id: string }> = {
  /** Chosen for the records in their order; none if they belong to a lead that is known. */
  leads: Chosen;
  records: readonly Kept[];
  insert: (trx: Db, records: readonly Kept[]) => Promise<unknown>;
  ledger?: readonly NewAgreement[];
  /** One per record. */
  audit: readonly Pick<NewAuditLogEntry, "subject" | "action" | "to">[];
  mail: Awaitable<readonly NewMail[]>;
  /** Of the record, unless `idOf` names another that it belongs to. */
  event?: { type: EventType; idOf?: (record: Kept) => string; dataOf: (record: Kept) => object };
};

const CHUNK_MAILS = 250;

/**
 * By every door, in its transaction: the lead is joined or begun; record, agreements, audit log, mail, pushes and webhooks
 * are written with it.
 */
export async function takeIn<Kept extends { id: string }>(
  trx: Db,
  { leads, records, insert, ledger = [], audit, mail, event }: Arrivals<Kept>,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  const leadOf = (id: string) => leads.joined[records.findIndex((record) => record.id === id)]?.leadId ?? "";
  await together([
    // If the insert refuses, all of these writes are rolled back.
    insert(trx, records),
    writeLeads(trx, leads, { actor, now }),
    writeAgreements(trx, ledger),
    writeAuditLogEntries(
      trx,
      audit.map((line) => ({ ...line, actor, now })),
    ),
    enqueueAll(trx, mail, { leadOf, now }),
    event && enqueueEvents(trx, records.map(eventOf(event)), now),
  ]);
}

async function enqueueAll(
  trx: Db,
  awaited: Awaitable<readonly NewMail[]>,
  { leadOf, now }: { leadOf: (recordId: string) => string; now: Date },
): Promise<void> {
  const mails = await awaited;
  await together([
    ringAboutLeads(trx, mails, { leadOf, now }).then((later) => enqueueMail(trx, later, now)),
    enqueueInParts(trx, mails, now),
  ]);
}

async function enqueueInParts(trx: Db, mails: readonly NewMail[], now: Date): Promise<void> {
  for (const some of chunksOf(mails, CHUNK_MAILS)) await enqueueMail(trx, some, now);
}

function eventOf<Kept extends { id: string }>({ type, idOf, dataOf }: NonNullable<Arrivals<Kept>["event"]>) {
  return (record: Kept) => ({ type, recordId: idOf?.(record) ?? record.id, data: async () => dataOf(record) });
}
