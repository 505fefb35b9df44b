// A stranger can enter anybody's address from any network, and registers as often as they like, so mail to one mailbox
// is limited. Mail above the limit is delayed, not lost.
import type { MailKind } from "#delivery/mail/mail.ts";
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { RateLimit } from "#platform/server/rate-limits.ts";
import type { NewMail } from "./table.ts";

const MAIL_PER_MAILBOX: readonly RateLimit[] = [
  { count: 6, windowSeconds: 3600 },
  { count: 15, windowSeconds: 86_400 },
];

const BY_ACCOUNTS = "accounts ";

const MAX_WINDOW_MS = Math.max(...MAIL_PER_MAILBOX.map(({ windowSeconds }) => windowSeconds)) * 1000;

export async function lockMailbox(trx: Db, mailbox: string): Promise<void> {
  await lockNames(trx, [mailboxLock(mailbox)]);
}

export function mailboxLock(mailbox: string): string {
  return `mailbox ${mailbox}`;
}

type Wanted = {
  mailbox: string;
  wanted: Date;
  before?: readonly MailKind[];
  now: Date;
};

/** Valid while the transaction holds the mailbox's lock. */
export async function earliestInMailbox(trx: Db, { mailbox, ...when }: Wanted): Promise<Date> {
  return earliestOf(trx, { mailboxes: [mailbox], ...when });
}

/** Many accounts may ask for one address, so their mail delays only its own kind, never that of the address's owner. */
export async function whenAccountsMayMail(
  trx: Db,
  { email, before, now }: { email: string; now: Date } & Pick<Wanted, "before">,
): Promise<Required<Pick<NewMail, "dueAt" | "mailbox">>> {
  const visitors = mailboxKey(email);
  const mailbox = BY_ACCOUNTS + visitors;
  await lockMailbox(trx, visitors);
  return { mailbox, dueAt: await earliestOf(trx, { mailboxes: [visitors, mailbox], wanted: now, before, now }) };
}

async function earliestOf(
  trx: Db,
  { mailboxes, wanted, before = [], now }: Omit<Wanted, "mailbox"> & { mailboxes: readonly string[] },
): Promise<Date> {
  const since = new Date(now.getTime() - MAX_WINDOW_MS).toISOString();
  const rows = await trx
    .selectFrom("mails")
    .select(["kind", "due_at", "settled_at"])
    .where("mailbox_key", "in", mailboxes)
    .where("state", "<>", "withdrawn")
    .where((is) => is.or([is("settled_at", "is", null), is("settled_at", ">", since)]))
    .execute();
  const isPassed = ({ kind, due_at, settled_at }: (typeof rows)[number]) =>
    before.includes(kind) && settled_at === null && due_at > now.toISOString();
  const others = rows
    .filter((row) => !isPassed(row))
    .map(({ due_at, settled_at }) =>
      settled_at === null ? Math.max(Date.parse(due_at), now.getTime()) : Date.parse(settled_at),
    );
  const candidates = others.flatMap((at) => MAIL_PER_MAILBOX.map(({ windowSeconds }) => at + windowSeconds * 1000));
  const earliest = [wanted.getTime(), ...candidates.filter((at) => at > wanted.getTime()).sort((a, b) => a - b)].find(
    (at) => MAIL_PER_MAILBOX.every((limit) => fits(at, others, limit)),
  );
  if (earliest === undefined) throw new Error("After the last of its mails a mailbox always has room.");
  return new Date(earliest);
}

function fits(at: number, others: readonly number[], { count, windowSeconds }: RateLimit): boolean {
  const sorted = [...others, at].sort((a, b) => a - b);
  const index = sorted.lastIndexOf(at);
  const stretch = sorted.slice(Math.max(0, index - count), index + count + 1);
  return stretch.every((first, start) => {
    const last = stretch[start + count];
    return last === undefined || last - first >= windowSeconds * 1000;
  });
}
