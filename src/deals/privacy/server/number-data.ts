// Exports and erases people who have only a phone number. personal-data.ts does it for people with an address.

import { listOffersOfLeads } from "#deals/offers/server/store.ts";
import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { eraseRefusedOf, refusedOf } from "#inquiries/added-leads/server/keep-refused.ts";
import { findBookingRecordsOfLeads } from "#inquiries/bookings/server/store.ts";
import { erasePersonRows, findLeadRecords, listLeadsOfPeople } from "#people/leads/server/leads.ts";
import { findPerson, findPersonRecords } from "#people/leads/server/people.ts";
import { deleteDetailsOf, deleteDetailsOfNumber } from "#people/permissions/server/erasure.ts";
import { listLedgerEntries } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { AppError } from "#platform/errors.ts";
import { listAuditLog, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { eraseLeadsData, eraseRecords } from "./erasure/erase-records.ts";
import { PERSON_ROW, partForErasure, personNotFound } from "./merge/merge-people.ts";

/** Throws not_found, invalid_input for a person with an address. */
export async function exportNumber(database: Database, id: string): Promise<object> {
  const keys = await personKeys(database);
  return database.snapshot(async (db) => {
    const { phone } = await requireNumber(db, id);
    const leadIds = (await listLeadsOfPeople(db, [id])).map((lead) => lead.id);
    const history = [];
    for (const subject of [{ kind: PERSON_ROW, id }, ...leadIds.map((leadId) => ({ kind: "lead", id: leadId }))])
      history.push(...(await listAuditLog(db, subject)).map((line) => ({ ...subject, ...line })));
    return {
      phone,
      people: await findPersonRecords(db, [id]),
      bookings: await findBookingRecordsOfLeads(db, leadIds),
      ...(await findLeadRecords(db, leadIds)),
      refusedBodies: (await refusedOf(db, { phones: [phone] })).map(({ hash, ...body }) => body),
      offers: await listOffersOfLeads(db, leadIds),
      permissions: await listLedgerEntries(db, keys.of({ phone })),
      history,
    };
  });
}

/** Returns how many bookings and calls it erased. Throws not_found, invalid_input for a person with an address. */
export async function eraseNumber(
  database: Database,
  { id, actor, dataDir, now }: { id: string; actor: string; dataDir: string; now: Date },
): Promise<{ bookings: number; calls: number }> {
  const keys = await personKeys(database);
  const { counts, mailIds } = await database.transaction(async (trx) => {
    const { phone } = await requireNumber(trx, id);
    await partForErasure(trx, await findPerson(trx, id), { actor, now });
    const leadIds = (await listLeadsOfPeople(trx, [id])).map((lead) => lead.id);
    const bookings = await findBookingRecordsOfLeads(trx, leadIds);
    const found = bookings.map((row) => ({ kind: "booking" as const, id: row.id, leadId: row.lead_id }));
    await lockNames(
      trx,
      found.map((booking) => `booking ${booking.id}`),
    );
    const { calls } = await findLeadRecords(trx, leadIds);
    const mailIds = await eraseRecords(trx, found, { actor, now });
    mailIds.push(...(await eraseLeadsData(trx, await erasePersonRows(trx, id))));
    await deleteDetailsOf(
      trx,
      calls.map((call) => call.id),
    );
    await eraseRefusedOf(trx, { phones: [phone] });
    const { phone: hash } = keys.of({ phone });
    if (hash) await deleteDetailsOfNumber(trx, hash);
    await recordRemovals(trx, [{ kind: "number", subject: hash ?? id }], now);
    await writeAuditLogEntry(trx, { subject: { kind: PERSON_ROW, id }, actor, action: "deleted", now });
    return { counts: { bookings: found.length, calls: calls.length }, mailIds };
  });
  await removeFromOutbox(dataDir, mailIds);
  return counts;
}

async function requireNumber(db: Db, id: string): Promise<{ phone: string | undefined }> {
  const person = await findPerson(db, id);
  if (!person) throw personNotFound();
  if (person.email)
    throw new AppError("invalid_input", "This person has an e-mail address: please export or erase by that");
  return { phone: person.phone };
}
