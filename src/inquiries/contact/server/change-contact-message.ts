import { recordRemovals } from "#delivery/removals/server/record.ts";
import type { ContactMessage, ContactStatus } from "#inquiries/contact/contact.ts";
import { deleteInquiry, recordFirstContact, recordNotes, requireUnchanged } from "#inquiries/kinds/server/change.ts";
import type { By, Change } from "#inquiries/kinds/server/kind.ts";
import { firstContactOf } from "#people/leads/inquiry.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { MESSAGES } from "./contact-kind.ts";
import { updateContactMessage } from "./store.ts";

/** Empty or missing notes keep the old ones. Throws not_found, changed_meanwhile. */
export async function changeContactStatus(
  database: Database,
  request: Change & By & { status: ContactStatus; notes: string | undefined },
): Promise<ContactMessage> {
  return database.transaction(async (trx) => {
    const message = await requireUnchanged(trx, MESSAGES, request);
    const { status, actorId: by, leadRules: rules, now } = request;
    const notes = request.notes || message.notes;
    if (status === message.status && notes === message.notes) return message;
    if (status !== message.status)
      await writeAuditLogEntry(trx, { ...lineOf(request), action: "status", from: message.status, to: status });
    if (notes !== message.notes) await recordNotes(trx, MESSAGES, { ...message, notes }, request);
    const isAnswer = status === "Resolved" && !message.firstContact;
    const changed = await updateContactMessage(trx, message, {
      ...(isAnswer && firstContactOf(message, { at: now, by, rules })),
      status,
      notes,
      updatedAt: now.toISOString(),
    });
    await recordFirstContact(trx, MESSAGES, { before: message, after: changed }, request);
    return changed;
  });
}

/** A new message becomes In Progress. Throws not_found. */
export async function markContactMessageRead(database: Database, request: Change): Promise<ContactMessage> {
  return database.transaction(async (trx) => {
    const message = await requireUnchanged(trx, MESSAGES, request);
    const status = message.status === "New" ? "In Progress" : message.status;
    if (message.readAt !== undefined && status === message.status) return message;
    await writeAuditLogEntry(trx, { ...lineOf(request), action: "read", from: message.status, to: status });
    const at = request.now.toISOString();
    return updateContactMessage(trx, message, { status, readAt: message.readAt ?? at, updatedAt: at });
  });
}

/** Throws not_found. */
export async function deleteContactMessage(database: Database, request: Change): Promise<void> {
  await database.transaction(async (trx) => {
    const message = await requireUnchanged(trx, MESSAGES, request);
    await recordRemovals(trx, [{ kind: "message", subject: message.id }], request.now);
    await deleteInquiry(trx, MESSAGES, message, request);
  });
}

function lineOf({ id, actor, now }: Change) {
  return { subject: { kind: "contact", id }, actor, now };
}
