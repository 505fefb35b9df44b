import { AppError } from "#platform/errors.ts";
import type { Database } from "#platform/server/database/database.ts";
import { newId } from "#platform/server/ids.ts";
import { enqueueMail, findMail, listMailOf, retryDeadLetters } from "./store.ts";
import { type MailsTable, type MailsTables, toMail } from "./table.ts";

export async function sendTestMail(database: Database<MailsTables>, now: Date): Promise<MailsTable> {
  const recordId = newId();
  const [mail] = await database.transaction(async (trx) => {
    await enqueueMail(trx, [{ kind: "test", recordId, dueAt: now }], now);
    return listMailOf(trx, recordId);
  });
  if (!mail) throw new Error("The test e-mail was not stored.");
  return mail;
}

/** Throws not_found, changed_meanwhile. */
export async function retryMail(database: Database<MailsTables>, id: string, now: Date): Promise<MailsTable> {
  const retried = await database.transaction((trx) => retryDeadLetters(trx, { id }, now));
  const mail = await findMail(database.read, id);
  if (!mail) throw mailNotFound();
  if (retried === 0)
    throw new AppError("changed_meanwhile", "This e-mail is no longer in the failed list.", {
      body: { mail: toMail(mail) },
    });
  return mail;
}

export function mailNotFound(): AppError {
  return new AppError("not_found", "E-mail not found");
}
