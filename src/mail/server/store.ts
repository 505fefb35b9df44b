// The only SQL for the mails table, with what the worker asks of it in claims.ts. Other rooms call enqueueMail and withdrawMail
// inside their own transaction: what they owe is then as durable as what they did, and undone with it.
import type { Kysely } from "kysely";
import type { MailKind, Message } from "#mail/mail.ts";
import { deadLetterDue, isDeadLetter, isWaiting } from "#platform/server/queue/queue.ts";
import { type MailsTable, type MailsTables, type NewMail, toRow } from "./table.ts";

export { earliestInMailbox, lockMailbox, mailboxLock } from "./mailbox-throttle.ts";
export type { MailsTable, MailsTables, NewMail } from "./table.ts";

type Db = Kysely<MailsTables>;

/** What a mail is written from, at the moment it is sent. */
export type MailToWrite = { recordId: string; detail: string; now: Date };

/** Writes a mail from its record as it is now; undefined where it is no longer mails. */
export type Writer = (mail: MailToWrite) => Promise<Message | undefined>;

export type Writers = Record<MailKind, Writer>;

const HELD = "Held back when a backup was restored: it may have been sent already";

/** A mail that is due is usually under way within seconds. */
const LATE_MS = 60_000;

/**
 * Owes these mails from now on. One that is mails or was sent already stays as it is; one that was withdrawn is mails again.
 * What it says is written when it is sent, from the record as it is then.
 */
export async function enqueueMail(trx: Db, mails: readonly NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  await trx
    .insertInto("mails")
    .values(mails.map((mail) => toRow(mail, now)))
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
    )
    .execute();
}

/** Owes these kinds of mail about a record no longer, as far as they are not sent yet. */
export async function withdrawMail(trx: Db, recordId: string, kinds: readonly MailKind[], now: Date): Promise<void> {
  await trx
    .updateTable("mails")
    .set({ state: "withdrawn", settled_at: now.toISOString() })
    .where("record_id", "=", recordId)
    .where("kind", "in", kinds)
    .where("state", "=", "waiting")
    .execute();
}

/** The same for mail that waits for its time, of a record or counted for a mailbox. What is due already goes out. */
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

/** Forgets every mail about a record that is deleted: whom they went to is part of it. What is still mails is mails no longer. */
export async function deleteMailOf(trx: Db, recordId: string): Promise<void> {
  await trx.deleteFrom("mails").where("record_id", "=", recordId).execute();
}

/**
 * Gives up what is due, for the day a backup is restored: it may have been sent after the backup was made, so whether it
 * goes out again is for an admin to say. Returns how many that were.
 */
export async function deadLetterDueMail(trx: Db, now: Date): Promise<number> {
  return deadLetterDue(trx, "mails", HELD, now);
}

/** What was sent about a record and what is still to come, oldest first. */
export async function listMailOf(db: Db, recordId: string): Promise<MailsTable[]> {
  return db
    .selectFrom("mails")
    .selectAll()
    .where("record_id", "=", recordId)
    .orderBy("due_at")
    .orderBy("urgency")
    .orderBy("id")
    .execute();
}

export async function findMail(db: Db, id: string): Promise<MailsTable | undefined> {
  return db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Mails that were given up, newest first. */
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

/** Mails that failed and are tried again, or that nobody has tried in time; and what the latest failed try ran into. */
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

/** Tries given-up mails again: one, or all of them. Returns how many that were. */
export async function retryDeadLetters(trx: Db, which: { id: string } | "all", now: Date): Promise<number> {
  let failed = trx
    .updateTable("mails")
    .set({ state: "waiting", next_try_at: now.toISOString(), tries: 0, first_tried_at: null, settled_at: null })
    .where(isDeadLetter);
  if (which !== "all") failed = failed.where("id", "=", which.id);
  const { numUpdatedRows } = await failed.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
