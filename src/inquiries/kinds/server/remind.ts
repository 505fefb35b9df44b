import type { Message } from "#delivery/mail/mail.ts";
import { findNextMailbox } from "#inquiries/roster/server/rung.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { LAST_REMINDER } from "#people/leads/server/first-contact.ts";
import type { Db } from "#platform/server/database/tables.ts";

type Reminding = { detail: string; leadId?: string; rules: LeadRules; now: Date };

/** Undefined if this reminder was switched off, or nobody may get it. */
export async function reminderFor(
  db: Db,
  { detail, leadId, rules, now }: Reminding,
  reminder: Message,
): Promise<Message | undefined> {
  const { overdueAfterMinutes, escalateAfterMinutes, calendar } = rules;
  if (detail !== LAST_REMINDER) return overdueAfterMinutes === null ? undefined : reminder;
  const mailbox =
    escalateAfterMinutes === null ? undefined : await findNextMailbox(db, { calendar, now, ...(leadId && { leadId }) });
  if (!mailbox) return undefined;
  const { letter } = reminder;
  const subject = `Last reminder: ${letter.subject.charAt(0).toLowerCase()}${letter.subject.slice(1)}`;
  const reason =
    "You get this e-mail because nobody answered the first reminder. An admin changes who gets it under Users, Roster.";
  return {
    ...reminder,
    to: [mailbox],
    letter: { ...letter, subject, closing: ["There is no further reminder."], reason },
  };
}
