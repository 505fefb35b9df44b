import { MAIL_KINDS } from "#delivery/mail/mail.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { newId } from "#platform/server/ids.ts";
import { enqueueMail, findMail, listMailOf, retryDeadLetters } from "./store.ts";
import { type MailsTable, toMail } from "./table.ts";

type By = { actor: string; now: Date };

const KIND = "mail";

export async function sendTestMail(database: Database, { actor, now }: By): Promise<MailsTable> {
  const recordId = newId();
  const [mail] = await database.transaction(async (trx) => {
    await enqueueMail(trx, [{ kind: "test", recordId, dueAt: now }], now);
    const mails = await listMailOf(trx, recordId);
    const subject = { kind: KIND, id: mails[0]?.id ?? "" };
    await writeAuditLogEntry(trx, { subject, actor, action: "sent", to: "a test e-mail", now });
    return mails;
  });
  if (!mail) throw new Error("The test e-mail was not stored.");
  return mail;
}

/** Throws not_found, changed_meanwhile. */
export async function retryMail(database: Database, { id, actor, now }: By & { id: string }): Promise<MailsTable> {
  const { mail, retried } = await database.transaction(async (trx) => {
    const retried = await retryDeadLetters(trx, { id }, now);
    const mail = await findMail(trx, id);
    if (mail && retried > 0) {
      const to = MAIL_KINDS[mail.kind].label;
      await writeAuditLogEntry(trx, { subject: { kind: KIND, id }, actor, action: "replayed", to, now });
    }
    return { mail, retried };
  });
  if (!mail) throw mailNotFound();
  if (retried === 0)
    throw new AppError("changed_meanwhile", "This e-mail is no longer in the failed list.", {
      body: { mail: toMail(mail) },
    });
  return mail;
}

export function retryAllMail(database: Database, { actor, now }: By): Promise<number> {
  return database.transaction(async (trx) => {
    const retried = await retryDeadLetters(trx, "all", now);
    const to = retried === 1 ? "the one that had failed" : `all ${retried} that had failed`;
    const line = { subject: { kind: KIND, id: "failed" }, actor, action: "replayed", to, now } as const;
    if (retried > 0) await writeAuditLogEntry(trx, line);
    return retried;
  });
}

export function mailNotFound(): AppError {
  return new AppError("not_found", "E-mail not found");
}
