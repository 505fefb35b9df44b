import { deviceText } from "#accounts/users/device.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { enqueueAccountNotice } from "../links/account-mail.ts";
import type { UserRow } from "../table.ts";
import type { Visit } from "./visit.ts";

/** A browser without a cookie is new each time. More notices a day would bury the important one. */
const DAILY_NOTICES = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 400 * DAY_MS;
const MAX_KEPT = 100;

export async function rememberBrowser(
  trx: Db,
  { user, visit, now }: { user: UserRow; visit: Visit; now: Date },
): Promise<void> {
  const at = now.toISOString();
  const known = await trx
    .updateTable("known_browsers")
    .set({ last_seen_at: at })
    .where("user_id", "=", user.id)
    .where("browser_hash", "=", visit.browserHash)
    .returning("user_id")
    .executeTakeFirst();
  if (known) return;
  await trx
    .insertInto("known_browsers")
    .values({ user_id: user.id, browser_hash: visit.browserHash, first_seen_at: at, last_seen_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = trx
    .selectFrom("known_browsers")
    .select("browser_hash")
    .where("user_id", "=", user.id)
    .where("last_seen_at", ">=", new Date(now.getTime() - KEPT_MS).toISOString())
    .orderBy("last_seen_at", "desc")
    .limit(MAX_KEPT);
  await trx.deleteFrom("known_browsers").where("user_id", "=", user.id).where("browser_hash", "not in", kept).execute();
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const { all, recent } = await trx
    .selectFrom("known_browsers")
    .select((is) => [
      is.fn.countAll<number>().as("all"),
      is.fn.countAll<number>().filterWhere("first_seen_at", ">", since).as("recent"),
    ])
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  if (all > 1 && recent <= DAILY_NOTICES + 1)
    await enqueueAccountNotice(trx, { user, what: "new-browser", words: deviceText(visit.userAgent), now });
}
