import { MAIL_KINDS, type MailTransport } from "#delivery/mail/mail.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import {
  type AttemptResult,
  type Claim,
  type ClaimedRow,
  claimBackedOff,
  claimDue,
  isAnyDue,
  isWaiting,
  type Ranks,
  recordAttemptResult,
  releaseClaims,
} from "#platform/server/queue/queue.ts";
import type { MailsTable } from "./table.ts";

const TABLE = "mails";
const RANKS: Ranks = {
  column: "urgency",
  values: [...new Set(Object.values(MAIL_KINDS).map(({ urgency }) => urgency))].sort((one, other) => one - other),
};

export async function isMailDue(db: Db, now: Date): Promise<boolean> {
  return isAnyDue(db, TABLE, RANKS, now);
}

/** The urgent mails come first. No two processes claim the same mail. */
export async function claimDueMail(trx: Db, limit: number, claim: Claim): Promise<MailsTable[]> {
  return claimDue(trx, TABLE, { ranks: RANKS, limit }, claim);
}

export async function claimBackedOffMail(trx: Db, claim: Claim): Promise<MailsTable[]> {
  return claimBackedOff(trx, TABLE, RANKS, claim);
}

export async function releaseMail(
  database: Database,
  isInFlight: (row: ClaimedRow) => boolean,
  now: Date,
): Promise<number> {
  return releaseClaims(database, TABLE, { isInFlight, now });
}

export async function resetBackoff(trx: Db, now: Date): Promise<void> {
  await trx
    .updateTable("mails")
    .set({ next_try_at: now.toISOString() })
    .where(isWaiting)
    .where("tries", ">", 0)
    .where("next_try_at", ">", now.toISOString())
    .execute();
}

/** Records the recipient before sending; false if the claim was lost or the mail withdrawn. */
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

/** Does nothing if another process has claimed the mail since. */
export async function recordMailAttempt(
  trx: Db,
  { mail, outcome, transport }: { mail: MailsTable; outcome: AttemptResult; transport: MailTransport },
  now: Date,
): Promise<void> {
  const details = outcome.state === "sent" ? { transport } : {};
  await recordAttemptResult(trx, TABLE, { row: mail, outcome, details, now });
}
