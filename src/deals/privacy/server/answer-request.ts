import type { PrivacyTask } from "#deals/privacy/admin.ts";
import { removeFromOutbox } from "#delivery/mail/server/outbox-files.ts";
import { deleteMailOf } from "#delivery/mail/server/store.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { deleteIdempotencyKeysOf } from "#platform/server/idempotency.ts";
import { closeRequestRow, findRequest } from "./store.ts";
import { type PrivacyRequestsTable, toTask } from "./table.ts";

type Answer = { id: string; how: string; actor: string; dataDir: string; now: Date };

/** Keeps the record and the answer, and deletes address, words and mails. Throws not_found, changed_meanwhile. */
export async function answerRequest(
  database: Database,
  { id, how, actor, dataDir, now }: Answer,
): Promise<PrivacyTask> {
  const { task, mailIds } = await database.transaction(async (trx) => {
    const closed = await closeRequestRow(trx, id, { how, by: actor, at: now });
    if (!closed) throw refusalOf(await findRequest(trx, id));
    const subject = { kind: "privacy request", id };
    // The entry leaves out the answer, which may name the person, because the audit log keeps entries.
    await writeAuditLogEntry(trx, { subject, actor, action: "status", from: "open", to: "answered", now });
    await deleteIdempotencyKeysOf(trx, id);
    await recordRemovals(trx, [{ kind: "privacy-request", subject: id }], now);
    return { task: toTask(closed), mailIds: await deleteMailOf(trx, id) };
  });
  await removeFromOutbox(dataDir, mailIds);
  return task;
}

function refusalOf(request: PrivacyRequestsTable | undefined): AppError {
  if (!request?.done_at) return requestNotFound();
  return new AppError("changed_meanwhile", "Another admin has marked this request as answered already.", {
    body: { request: toTask(request) },
  });
}

export function requestNotFound(): AppError {
  return new AppError("not_found", "Request not found");
}
