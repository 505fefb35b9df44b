import { userIds } from "#accounts/users/server/accounts.ts";
import type { Db } from "#platform/server/database/tables.ts";

export async function hasMorningMail(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom("morning_mails").select("user_id").where("user_id", "=", userId).executeTakeFirst();
  return row !== undefined;
}

/** No mail is enqueued for `lastDay` or for an earlier day. */
export async function subscribeToMorningMail(
  trx: Db,
  { userId, lastDay }: { userId: string; lastDay: string },
): Promise<void> {
  await trx
    .insertInto("morning_mails")
    .values({ user_id: userId, last_day: lastDay })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unsubscribeFromMorningMail(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom("morning_mails").where("user_id", "=", userId).execute();
}

/**
 * Claims the accounts whose mail of the day is not enqueued yet. Only one transaction gets each. `isFirst`: they had none
 * since before that Monday.
 */
export async function claimMorningMails(
  trx: Db,
  { day, monday }: { day: string; monday: string },
): Promise<{ userId: string; isFirst: boolean }[]> {
  await trx.deleteFrom("morning_mails").where("user_id", "not in", userIds(trx)).execute();
  const claim = async (before: string) => {
    const claimed = trx.updateTable("morning_mails").set({ last_day: day }).where("last_day", "<", before);
    return claimed.returning("user_id").execute();
  };
  const first = await claim(monday);
  const others = await claim(day);
  return [
    ...first.map(({ user_id }) => ({ userId: user_id, isFirst: true })),
    ...others.map(({ user_id }) => ({ userId: user_id, isFirst: false })),
  ];
}
