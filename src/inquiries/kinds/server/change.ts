// Changes by staff that are the same for every kind of inquiry.
import { deleteMailOf } from "#delivery/mail/server/store.ts";
import { deleteDeliveriesOf } from "#delivery/webhooks/server/store.ts";
import { firstContactOf } from "#people/leads/inquiry.ts";
import { correctInquiry } from "#people/leads/server/correct-lead.ts";
import { enqueueOverdueNotice, firstContactLine } from "#people/leads/server/first-contact.ts";
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
import { deleteIdempotencyKeysOf } from "#platform/server/idempotency.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import type { AnyInquiry, By, Change, Changed, CorrectedKind, Kind } from "./kind.ts";

/** No other change of the inquiry runs until the transaction ends. Throws not_found, changed_meanwhile. */
export async function requireUnchanged<Kept extends AnyInquiry>(
  trx: Db,
  { kind, find, notFound, present }: Kind<Kept>,
  { id, version }: Change,
): Promise<Kept> {
  await lockNames(trx, [`${kind} ${id}`]);
  const inquiry = await find(trx, id);
  if (!inquiry) throw notFound();
  if (version !== undefined && version !== inquiry.version)
    throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: present(inquiry) });
  return inquiry;
}

/** An empty text clears the notes. Throws not_found, changed_meanwhile. */
export async function saveNotes<Kept extends AnyInquiry>(
  database: Database,
  kind: Kind<Kept>,
  request: Change & { notes: string },
): Promise<Kept> {
  return database.transaction(async (trx) => {
    const inquiry = await requireUnchanged(trx, kind, request);
    const notes = request.notes || undefined;
    if (notes === inquiry.notes) return inquiry;
    const changed = await kind.update(trx, inquiry, { notes, updatedAt: request.now.toISOString() });
    await recordNotes(trx, kind, changed, request);
    return changed;
  });
}

/** The inquiry stores only the latest note; the thread keeps earlier ones. */
export async function recordNotes<Kept extends AnyInquiry>(
  trx: Db,
  { kind }: Kind<Kept>,
  { id, leadId, notes = "" }: Kept,
  { actor, now }: Pick<By, "actor" | "now">,
): Promise<void> {
  const record = { kind, id };
  await writeNote(trx, { leadId, record, text: notes, author: actor, now });
  await writeAuditLogEntry(trx, { subject: record, actor, action: "notes", now });
}

type MarkRequest = Change & By & { contacted: boolean };

/** Sets or removes the mark; an existing one is not replaced. Throws not_found, changed_meanwhile. */
export async function markFirstContact<Kept extends AnyInquiry>(
  database: Database,
  kind: Kind<Kept>,
  request: MarkRequest,
): Promise<Kept> {
  return database.transaction((trx) => writeFirstContact(trx, kind, request));
}

export async function writeFirstContact<Kept extends AnyInquiry>(
  trx: Db,
  kind: Kind<Kept>,
  request: MarkRequest,
): Promise<Kept> {
  const { contacted, actorId, leadRules, now } = request;
  const before = await requireUnchanged(trx, kind, request);
  if (contacted === (before.firstContact !== undefined)) return before;
  const after = await kind.update(trx, before, {
    ...(contacted ? firstContactOf(before, { at: now, by: actorId, rules: leadRules }) : { firstContact: undefined }),
    updatedAt: now.toISOString(),
  });
  await recordFirstContact(trx, kind, { before, after }, request);
  return after;
}

/** The reminder of staff, the audit log and the lead follow. */
export async function recordFirstContact<Kept extends AnyInquiry>(
  trx: Db,
  { kind, isOpen, moveLead }: Kind<Kept>,
  { before, after }: Changed<Kept>,
  by: By,
): Promise<void> {
  const { actor, leadRules: rules, now } = by;
  const { id, leadId } = after;
  const overdue = { ...after, kind: `${kind}-overdue`, recordId: id, isOpen: isOpen(after) } as const;
  await enqueueOverdueNotice(trx, overdue, { rules, now });
  const line = firstContactLine(before, after);
  if (line) await writeAuditLogEntry(trx, { subject: { kind, id }, actor, ...line, now });
  if (moveLead) await moveLead(trx, { before, after }, by);
  else if (line?.action === "contacted") await advanceStage(trx, leadId, { to: "Contacted", at: now, actor, now });
  else if (line) await revertStage(trx, leadId, { from: "Contacted", to: "New", actor, now });
}

/**
 * No e-mail is sent, and links stay as they are. The audit log names the facts, not their values: the person may want them
 * removed. Stopped channels stay stopped. Throws not_found, changed_meanwhile, invalid_input.
 */
export async function correctFacts<Kept extends CorrectedInquiry, Correction extends object>(
  database: Database,
  kind: CorrectedKind<Kept, Correction>,
  { correction, ...request }: Change & { correction: Correction },
): Promise<Kept> {
  const transferStops = await stopTransfer(database);
  return database.transaction(async (trx) => {
    const before = await requireUnchanged(trx, kind, request);
    const labels = kind.changedFacts(before, correction);
    if (labels.length === 0) return before;
    const { actor, now } = request;
    const { id: recordId, createdAt } = before;
    const inquiry = { ...kind.sent(before, correction), isLive: true, at: new Date(createdAt) };
    const leadId = await correctInquiry(
      trx,
      { leadId: before.leadId, recordId, inquiry, before: kind.placeOf(before) ?? {} },
      { actor, now },
    );
    const after = await kind.correct(trx, before, { ...correction, leadId, updatedAt: now.toISOString() });
    await transferStops(trx, { before, after, actor, now });
    const subject = { kind: kind.kind, id: recordId };
    await writeAuditLogEntry(trx, { subject, actor, action: "corrected", to: labels.join(", "), now });
    return after;
  });
}

type Transfer = Awaited<ReturnType<typeof stopTransfer>>;

export type CorrectedInquiry = AnyInquiry & Parameters<Transfer>[1]["before"];

/** Only the audit log and the permissions remain, without a name. Returns the ids of deleted mails. */
export async function deleteInquiry(
  trx: Db,
  { kind, deleteRow }: Pick<Kind<AnyInquiry>, "kind" | "deleteRow">,
  { id, leadId }: Pick<AnyInquiry, "id" | "leadId">,
  { actor, now, isErasure = false }: { actor: string; now: Date; isErasure?: boolean },
): Promise<{ mailIds: string[]; isLeadDeleted: boolean }> {
  await deleteRow(trx, id);
  const mailIds = await deleteMailOf(trx, id);
  await deleteDeliveriesOf(trx, id);
  await deleteIdempotencyKeysOf(trx, id);
  await deleteDetailsOf(trx, [id]);
  const isLeadDeleted = await detachFromLead(trx, leadId, { isErasure });
  await writeAuditLogEntry(trx, { subject: { kind, id }, actor, action: "deleted", now });
  return { mailIds, isLeadDeleted };
}
