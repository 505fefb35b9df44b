import { deviceText } from "#accounts/users/device.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { toUser, type UserRow } from "./table.ts";

/** The export lists secrets and marks without their values. */
export async function readAccountRecords(db: Db, user: UserRow) {
  const { id, name, video_link: videoLink, confirmed_at: confirmedAt, email_confirmed_at: emailConfirmedAt } = user;
  const app = await db
    .selectFrom("totp_secrets")
    .select(["created_at as createdAt", "confirmed_at as confirmedAt", "last_used_at as lastUsedAt"])
    .where("user_id", "=", id)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom("passkeys")
    .select(["name", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .where("user_id", "=", id)
    .orderBy("created_at")
    .execute();
  const recoveryCodes = await db
    .selectFrom("recovery_codes")
    .select(["created_at as createdAt", "used_at as usedAt"])
    .where("user_id", "=", id)
    .execute();
  const browsers = await db
    .selectFrom("known_browsers")
    .select(["first_seen_at as firstSeenAt", "last_seen_at as lastSeenAt"])
    .where("user_id", "=", id)
    .execute();
  const sessions = await db
    .selectFrom("sign_ins")
    .select(["user_agent", "created_at as createdAt", "refreshed_at as lastUsedAt"])
    .where("user_id", "=", id)
    .execute();
  return {
    ...toUser(user),
    name,
    videoLink,
    confirmedAt,
    emailConfirmedAt,
    ...(app && { app }),
    passkeys,
    recoveryCodes,
    browsers,
    sessions: sessions.map(({ user_agent, ...session }) => ({ device: deviceText(user_agent), ...session })),
  };
}
