import { UNCONFIRMED_DAYS } from "#accounts/users/account-link.ts";
import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import { deleteMailOf } from "#delivery/mail/server/store.ts";
import { deleteTypedMailTo } from "#delivery/mail/server/typed-addresses.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { deleteUserRow, lockUnconfirmedUsers } from "./accounts.ts";
import { deleteLinkRow, listEndedLinks, listLinksOf } from "./links/store.ts";
import type { UserRow } from "./table.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const ENDED_LINK_DAYS = 30;
const CHUNK_ROWS = 50;
const HOUSEKEEPING = "housekeeping";

/** Returns the ids of deleted mails, which name the files in the outbox. */
export async function deleteAccount(trx: Db, { id, email }: UserRow, now: Date): Promise<string[]> {
  const mailIds = await deleteMailOf(trx, id);
  mailIds.push(...(await deleteLinksAndMailTo(trx, { userIds: [id], email })));
  await deleteUserRow(trx, id);
  await recordRemovals(trx, [{ kind: "account", subject: id }], now);
  return mailIds;
}

/** The address may have no account: it may be invited or typed under "Forgot password?". Returns the ids of the mails. */
export async function deleteLinksAndMailTo(
  trx: Db,
  of: { userIds: readonly string[]; email: string },
): Promise<string[]> {
  const mailIds = await deleteTypedMailTo(trx, of.email);
  for (const link of await listLinksOf(trx, of)) {
    mailIds.push(...(await deleteMailOf(trx, link.id)));
    await deleteLinkRow(trx, link.id);
  }
  return mailIds;
}

export async function deleteUnconfirmedAccounts(
  database: Database,
  { dataDir, now }: { dataDir: string; now: Date },
): Promise<number> {
  const before = new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS);
  let count = 0;
  for (;;) {
    const mailIds = await database.transaction(async (trx) => {
      await lockNames(trx, ["accounts"]);
      const users = await lockUnconfirmedUsers(trx, before, CHUNK_ROWS);
      const ids: string[] = [];
      for (const user of users) {
        ids.push(...(await deleteAccount(trx, user, now)));
        const subject = { kind: "account", id: user.id };
        await writeAuditLogEntry(trx, { subject, actor: HOUSEKEEPING, action: "deleted", now });
      }
      count += users.length;
      return users.length > 0 ? ids : undefined;
    });
    if (!mailIds) return count;
    await removeFromOutbox(dataDir, mailIds);
  }
}

export async function deleteEndedLinks(
  database: Database,
  { dataDir, now }: { dataDir: string; now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - ENDED_LINK_DAYS * DAY_MS);
  for (;;) {
    const mailIds = await database.transaction(async (trx) => {
      const dead = await listEndedLinks(trx, before, CHUNK_ROWS);
      const ids: string[] = [];
      for (const { id } of dead) {
        ids.push(...(await deleteMailOf(trx, id)));
        await deleteLinkRow(trx, id);
      }
      return dead.length > 0 ? ids : undefined;
    });
    if (!mailIds) return;
    await removeFromOutbox(dataDir, mailIds);
  }
}
