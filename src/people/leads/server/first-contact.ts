import type { MailKind } from "#delivery/mail/mail.ts";
import { enqueueMail, withdrawMail } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import { afterBusinessMinutes, durationText, type Inquiry, type LeadRules } from "#people/leads/inquiry.ts";
import type { NewAuditLogEntry } from "#platform/server/audit-log.ts";
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

/** Each reminder is sent at most once for each inquiry. */
export async function enqueueOverdueNotice(
  trx: Db,
  {
    kind,
    recordId,
    isOpen,
    waitingSince,
    firstContact,
  }: Omit<Inquiry, "leadId"> & Omit<Waiting, "waitingSince"> & { isOpen: boolean },
  { rules, now }: { rules: LeadRules; now: Date },
): Promise<void> {
  if (isOpen && !firstContact && waitingSince !== undefined)
    await enqueueMail(trx, overdueNotice({ kind, recordId, waitingSince }, rules), now);
  else await withdrawMail(trx, recordId, [kind], now);
}
