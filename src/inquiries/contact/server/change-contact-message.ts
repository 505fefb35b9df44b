import { deleteMailOf } from "#delivery/mail/server/store.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { deleteDeliveriesOf } from "#delivery/webhooks/server/store.ts";
import { toAdminContactMessage } from "#inquiries/contact/admin.ts";
import type { ContactCorrection, ContactMessage, ContactStatus } from "#inquiries/contact/contact.ts";
import { FACT_LABELS } from "#inquiries/contact/facts.ts";
import { firstContactOf, type LeadRules } from "#people/leads/inquiry.ts";
import { correctInquiry } from "#people/leads/server/correct-lead.ts";
import { firstContactLine } from "#people/leads/server/first-contact.ts";
import { detachFromLead } from "#people/leads/server/leads.ts";
import { writeNote } from "#people/leads/server/notes.ts";
import { advanceStage, revertStage } from "#people/leads/server/stage.ts";
import { deleteDetailsOf } from "#people/permissions/server/erasure.ts";
import { stopTransfer } from "#people/permissions/server/transfer-stops.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { enqueueOverdueMail } from "./emails.ts";
import {
  correctContactMessageRow,
  deleteContactMessageRow,
  findContactMessage,
  updateContactMessage,
} from "./store.ts";

type Change = {
  id: string;
  /** Identifies the state the admin has seen. Undefined overwrites any state. */
  version?: number | undefined;
  actor: string;
  actorId: string;
  now: Date;
};

type LeadChange = Change & { leadRules: LeadRules };

/** Empty or missing notes keep the old ones. Throws not_found, changed_meanwhile. */
export async function changeContactStatus(
  database: Database,
  request: LeadChange & { status: ContactStatus; notes: string | undefined },
): Promise<ContactMessage> {
  return database.transaction(async (trx) => {
    const message = await requireUnchanged(trx, request);
    const { status, now } = request;
    const notes = request.notes || message.notes;
    if (status === message.status && notes === message.notes) return message;
    const line = lineOf(request);
    if (status !== message.status)
      await writeAuditLogEntry(trx, { ...line, action: "status", from: message.status, to: status });
    if (notes !== message.notes) await recordNotes(trx, { ...message, notes }, request);
    const isAnswer = status === "Resolved" && !message.firstContact;
    const changed = await updateContactMessage(trx, message, {
      ...(isAnswer && firstContactNow(message, request)),
      status,
      notes,
      updatedAt: now.toISOString(),
    });
    await recordFirstContact(trx, { before: message, after: changed }, request);
    return changed;
  });
}

type MarkRequest = LeadChange & { contacted: boolean };

/** Sets or removes the mark; an existing one is not replaced. Throws not_found, changed_meanwhile. */
export async function markFirstContact(database: Database, request: MarkRequest): Promise<ContactMessage> {
  return database.transaction((trx) => writeFirstContact(trx, request));
}

export async function writeFirstContact(trx: Db, request: MarkRequest): Promise<ContactMessage> {
  const { contacted, now } = request;
  const message = await requireUnchanged(trx, request);
  if (contacted === (message.firstContact !== undefined)) return message;
  const changed = await updateContactMessage(trx, message, {
    ...(contacted ? firstContactNow(message, request) : { firstContact: undefined }),
    updatedAt: now.toISOString(),
  });
  await recordFirstContact(trx, { before: message, after: changed }, request);
  return changed;
}

/** An empty text clears the notes. Throws not_found, changed_meanwhile. */
export async function saveContactNotes(
  database: Database,
  request: Change & { notes: string },
): Promise<ContactMessage> {
  return database.transaction(async (trx) => {
    const message = await requireUnchanged(trx, request);
    const notes = request.notes || undefined;
    if (notes === message.notes) return message;
    await recordNotes(trx, { ...message, notes }, request);
    return updateContactMessage(trx, message, { notes, updatedAt: request.now.toISOString() });
  });
}

/** The audit log names the fields, not their values. Throws not_found, changed_meanwhile. */
export async function correctContactMessage(
  database: Database,
  { correction, ...request }: Change & { correction: ContactCorrection },
): Promise<ContactMessage> {
  const transferStops = await stopTransfer(database);
  return database.transaction(async (trx) => {
    const before = await requireUnchanged(trx, request);
    const names = (["name", "email", "phone"] as const).filter(
      (name) => (correction[name] || undefined) !== before[name],
    );
    if (names.length === 0) return before;
    const { name, email, phone } = correction;
    const inquiry = {
      name,
      email,
      phone: phone || undefined,
      stage: "New",
      isLive: true,
      at: new Date(before.createdAt),
    } as const;
    const leadId = await correctInquiry(trx, { leadId: before.leadId, recordId: before.id, inquiry }, request);
    const updatedAt = request.now.toISOString();
    const after = await correctContactMessageRow(trx, before, { ...correction, leadId, updatedAt });
    await transferStops(trx, { before, after, ...request });
    const to = names.map((name) => FACT_LABELS[name]).join(", ");
    await writeAuditLogEntry(trx, { ...lineOf(request), action: "corrected", to });
    return after;
  });
}

/** A new message becomes In Progress. Throws not_found. */
export async function markContactMessageRead(database: Database, request: Change): Promise<ContactMessage> {
  return database.transaction(async (trx) => {
    const message = await requireUnchanged(trx, request);
    const status = message.status === "New" ? "In Progress" : message.status;
    if (message.readAt !== undefined && status === message.status) return message;
    await writeAuditLogEntry(trx, { ...lineOf(request), action: "read", from: message.status, to: status });
    const at = request.now.toISOString();
    return updateContactMessage(trx, message, { status, readAt: message.readAt ?? at, updatedAt: at });
  });
}

/** Only the audit log and the permissions remain, without a name. Throws not_found. */
export async function deleteContactMessage(database: Database, request: Change): Promise<void> {
  await database.transaction(async (trx) => {
    const { id, leadId } = await requireUnchanged(trx, request);
    await deleteContactMessageRow(trx, id);
    await recordRemovals(trx, [{ kind: "message", subject: id }], request.now);
    await detachFromLead(trx, leadId);
    await deleteMailOf(trx, id);
    await deleteDeliveriesOf(trx, id);
    await deleteDetailsOf(trx, [id]);
    await writeAuditLogEntry(trx, { ...lineOf(request), action: "deleted" });
  });
}

function firstContactNow(message: ContactMessage, { actorId, leadRules, now }: LeadChange) {
  return firstContactOf(message, { at: now, by: actorId, rules: leadRules });
}

async function recordFirstContact(
  trx: Db,
  { before, after }: { before: ContactMessage; after: ContactMessage },
  request: LeadChange,
): Promise<void> {
  await enqueueOverdueMail(trx, after, request);
  const line = firstContactLine(before, after);
  if (line) await writeAuditLogEntry(trx, { ...lineOf(request), ...line });
  const { actor, now } = request;
  if (line?.action === "contacted") await advanceStage(trx, after.leadId, { to: "Contacted", at: now, actor, now });
  if (line?.action === "uncontacted")
    await revertStage(trx, after.leadId, { from: "Contacted", to: "New", actor, now });
}

/** The message stores only the latest note; the thread keeps earlier ones. */
async function recordNotes(trx: Db, { id, leadId, notes = "" }: ContactMessage, request: Change): Promise<void> {
  const record = { kind: "contact", id } as const;
  await writeNote(trx, { leadId, record, text: notes, author: request.actor, now: request.now });
  await writeAuditLogEntry(trx, { ...lineOf(request), action: "notes" });
}

async function requireUnchanged(trx: Db, { id, version }: Change): Promise<ContactMessage> {
  await lockNames(trx, [`contact ${id}`]);
  const message = await findContactMessage(trx, id);
  if (!message) throw messageNotFound();
  if (version !== undefined && version !== message.version)
    throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { contact: toAdminContactMessage(message) } });
  return message;
}

export function messageNotFound(): AppError {
  return new AppError("not_found", "Message not found");
}

function lineOf({ id, actor, now }: Change) {
  return { subject: { kind: "contact", id }, actor, now };
}
