import type { StaffNotice } from "#accounts/users/staff-notice.ts";
import type { Mailbox } from "#delivery/mail/mail.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { dutiesOf, type UserRow } from "./table.ts";

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

export async function listNoticeMailboxes(db: Db, kind: StaffNotice): Promise<Mailbox[]> {
  const rows = await db
    .selectFrom("account_notices")
    .innerJoin("users", "users.id", "account_notices.user_id")
    .selectAll("users")
    .where("account_notices.kind", "=", kind)
    .orderBy("users.id")
    .execute();
  return rows.filter(getsVisitorMail).map(({ name, email }) => ({ name, address: email }));
}

/** All accounts that may get mail about visitors, the oldest first. */
export async function findStaff(db: Db): Promise<UserRow[]> {
  const admins = db.selectFrom("users").selectAll().where("role", "=", "admin").orderBy("created_at").orderBy("id");
  return (await admins.execute()).filter(getsVisitorMail);
}
