import { deleteKeysOf, listKeysOf } from "#accounts/keys/server/store.ts";
import { UserError } from "#accounts/users/errors.ts";
import { readAccountRecords } from "#accounts/users/server/account-records.ts";
import { findUsersOf, listOwners } from "#accounts/users/server/accounts.ts";
import { deleteAccount, deleteLinksAndMailTo } from "#accounts/users/server/delete-account.ts";
import { callerNow, requireNotAbove } from "#accounts/users/server/given-access.ts";
import { listLinksOf } from "#accounts/users/server/links/store.ts";
import { readStaffNotices } from "#accounts/users/server/staff-notices.ts";
import { foldLeadCounts } from "#deals/campaigns/server/store.ts";
import { listOffersOfLeads } from "#deals/offers/server/store.ts";
import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import { deleteMailOf, listMailOf } from "#delivery/mail/server/store.ts";
import { listDevices } from "#delivery/push/server/store.ts";
import { settingsOf } from "#delivery/push/server/table.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { listDeliveriesOf } from "#delivery/webhooks/server/store.ts";
import { eraseRefusedOf, refusedOf } from "#inquiries/added-leads/server/keep-refused.ts";
import { listFeedsOf } from "#inquiries/agenda/server/store.ts";
import { toFeed } from "#inquiries/agenda/server/table.ts";
import { KINDS } from "#inquiries/calls/server/every-kind.ts";
import { readStoredRoster } from "#inquiries/roster/server/store.ts";
import { type FoundInquiry, listInquiriesOf } from "#people/leads/server/inquiries/store.ts";
import { erasePersonRows, findLeadRecords, listLeadsOfPeople } from "#people/leads/server/leads.ts";
import { findPersonByEmail, findPersonRecords } from "#people/leads/server/people.ts";
import { deleteDetailsOf, deleteDetailsOfPerson } from "#people/permissions/server/erasure.ts";
import { listLedgerEntries } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import { emailKey } from "#platform/email.ts";
import { listAuditLog, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { deleteIdempotencyKeysOf } from "#platform/server/idempotency.ts";
import { ERASER, eraseLeadsData, eraseRecords } from "./erasure/erase-records.ts";
import { partForErasure } from "./merge/merge-people.ts";
import { deleteUnconfirmedRequestRow, findRequestsWithDataOf, removePersonFromRequest } from "./store.ts";

/** Returns the key of a person in the audit log, answered requests and the ledger of permissions. */
export type PersonKeyOf = (email: string) => string;

export const PERSON = "person";
export const REQUEST = "privacy request";

/** Returns everything about the person with this e-mail address, except secrets and their hashes. */
export async function exportPerson(database: Database, email: string) {
  const person = (await personKeys(database)).of({ email });
  return database.snapshot(async (db) => {
    const { inquiries, byName } = await exportInquiries(db, email);
    const requests = await findRequestsWithDataOf(db, emailKey(email));
    const known = await findPersonByEmail(db, email);
    const leadIds = await leadIdsOf(db, known?.id, inquiries);
    const { leads, nextSteps, notes, contactTries, claims, calls } = await findLeadRecords(db, leadIds);
    const offers = await listOffersOfLeads(db, leadIds);
    const records = [
      ...inquiries,
      ...requests.map(({ id }) => ({ kind: REQUEST, id })),
      ...leadIds.map((id) => ({ kind: "lead", id })),
      ...calls.map(({ id }) => ({ kind: "call", id })),
      ...offers.map(({ id }) => ({ kind: "offer", id })),
    ];
    const users = await findUsersOf(db, email);
    const links = await listLinksOf(db, { userIds: users.map(({ id }) => id), email });
    const ownAccounts = [];
    const calendarFeeds = [];
    const keys = [];
    for (const user of users) {
      const { id } = user;
      const shifts = (await readStoredRoster(db)).shifts.filter(({ userId }) => userId === id);
      ownAccounts.push({
        ...(await readAccountRecords(db, user)),
        notices: await readStaffNotices(db, id),
        shifts,
        ringing: (await listDevices(db, id)).map((row) => ({
          device: row.device,
          createdAt: row.created_at,
          ...settingsOf(row),
        })),
      });
      calendarFeeds.push(...(await listFeedsOf(db, id)).map(toFeed));
      keys.push(...(await listKeysOf(db, id)).map(({ hash, ...key }) => key));
    }
    const mails = [];
    const webhookDeliveries = [];
    const history = [];
    for (const { id } of [...users, ...links]) mails.push(...(await listMailOf(db, id)));
    for (const record of records) {
      mails.push(...(await listMailOf(db, record.id)));
      webhookDeliveries.push(...(await listDeliveriesOf(db, record.id)));
      const { kind, id } = record;
      history.push(...(await listAuditLog(db, record)).map((line) => ({ kind, id, ...line })));
    }
    return {
      email,
      people: await findPersonRecords(db, known ? [known.id] : []),
      accounts: ownAccounts,
      accountLinks: links.map(({ token_hash, bound_to, ...link }) => link),
      calendarFeeds,
      keys,
      ...byName,
      leads,
      nextSteps,
      notes,
      contactTries,
      claims,
      calls,
      refusedBodies: (await refusedOf(db, { email, phones: [known?.phone] })).map(({ hash, ...body }) => body),
      offers,
      privacyRequests: requests.map(({ token_hash, person_key, ...request }) => request),
      permissions: await listLedgerEntries(
        db,
        person,
        calls.map(({ id }) => id),
      ),
      mails,
      webhookDeliveries,
      history,
    };
  });
}

async function exportInquiries(db: Db, email: string) {
  const inquiries: FoundInquiry[] = [];
  const byName: Record<string, readonly object[]> = {};
  for (const { kind, exported } of Object.values(KINDS)) {
    const records = (await exported?.recordsOf(db, email)) ?? [];
    inquiries.push(...records.map(({ id, lead_id }) => ({ kind, id, leadId: lead_id })));
    if (exported) byName[exported.as] = records;
  }
  return { inquiries, byName };
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
  by?: { actor: string; caller?: Caller; personKey: string };
  /** A restore erases even the only admin's account, and the next start creates a new one. */
  isRestore?: boolean;
  now: Date;
};

/** Erases in one transaction what exportPerson returns. Throws last_admin, more_duties, and self_change for the caller. */
export async function erasePerson(
  database: Database,
  { email, dataDir, by, isRestore = false, now }: Erasure,
): Promise<Erased> {
  const actor = by?.actor ?? ERASER;
  const person = (await personKeys(database)).of({ email });
  const { erased, mailIds } = await database.transaction(async (trx) => {
    // The lock also serialises erasures: the second of two finds nothing.
    await lockNames(trx, ["accounts"]);
    const caller = by?.caller && (await callerNow(trx, by.caller, "rights"));
    await partForErasure(trx, await findPersonByEmail(trx, email), { actor, now });
    const inquiries = await lockInquiriesOf(trx, email);
    const mailIds = await eraseRecords(trx, inquiries, { actor, now });
    const known = await findPersonByEmail(trx, email);
    const erasedRows = known ? await erasePersonRows(trx, known.id) : [];
    mailIds.push(...(await eraseLeadsData(trx, erasedRows)));
    // A call can be theirs by its number alone.
    await deleteDetailsOf(trx, erasedRows);
    // The ledger's entries stay as proof of agreements and stops.
    const recordIds = inquiries.map(({ id }) => id);
    if (person.email) {
      await deleteDetailsOfPerson(trx, person.email, recordIds);
      await recordRemovals(trx, [{ kind: "person", subject: person.email }], now);
    }
    await eraseRefusedOf(trx, { email, phones: [known?.phone] });
    const fromRequests = await eraseFromRequests(trx, email);
    mailIds.push(...fromRequests.mailIds);
    const accounts = await eraseAccounts(trx, email, { caller, isRestore, actor, now });
    mailIds.push(...accounts.mailIds);
    const erased: Erased = {
      bookings: inquiries.filter(({ kind }) => kind === "booking").length,
      contactMessages: inquiries.filter(({ kind }) => kind === "contact").length,
      requests: fromRequests.count,
      mails: mailIds.length,
      accounts: accounts.count,
    };
    if (by && Object.values(erased).some((count) => count > 0))
      await writeAuditLogEntry(trx, { subject: { kind: PERSON, id: by.personKey }, actor, action: "deleted", now });
    return { erased, mailIds };
  });
  await removeFromOutbox(dataDir, mailIds);
  // Campaign names may contain the person's input, so counts of deleted leads are removed at once.
  await foldLeadCounts(database);
  return erased;
}

/** Reads again under the locks, because a correction may have moved a record to another address. */
async function lockInquiriesOf(trx: Db, email: string): Promise<FoundInquiry[]> {
  const found = await listInquiriesOf(trx, email);
  await lockNames(
    trx,
    found.map(({ kind, id }) => `${kind} ${id}`),
  );
  return listInquiriesOf(trx, email);
}

/** Includes other people's leads that the person's inquiries joined. */
async function leadIdsOf(
  db: Db,
  personId: string | undefined,
  inquiries: readonly { leadId: string }[],
): Promise<string[]> {
  const own = await listLeadsOfPeople(db, personId ? [personId] : []);
  return [...new Set([...own.map(({ id }) => id), ...inquiries.map(({ leadId }) => leadId)])].sort();
}

/** Deletes unverified requests, and keeps verified ones without the person's data. */
async function eraseFromRequests(trx: Db, email: string): Promise<{ count: number; mailIds: string[] }> {
  const mailIds: string[] = [];
  const requests = await findRequestsWithDataOf(trx, emailKey(email));
  for (const { id } of requests) {
    mailIds.push(...(await deleteMailOf(trx, id)));
    await deleteIdempotencyKeysOf(trx, id);
    if (!(await deleteUnconfirmedRequestRow(trx, id))) await removePersonFromRequest(trx, id);
  }
  return { count: requests.length, mailIds };
}

async function eraseAccounts(
  trx: Db,
  email: string,
  { caller, isRestore, actor, now }: { caller: Caller | undefined; isRestore: boolean; actor: string; now: Date },
): Promise<{ count: number; mailIds: string[] }> {
  const users = await findUsersOf(trx, email);
  const mailIds: string[] = [];
  for (const user of users) {
    const { id } = user;
    const owners = await listOwners(trx);
    if (!isRestore && owners.length === 1 && owners[0]?.id === id)
      throw new UserError("last_admin", "This is the account of the last active admin: make another one first");
    if (id === caller?.id)
      throw new UserError(
        "self_change",
        "Your own account belongs to this e-mail address. Ask another admin to erase it.",
      );
    if (caller) requireNotAbove(caller, user);
    await deleteKeysOf(trx, id);
    mailIds.push(...(await deleteAccount(trx, user, now)));
    await writeAuditLogEntry(trx, { subject: { kind: "account", id }, actor, action: "deleted", now });
  }
  mailIds.push(...(await deleteLinksAndMailTo(trx, { userIds: [], email })));
  return { count: users.length, mailIds };
}
