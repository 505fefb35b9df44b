// What the worker asks of the mails table: what is due, whose turn it is, and how a try went.
import type { Kysely } from "kysely";
import type { MailTransport } from "#mail/mail.ts";
import type { Database } from "#platform/server/database/database.ts";
import {
  type AttemptResult,
  type Claim,
  type ClaimedRow,
  claimBackedOff,
  claimDue,
  isAnyDue,
  isWaiting,
  recordAttemptResult,
  releaseClaims,
} from "#platform/server/queue/queue.ts";
import type { MailsTable, MailsTables } from "./table.ts";

type Db = Kysely<MailsTables>;

const TABLE = "mails";

/** Whether there is anything to claim, without writing. */
export async function isMailDue(db: Db, now: Date): Promise<boolean> {
  return isAnyDue(db, TABLE, now);
}

/** Takes up to `limit` mails that are due, the urgent ones first. No two claims hold one mail. */
export async function claimDueMail(trx: Db, limit: number, claim: Claim): Promise<MailsTable[]> {
  return claimDue(trx, TABLE, { order: ["urgency", "next_try_at"], limit }, claim);
}

/** Takes one mail that waits out a pause after a failed try, before the pause is over. */
export async function claimBackedOffMail(trx: Db, claim: Claim): Promise<MailsTable[]> {
  return claimBackedOff(trx, TABLE, claim);
}

/** Releases the claims that nobody works at any more. Returns how many those were. */
export async function releaseMail(
  database: Database<MailsTables>,
  isInFlight: (row: ClaimedRow) => boolean,
  now: Date,
): Promise<number> {
  return releaseClaims(database, TABLE, { isInFlight, now });
}

/** Ends the pause of every mail that waits one out: the mail server takes mail again. */
export async function resetBackoff(trx: Db, now: Date): Promise<void> {
  await trx
    .updateTable("mails")
    .set({ next_try_at: now.toISOString() })
    .where(isWaiting)
    .where("tries", ">", 0)
    .where("next_try_at", ">", now.toISOString())
    .execute();
}

/** Notes whom a mail is about to be addressed to; false where the claim is no longer ours or the mail no longer owed. */
export async function addressMail(trx: Db, mail: MailsTable, recipient: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("mails")
    .set({ recipient })
    .where("id", "=", mail.id)
    .where("claim", "=", mail.claim)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records how a try went, unless another process has taken the mail over meanwhile. */
export async function recordMailAttempt(
  trx: Db,
  { mail, outcome, transport }: { mail: MailsTable; outcome: AttemptResult; transport: MailTransport },
  now: Date,
): Promise<void> {
  const details = outcome.state === "sent" ? { transport } : {};
  await recordAttemptResult(trx, TABLE, { row: mail, outcome, details, now });
}
