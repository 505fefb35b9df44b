import type { StaffNotice } from "#accounts/users/staff-notice.ts";
import type { Mailbox } from "#delivery/mail/mail.ts";
import { hiddenAmong, readAs } from "#platform/server/database/queries/limited-reads.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { dutiesOf, limitOf, type UserRow } from "./table.ts";

export async function readStaffNotices(db: Db, userId: string): Promise<StaffNotice[]> {
  const rows = await db.selectFrom("account_notices").select("kind").where("user_id", "=", userId).execute();
  return rows.map(({ kind }) => kind);
}

export async function switchStaffNotice(
  trx: Db,
  { userId, kind, on }: { userId: string; kind: StaffNotice; on: boolean },
): Promise<void> {
  const row = { user_id: userId, kind };
  if (on)
    await trx
      .insertInto("account_notices")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await trx.deleteFrom("account_notices").where("user_id", "=", userId).where("kind", "=", kind).execute();
}

/** These mails are about visitors, so an unconfirmed address gets none. */
export function getsVisitorMail(
  user: Pick<UserRow, "role" | "duties" | "deactivated_at" | "email_confirmed_at">,
): boolean {
  return dutiesOf(user).includes("answer") && user.deactivated_at === null && user.email_confirmed_at !== null;
}

/** Of accounts that may see the record, if it is about one. */
export async function listNoticeMailboxes(db: Db, kind: StaffNotice, recordId?: string): Promise<Mailbox[]> {
  const rows = await db
    .selectFrom("account_notices")
    .innerJoin("users", "users.id", "account_notices.user_id")
    .selectAll("users")
    .where("account_notices.kind", "=", kind)
    .orderBy("users.id")
    .execute();
  const told = await whoSees(db, rows.filter(getsVisitorMail), recordId);
  return told.map(({ name, email }) => ({ name, address: email }));
}

/** All accounts that may get mail about visitors, the oldest first. */
export async function findStaff(db: Db): Promise<UserRow[]> {
  const admins = db.selectFrom("users").selectAll().where("role", "=", "admin").orderBy("created_at").orderBy("id");
  return (await admins.execute()).filter(getsVisitorMail);
}

/** What `work` reads outside a transaction is limited to what the account may see. */
export async function readAsAccount<Result>(
  database: { read: Db },
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const user = await database.read.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  return readAs(user && limitOf(user), work);
}

/** Of these accounts, those that may see the record. */
export async function whoSees<Account extends Pick<UserRow, "id" | "role" | "own_leads_only">>(
  read: Db,
  accounts: readonly Account[],
  recordId: string | undefined,
): Promise<Account[]> {
  const seeing: Account[] = [];
  for (const account of accounts) {
    const hidden = recordId && limitOf(account) && (await readAs(account.id, () => hiddenAmong({ read }, [recordId])));
    if (!hidden || hidden.size === 0) seeing.push(account);
  }
  return seeing;
}
