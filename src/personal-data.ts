import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { listFeedsOf } from "#agenda/server/store.ts";
import { toFeed } from "#agenda/server/table.ts";
import { deleteBookingRow, findBookingRecordsOf, findOldBookings } from "#bookings/server/store.ts";
import { foldLeadCounts } from "#campaigns/server/store.ts";
import { deleteContactMessageRow, findContactMessageRecordsOf, findOldContactMessages } from "#contact/server/store.ts";
import { deleteMailOf, listMailOf } from "#mail/server/store.ts";
import { OUTBOX_FOLDER } from "#mail/server/transports.ts";
import { listAuditLog, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { deleteIdempotencyKeysOf } from "#platform/server/idempotency.ts";
import { UserError } from "#users/errors.ts";
import { countOtherActiveAdmins, deleteUserRow, findUsersOf, toUser } from "#users/server/store.ts";
import { deleteDeliveriesOf, listDeliveriesOf } from "#webhooks/server/store.ts";
import type { Tables } from "./tables.ts";

type Lead = { kind: "booking" | "contact"; id: string };

/** The actor in the audit log for automatic erasure. */
export const ERASER = "erasure";
const ERASE_CHUNK_ROWS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Everything about the person with this e-mail address, except password hashes. */
export async function exportPerson(database: Database<Tables>, email: string) {
  return database.snapshot(async (db) => {
    const bookings = await findBookingRecordsOf(db, email);
    const contactMessages = await findContactMessageRecordsOf(db, email);
    const records = leadsOf(bookings, contactMessages);
    const users = await findUsersOf(db, email);
    const calendarFeeds = [];
    for (const { id } of users) calendarFeeds.push(...(await listFeedsOf(db, id)).map(toFeed));
    const mails = [];
    const webhookDeliveries = [];
    const history = [];
    for (const record of records) {
      mails.push(...(await listMailOf(db, record.id)));
      webhookDeliveries.push(...(await listDeliveriesOf(db, record.id)));
      history.push(...(await listAuditLog(db, record)).map((line) => ({ ...record, ...line })));
    }
    return {
      email,
      accounts: users.map(toUser),
      calendarFeeds,
      bookings,
      contactMessages,
      mails,
      webhookDeliveries,
      history,
    };
  });
}

export type Erased = { bookings: number; contactMessages: number; mails: number; accounts: number };

/** Erases what exportPerson returns, in one transaction. Throws last_admin for the only admin. */
export async function erasePerson(
  database: Database<Tables>,
  { email, dataDir, now }: { email: string; dataDir: string; now: Date },
): Promise<Erased> {
  const { erased, mailIds } = await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const bookings = await findBookingRecordsOf(trx, email);
    const contactMessages = await findContactMessageRecordsOf(trx, email);
    const mailIds = await eraseRecords(trx, leadsOf(bookings, contactMessages), now);
    const users = await findUsersOf(trx, email);
    for (const { id, role } of users) {
      if (role === "admin" && (await countOtherActiveAdmins(trx, id)) === 0)
        throw new UserError("last_admin", "This is the account of the last active admin: make another one first");
      await deleteUserRow(trx, id);
      await writeAuditLogEntry(trx, { subject: { kind: "account", id }, actor: ERASER, action: "deleted", now });
    }
    const erased: Erased = {
      bookings: bookings.length,
      contactMessages: contactMessages.length,
      mails: mailIds.length,
      accounts: users.length,
    };
    return { erased, mailIds };
  });
  await removeFromOutbox(dataDir, mailIds);
  // Campaign names may contain what the person entered, so they are cleaned up at once.
  await foldLeadCounts(database);
  return erased;
}

/** In small chunks. Returns how many it erased. */
export async function eraseOldLeads(
  database: Database<Tables>,
  { days, dataDir, now }: { days: number; dataDir: string; now: Date },
): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS);
  let count = 0;
  for (;;) {
    const bookings = await findOldBookings(database.read, before, ERASE_CHUNK_ROWS);
    const messages = await findOldContactMessages(database.read, before, ERASE_CHUNK_ROWS);
    const records = leadsOf(
      bookings.map((id) => ({ id })),
      messages.map((id) => ({ id })),
    );
    if (records.length === 0) return count;
    const mailIds = await database.transaction((trx) => eraseRecords(trx, records, now));
    await removeFromOutbox(dataDir, mailIds);
    count += records.length;
  }
}

function leadsOf(bookings: readonly { id: string }[], messages: readonly { id: string }[]): Lead[] {
  return [
    ...bookings.map(({ id }) => ({ kind: "booking" as const, id })),
    ...messages.map(({ id }) => ({ kind: "contact" as const, id })),
  ];
}

/** Leaves an anonymous audit log entry. Returns the ids of the deleted mails. */
async function eraseRecords(trx: Kysely<Tables>, records: readonly Lead[], now: Date): Promise<string[]> {
  const mailIds: string[] = [];
  for (const record of records) {
    mailIds.push(...(await listMailOf(trx, record.id)).map(({ id }) => id));
    await deleteMailOf(trx, record.id);
    await deleteDeliveriesOf(trx, record.id);
    await deleteIdempotencyKeysOf(trx, record.id);
    if (record.kind === "booking") await deleteBookingRow(trx, record.id);
    else await deleteContactMessageRow(trx, record.id);
    await writeAuditLogEntry(trx, { subject: record, actor: ERASER, action: "deleted", now });
  }
  return mailIds;
}

/** Without a mail server, messages are files named after their mail. */
async function removeFromOutbox(dataDir: string, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length === 0) return;
  const folder = join(dataDir, OUTBOX_FOLDER);
  const files = await readdir(folder).catch(() => []);
  for (const file of files) if (mailIds.some((id) => file.includes(id))) await rm(join(folder, file), { force: true });
}
