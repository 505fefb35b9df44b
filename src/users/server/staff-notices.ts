import type { Kysely } from "kysely";
import type { Mailbox } from "#mail/mail.ts";
import type { StaffNotice } from "#users/staff-notice.ts";
import type { UsersTables } from "./table.ts";

type Db = Kysely<UsersTables>;

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

/** Of admins who may sign in now. The mails are about strangers, so that an address nobody has confirmed gets none. */
export async function listNoticeMailboxes(db: Db, kind: StaffNotice): Promise<Mailbox[]> {
  const rows = await db
    .selectFrom("account_notices")
    .innerJoin("users", "users.id", "account_notices.user_id")
    .select(["users.name", "users.email"])
    .where("account_notices.kind", "=", kind)
    .where("users.role", "=", "admin")
    .where("users.deactivated_at", "is", null)
    .where("users.confirmed_at", "is not", null)
    .orderBy("users.id")
    .execute();
  return rows.map(({ name, email }) => ({ name, address: email }));
}
