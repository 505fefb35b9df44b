// Other modules call enqueueMail and withdrawMail in their own transactions, so mails are as durable as the change that
// caused them.
import type { MailKind, Message } from "#delivery/mail/mail.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { hasRowLocks } from "#platform/server/database/locks.ts";
import { keptQuery, keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { deadLetterDue, isDeadLetter, isWaiting } from "#platform/server/queue/queue.ts";
import { type MailsTable, type NewMail, toRow } from "./table.ts";

export type MailToWrite = { recordId: string; detail: string; queuedAt: Date; now: Date };

/** Returns undefined if the mail is no longer due. */
export type Writer = (mail: MailToWrite) => Promise<Message | undefined>;

export type Writers = Record<MailKind, Writer>;

const HELD = "Held back when a backup was restored: it may have been sent already";

const LATE_MS = 60_000;
const CHUNK_KEYS = 1_000;

/** Mails that wait or were sent already stay as they are; withdrawn ones wait again. */
export async function enqueueMail(trx: Db, mails: readonly NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  await insertMails(
    trx,
    mails.map((mail) => toRow(mail, now)),
  );
}

const insertMails = keptQuery((trx: Db, rows: readonly MailsTable[]) =>
  trx
    .insertInto("mails")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["record_id", "kind", "detail"])
        .doUpdateSet((is) => ({
          state: "waiting",
          due_at: is.ref("excluded.due_at"),
          next_try_at: is.ref("excluded.next_try_at"),
          settled_at: null,
          mailbox_key: is.ref("excluded.mailbox_key"),
        }))
        .where("mails.state", "=", "withdrawn"),
    ),
);

export async function withdrawMail(trx: Db, recordId: string, kinds: readonly MailKind[], now: Date): Promise<void> {
  await withdrawMails(trx, [recordId], kinds, now);
}

export async function withdrawMails(
  trx: Db,
  recordIds: readonly string[],
  kinds: readonly MailKind[],
  now: Date,
): Promise<void> {
  await trx
    .updateTable("mails")
    .set({ state: "withdrawn", settled_at: now.toISOString() })
    .where("record_id", "in", recordIds)
    .where("kind", "in", kinds)
    .where("state", "=", "waiting")
    .execute();
}

export async function withdrawDelayedMail(
  trx: Db,
  of: { recordId: string } | { mailbox: string },
  kinds: readonly MailKind[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const held = trx.updateTable("mails").set({ state: "withdrawn", settled_at: at }).where("due_at", ">", at);
  const mails =
    "recordId" in of ? held.where("record_id", "=", of.recordId) : held.where("mailbox_key", "=", of.mailbox);
  await mails.where("kind", "in", kinds).where("state", "=", "waiting").execute();
}

/** Until the end of the transaction no process begins to write these mails. */
export async function listDelayedMail(
  trx: Db,
  { mailbox, kind, now }: { mailbox: string; kind: MailKind; now: Date },
): Promise<Pick<MailsTable, "id" | "record_id" | "detail" | "due_at">[]> {
  const delayed = trx
    .selectFrom("mails")
    .select(["id", "record_id", "detail", "due_at"])
    .where("mailbox_key", "=", mailbox)
    .where("kind", "=", kind)
    .where("state", "=", "waiting")
    .where("due_at", ">", now.toISOString())
    // Another process, whose clock is ahead, may have begun already.
    .where("claim", "is", null)
    .orderBy("due_at");
  return (hasRowLocks(trx) ? delayed.forUpdate() : delayed).execute();
}

export async function changeMailDetail(trx: Db, id: string, detail: string): Promise<void> {
  await trx.updateTable("mails").set({ detail }).where("id", "=", id).execute();
}

/** Mails contain the recipient's address. Returns the ids, which name the files in the outbox. */
export async function deleteMailOf(trx: Db, recordId: string): Promise<string[]> {
  const deleted = await trx.deleteFrom("mails").where("record_id", "=", recordId).returning("id").execute();
  return deleted.map(({ id }) => id);
}

/** Due mails may have been sent after the backup was made, so an admin decides. */
export async function deadLetterDueMail(trx: Db, now: Date): Promise<number> {
  return deadLetterDue(trx, "mails", HELD, now);
}

export async function listMailOf(db: Db, ...recordIds: readonly string[]): Promise<MailsTable[]> {
  return recordIds.length === 0 ? [] : mailOf(db, { recordIds });
}

const mailOf = keptRead((db: Db, { recordIds }: { recordIds: readonly string[] }) =>
  db
    .selectFrom("mails")
    .selectAll()
    .where("record_id", "in", recordIds)
    .orderBy("due_at")
    .orderBy("urgency")
    .orderBy("id"),
);

export async function countMailOf(db: Db, recordIds: readonly string[]): Promise<number> {
  let total = 0;
  for (const some of chunksOf(recordIds, CHUNK_KEYS)) {
    const { count } = await db
      .selectFrom("mails")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("record_id", "in", some)
      .executeTakeFirstOrThrow();
    total += count;
  }
  return total;
}

export async function findMail(db: Db, id: string): Promise<MailsTable | undefined> {
  return db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function listDeadLetters(db: Db, limit: number): Promise<MailsTable[]> {
  return db
    .selectFrom("mails")
    .selectAll()
    .where(isDeadLetter)
    .orderBy("settled_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function countDeadLetters(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("mails")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where(isDeadLetter)
    .executeTakeFirstOrThrow();
  return count;
}

export async function readBacklog(db: Db, now: Date): Promise<{ count: number; lastError: string | null }> {
  const late = new Date(now.getTime() - LATE_MS).toISOString();
  const overdue = db
    .selectFrom("mails")
    .where(isWaiting)
    .where((is) => is.or([is("last_error", "is not", null), is("due_at", "<=", late)]));
  const { count } = await overdue.select((is) => is.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const failed = await overdue
    .select("last_error")
    .where("last_error", "is not", null)
    .orderBy("next_try_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return { count, lastError: failed?.last_error ?? null };
}

export async function retryDeadLetters(trx: Db, which: { id: string } | "all", now: Date): Promise<number> {
  let failed = trx
    .updateTable("mails")
    .set({ state: "waiting", next_try_at: now.toISOString(), tries: 0, first_tried_at: null, settled_at: null })
    .where(isDeadLetter);
  if (which !== "all") failed = failed.where("id", "=", which.id);
  const { numUpdatedRows } = await failed.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
