import type { Kysely } from "kysely";
import { type AgendaTables, listFeedsOf, toFeed } from "#agenda/server/store.ts";
import {
  type BookingsTables,
  deleteBookingRow,
  findBookingRecordsOf,
  findOldBookings,
} from "#bookings/server/store.ts";
import { type CampaignsTables, foldLeadCounts } from "#campaigns/server/store.ts";
import {
  type ContactTables,
  deleteContactMessageRow,
  findContactMessageRecordsOf,
  findOldContactMessages,
} from "#contact/server/store.ts";
import { deleteMailOf, listMailOf, type MailsTables, removeFromOutbox } from "#mail/server/store.ts";
import {
  deleteDetailsOf,
  deleteDetailsOfPerson,
  deleteOldDetailsOfStops,
  listLines,
  type PermissionsTables,
  personKeys,
} from "#permissions/server/store.ts";
import { emailKey } from "#platform/email.ts";
import { type AuditLogTables, listAuditLog, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { deleteIdempotencyKeysOf, type IdempotencyTables } from "#platform/server/idempotency.ts";
import { UserError } from "#users/errors.ts";
import { countOtherActiveAdmins, deleteUserRow, findUsersOf, toUser, type UsersTables } from "#users/server/store.ts";
import { deleteDeliveriesOf, listDeliveriesOf, type WebhooksTables } from "#webhooks/server/store.ts";
import {
  deleteUnconfirmedRequestRow,
  findRequestsWithDataOf,
  type PeopleTables,
  removePersonFromRequest,
} from "./store.ts";

export type PersonTables = AgendaTables &
  AuditLogTables &
  BookingsTables &
  CampaignsTables &
  ContactTables &
  IdempotencyTables &
  MailsTables &
  PeopleTables &
  PermissionsTables &
  UsersTables &
  WebhooksTables;

/** Names a person in the audit log and in answered requests, as the ledger of permissions does. */
export type PersonKeyOf = (email: string) => string;

type Lead = { kind: "booking" | "contact"; id: string };

/** Subjects in the audit log. */
export const PERSON = "person";
export const REQUEST = "privacy request";

/** The actor in the audit log for automatic erasure. */
export const ERASER = "erasure";
const ERASE_CHUNK_ROWS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Everything about the person with this e-mail address, except password hashes. */
export async function exportPerson(database: Database<PersonTables>, email: string) {
  const person = (await personKeys(database)).of({ email });
  return database.snapshot(async (db) => {
    const bookings = await findBookingRecordsOf(db, email);
    const contactMessages = await findContactMessageRecordsOf(db, email);
    const requests = await findRequestsWithDataOf(db, emailKey(email));
    const records = [...leadsOf(bookings, contactMessages), ...requests.map(({ id }) => ({ kind: REQUEST, id }))];
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
      privacyRequests: requests.map(({ token_hash, person_key, ...request }) => request),
      permissions: await listLines(db, person),
      mails,
      webhookDeliveries,
      history,
    };
  });
}

export type Erased = {
  bookings: number;
  contactMessages: number;
  requests: number;
  mails: number;
  accounts: number;
};

type Erasure = {
  email: string;
  dataDir: string;
  /** The admin who asks for it, and the person's name in the audit log; undefined for the command. */
  by?: { caller: Caller; personKey: string };
  now: Date;
};

/** Erases what exportPerson returns, in one transaction. Throws last_admin for the only admin, self_change for the caller. */
export async function erasePerson(
  database: Database<PersonTables>,
  { email, dataDir, by, now }: Erasure,
): Promise<Erased> {
  const actor = by?.caller.email ?? ERASER;
  const person = (await personKeys(database)).of({ email });
  const { erased, mailIds } = await database.transaction(async (trx) => {
    // Serialises erasures too: the second of two finds nothing left.
    await lockNames(trx, ["accounts"]);
    const { bookings, contactMessages } = await lockRecordsOf(trx, email);
    const leads = leadsOf(bookings, contactMessages);
    const mailIds = await eraseRecords(trx, leads, { actor, now });
    // The lines stay: they are the proof of what was agreed to or stopped.
    const recordIds = leads.map(({ id }) => id);
    if (person.email) await deleteDetailsOfPerson(trx, person.email, recordIds);
    const fromRequests = await eraseFromRequests(trx, email);
    mailIds.push(...fromRequests.mailIds);
    const accounts = await eraseAccounts(trx, email, { caller: by?.caller, actor, now });
    const erased: Erased = {
      bookings: bookings.length,
      contactMessages: contactMessages.length,
      requests: fromRequests.count,
      mails: mailIds.length,
      accounts,
    };
    if (by && Object.values(erased).some((count) => count > 0))
      await writeAuditLogEntry(trx, { subject: { kind: PERSON, id: by.personKey }, actor, action: "deleted", now });
    return { erased, mailIds };
  });
  await removeFromOutbox(dataDir, mailIds);
  // Campaign names may contain what the person entered, so they are cleaned up at once.
  await foldLeadCounts(database);
  return erased;
}

/** Read again under their locks: until then a correction may give a record to another address. */
async function lockRecordsOf(trx: Kysely<PersonTables>, email: string) {
  const read = async () => ({
    bookings: await findBookingRecordsOf(trx, email),
    contactMessages: await findContactMessageRecordsOf(trx, email),
  });
  const { bookings, contactMessages } = await read();
  await lockNames(
    trx,
    leadsOf(bookings, contactMessages).map(({ kind, id }) => `${kind} ${id}`),
  );
  return read();
}

/** In small chunks. Returns how many it erased. */
export async function eraseOldLeads(
  database: Database<PersonTables>,
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
    if (records.length === 0) break;
    const mailIds = await database.transaction((trx) => eraseRecords(trx, records, { actor: ERASER, now }));
    await removeFromOutbox(dataDir, mailIds);
    count += records.length;
  }
  await database.transaction((trx) => deleteOldDetailsOfStops(trx, before));
  return count;
}

function leadsOf(bookings: readonly { id: string }[], messages: readonly { id: string }[]): Lead[] {
  return [
    ...bookings.map(({ id }) => ({ kind: "booking" as const, id })),
    ...messages.map(({ id }) => ({ kind: "contact" as const, id })),
  ];
}

/** Leaves an anonymous audit log entry. Returns the ids of the deleted mails. */
async function eraseRecords(
  trx: Kysely<PersonTables>,
  records: readonly Lead[],
  { actor, now }: { actor: string; now: Date },
): Promise<string[]> {
  const mailIds: string[] = [];
  for (const record of records) {
    mailIds.push(...(await deleteMailOf(trx, record.id)));
    await deleteDeliveriesOf(trx, record.id);
    await deleteIdempotencyKeysOf(trx, record.id);
    await deleteDetailsOf(trx, [record.id]);
    if (record.kind === "booking") await deleteBookingRow(trx, record.id);
    else await deleteContactMessageRow(trx, record.id);
    await writeAuditLogEntry(trx, { subject: record, actor, action: "deleted", now });
  }
  return mailIds;
}

/** A verified request stays as a task or a record without the person; an unverified one goes. */
async function eraseFromRequests(
  trx: Kysely<PersonTables>,
  email: string,
): Promise<{ count: number; mailIds: string[] }> {
  const mailIds: string[] = [];
  const requests = await findRequestsWithDataOf(trx, emailKey(email));
  for (const { id } of requests) {
    mailIds.push(...(await deleteMailOf(trx, id)));
    await deleteIdempotencyKeysOf(trx, id);
    if (!(await deleteUnconfirmedRequestRow(trx, id))) await removePersonFromRequest(trx, id);
  }
  return { count: requests.length, mailIds };
}

/** Returns how many. */
async function eraseAccounts(
  trx: Kysely<PersonTables>,
  email: string,
  { caller, actor, now }: { caller: Caller | undefined; actor: string; now: Date },
): Promise<number> {
  const users = await findUsersOf(trx, email);
  for (const { id, role } of users) {
    if (role === "admin" && (await countOtherActiveAdmins(trx, id)) === 0)
      throw new UserError("last_admin", "This is the account of the last active admin: make another one first");
    if (id === caller?.id)
      throw new UserError(
        "self_change",
        "Your own account belongs to this e-mail address. Ask another admin to erase it.",
      );
    await deleteUserRow(trx, id);
    await writeAuditLogEntry(trx, { subject: { kind: "account", id }, actor, action: "deleted", now });
  }
  return users.length;
}
