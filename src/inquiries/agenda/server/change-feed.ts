import { findUser } from "#accounts/users/server/accounts.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import type { Feed, NewFeed } from "#inquiries/agenda/admin.ts";
import { MAX_FEEDS } from "#inquiries/agenda/calendar-feed.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { newId } from "#platform/server/ids.ts";
import { hashSecret } from "./read-calendar-feed.ts";
import { deleteFeedRow, insertFeed, listFeedsOf } from "./store.ts";
import { toFeed } from "./table.ts";

type By = { userId: string; actor: string; now: Date };

const TOO_MANY = `You have ${MAX_FEEDS} calendars, which is the limit. Please revoke one first.`;

/** The secret is not stored, so it cannot be shown again. */
export async function makeFeed(
  database: Database,
  { form, ...by }: By & { form: NewFeed },
): Promise<{ feed: Feed; secret: string }> {
  const secret = newId();
  const feed = {
    id: newId(),
    user_id: by.userId,
    name: form.name,
    secret_hash: hashSecret(secret),
    created_at: by.now.toISOString(),
    last_read_at: null,
  };
  await database.transaction(async (trx) => {
    // SQLite checks the foreign key only at the commit, whose failure would undo the other transactions in it.
    await lockNames(trx, ["accounts", `calendar feeds ${by.userId}`]);
    if (!(await findUser(trx, by.userId))) throw new AppError("not_found", "Your account no longer exists.");
    if ((await listFeedsOf(trx, by.userId)).length >= MAX_FEEDS) throw new AppError("invalid_input", TOO_MANY);
    await insertFeed(trx, feed);
    await writeAuditLogEntry(trx, { ...lineOf(feed.id, by), action: "created" });
  });
  return { feed: toFeed(feed), secret };
}

/** Throws not_found, also for another account's feed. */
export async function revokeFeed(database: Database, { id, ...by }: By & { id: string }): Promise<void> {
  await database.transaction(async (trx) => {
    if (!(await deleteFeedRow(trx, { id, userId: by.userId }))) throw feedNotFound();
    await recordRemovals(trx, [{ kind: "feed", subject: id }], by.now);
    await writeAuditLogEntry(trx, { ...lineOf(id, by), action: "deleted" });
  });
}

export function feedNotFound(): AppError {
  return new AppError("not_found", "Calendar not found");
}

/** The audit log is never erased, so it omits the feed's name, which may contain a person's. */
function lineOf(id: string, { actor, now }: By) {
  return { subject: { kind: "calendar feed", id }, actor, now };
}
