import { enqueueMail } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { enqueueEvents } from "#delivery/webhooks/server/store.ts";
import type { EventType } from "#delivery/webhooks/webhook.ts";
import { chooseLeads, type Joined, type LeadInquiry, writeLeads } from "#people/leads/server/join-lead.ts";
import { type NewAgreement, writeAgreements } from "#people/permissions/server/ledger.ts";
import { type NewAuditLogEntry, writeAuditLogEntries } from "#platform/server/audit-log.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { ringAboutLeads } from "./put-off-notices.ts";

type Awaitable<Value> = Value | Promise<Value>;

/** What came in by one door. What differs between doors is what these functions return. */
export type Arrivals<Kept extends { id: string }> = {
  /** One per record, in their order; none if it belongs to a lead that is known. */
  inquiries: readonly LeadInquiry[];
  /** Last checks stand here: the leads are chosen, and nothing of them is written yet. */
  toRecords: (joined: readonly Joined[]) => Awaitable<readonly Kept[]>;
  insert: (trx: Db, records: readonly Kept[]) => Promise<unknown>;
  ledger?: (records: readonly Kept[]) => readonly NewAgreement[];
  audit: (record: Kept) => Pick<NewAuditLogEntry, "subject" | "action" | "to">;
  mail: (records: readonly Kept[]) => Awaitable<readonly NewMail[]>;
  /** Of the record, unless `idOf` names another that it belongs to. */
  event?: { type: EventType; idOf?: (record: Kept) => string; dataOf: (record: Kept) => object };
};

const CHUNK_MAILS = 250;

/**
 * By every door, in its transaction: the person is found or made and the lead joined or begun; record, agreements, audit
 * log, mail, pushes and webhooks are written with it. Throws what the door's own functions throw.
 */
export async function takeIn<Kept extends { id: string }>(
  trx: Db,
  arrivals: Arrivals<Kept>,
  { actor, now }: { actor: string; now: Date },
): Promise<readonly Kept[]> {
  const { inquiries, toRecords, insert, ledger, audit, mail, event } = arrivals;
  const leads = await chooseLeads(trx, inquiries);
  const records = await toRecords(leads.joined);
  await together([
    // If the insert refuses, all of these writes are rolled back.
    insert(trx, records),
    writeLeads(trx, leads, { actor, now }),
    writeAgreements(trx, ledger?.(records) ?? []),
    writeAuditLogEntries(
      trx,
      records.map((record) => ({ ...audit(record), actor, now })),
    ),
    enqueueAll(trx, mail(records), {
      leadOf: (id) => leads.joined[records.findIndex((record) => record.id === id)]?.leadId ?? "",
      now,
    }),
    event && enqueueEvents(trx, records.map(eventOf(event)), now),
  ]);
  return records;
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
