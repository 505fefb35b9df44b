// How much mail the public forms, and the links they lead to, may cause in one mailbox. A stranger can type anybody's
// address, from any number of networks. What does not fit is held back, not lost: it goes when there is room.
import type { Kysely } from "kysely";
import { lockNames } from "#platform/server/database/locks.ts";
import type { RateLimit } from "#platform/server/rate-limits.ts";
import type { MailsTables } from "./table.ts";

/** Each of them holds for any stretch of that length, not only from the full hour on. */
const MAIL_PER_MAILBOX: readonly RateLimit[] = [
  { count: 6, windowSeconds: 3600 },
  { count: 15, windowSeconds: 86_400 },
];

const MAX_WINDOW_MS = Math.max(...MAIL_PER_MAILBOX.map(({ windowSeconds }) => windowSeconds)) * 1000;

/** Makes transactions that enqueue counted mail for one mailbox wait for each other. */
export async function lockMailbox(trx: Kysely<MailsTables>, mailbox: string): Promise<void> {
  await lockNames(trx, [mailboxLock(mailbox)]);
}

export function mailboxLock(mailbox: string): string {
  return `mailbox ${mailbox}`;
}

/**
 * The earliest instant from `wanted` on at which one more counted mail may go to the mailbox. It stays free until the end
 * of the transaction, which must hold the mailbox's lock.
 */
export async function earliestInMailbox(
  trx: Kysely<MailsTables>,
  { mailbox, wanted, now }: { mailbox: string; wanted: Date; now: Date },
): Promise<Date> {
  const since = new Date(now.getTime() - MAX_WINDOW_MS).toISOString();
  const rows = await trx
    .selectFrom("mails")
    .select(["due_at", "settled_at"])
    .where("mailbox_key", "=", mailbox)
    .where("state", "<>", "withdrawn")
    .where((is) => is.or([is("settled_at", "is", null), is("settled_at", ">", since)]))
    .execute();
  const others = rows.map(({ due_at, settled_at }) =>
    settled_at === null ? Math.max(Date.parse(due_at), now.getTime()) : Date.parse(settled_at),
  );
  const candidates = others.flatMap((at) => MAIL_PER_MAILBOX.map(({ windowSeconds }) => at + windowSeconds * 1000));
  const earliest = [wanted.getTime(), ...candidates.filter((at) => at > wanted.getTime()).sort((a, b) => a - b)].find(
    (at) => MAIL_PER_MAILBOX.every((limit) => fits(at, others, limit)),
  );
  if (earliest === undefined) throw new Error("After the last of its mails a mailbox always has room.");
  return new Date(earliest);
}

/** Whether no stretch of the window's length that takes in this instant holds more than the count. */
function fits(at: number, others: readonly number[], { count, windowSeconds }: RateLimit): boolean {
  const sorted = [...others, at].sort((a, b) => a - b);
  const index = sorted.lastIndexOf(at);
  const stretch = sorted.slice(Math.max(0, index - count), index + count + 1);
  return stretch.every((first, start) => {
    const last = stretch[start + count];
    return last === undefined || last - first >= windowSeconds * 1000;
  });
}
