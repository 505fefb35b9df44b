import type { Removal } from "#delivery/removals/removal.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { type AuditLogAction, VISITOR } from "#platform/audit-log.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { consumeRateLimit } from "#platform/server/rate-limits.ts";
import type { UserRow } from "./table.ts";

export type OwnChange = {
  user: Pick<UserRow, "id" | "email"> & { role: string };
  action: AuditLogAction;
  to?: string;
  removals?: readonly Removal[];
  isMailed?: boolean;
  now: Date;
};

/**
 * Audit log and removals are permanent, and anybody may register, so an account writes at most a hundred rows a day in
 * each. A thief who is signed in cannot use up what the mailbox needs to take the account back. RATE_LIMIT=off does not
 * lift these limits.
 */
const ROWS_SIGNED_IN = { count: 60, windowSeconds: 24 * 60 * 60 };
const ROWS_MAILED = { count: 20, windowSeconds: 24 * 60 * 60 };

/** Throws rate_limited; nothing may then have ended. */
export async function recordOwnChange(
  trx: Db,
  { user, action, to, removals = [], isMailed = false, now }: OwnChange,
): Promise<void> {
  const isAdmin = user.role === "admin";
  if (!isAdmin) {
    const key = `${isMailed ? "mailed" : "own"} acts ${user.id}`;
    const limit = isMailed ? ROWS_MAILED : ROWS_SIGNED_IN;
    await consumeRateLimit(trx, { key, limit, amount: Math.max(1, removals.length), now });
  }
  await recordRemovals(trx, removals, now);
  const subject = { kind: "account", id: user.id };
  await writeAuditLogEntry(trx, { subject, actor: isAdmin ? user.email : VISITOR, action, to, now });
}
