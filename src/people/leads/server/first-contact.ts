import type { MailKind } from "#delivery/mail/mail.ts";
import { enqueueMail, withdrawMail } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { afterBusinessMinutes, durationText, type Inquiry, type LeadRules } from "#people/leads/inquiry.ts";
import { listAuditLog, type NewAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Db } from "#platform/server/database/tables.ts";

export function firstContactLine(before: Inquiry, after: Inquiry): Pick<NewAuditLogEntry, "action" | "to"> | undefined {
  if (!before.firstContact === !after.firstContact) return undefined;
  if (!after.firstContact) return { action: "uncontacted" };
  const { minutes } = after.firstContact;
  return { action: "contacted", to: minutes === undefined ? undefined : durationText(minutes) };
}

type Waiting = { kind: MailKind; recordId: string; waitingSince: string };

/** The detail of the mail that goes to one account. */
export const LAST_REMINDER = "last";

/** A first reminder to all who want it, and a last one. */
export function overdueNotice({ kind, recordId, waitingSince }: Waiting, rules: LeadRules): NewMail[] {
  const [dueAt, lastAt] = [rules.overdueAfterMinutes, rules.escalateAfterMinutes].map((minutes) =>
    afterBusinessMinutes(new Date(waitingSince), minutes, rules),
  );
  return [
    ...(dueAt ? [{ kind, recordId, dueAt }] : []),
    ...(lastAt ? [{ kind, recordId, detail: LAST_REMINDER, dueAt: lastAt }] : []),
  ];
}

/** What the audit log says of an imported inquiry that waits with the others of its file, which have one reminder. */
export const AS_NEW = "as new";

/** Each reminder is sent at most once for each inquiry. */
export async function enqueueOverdueNotice(
  trx: Db,
  {
    kind,
    recordId,
    isOpen,
    waitingSince,
    firstContact,
    leadId,
  }: Inquiry & Omit<Waiting, "waitingSince"> & { isOpen: boolean },
  { rules, now }: { rules: LeadRules; now: Date },
): Promise<void> {
  if (!isOpen || firstContact || waitingSince === undefined) await withdrawMail(trx, recordId, [kind], now);
  else if (!(await cameAsNew(trx, { kind: kind.replace("-overdue", ""), recordId, leadId, waitingSince })))
    await enqueueMail(trx, overdueNotice({ kind, recordId, waitingSince }, rules), now);
}

/** A line of a file of leads is known by its lead. */
async function cameAsNew(
  db: Db,
  { kind, recordId, leadId, waitingSince }: Pick<Inquiry, "leadId"> & Omit<Waiting, "kind"> & { kind: string },
): Promise<boolean> {
  const entries = [
    ...(await listAuditLog(db, { kind, id: recordId })),
    ...(await listAuditLog(db, { kind: "lead", id: leadId })),
  ];
  return entries.some(({ action, to, at }) => action === "imported" && to === AS_NEW && at === waitingSince);
}
