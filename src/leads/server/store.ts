// The part of a booking's or message's row that makes it a lead. The tables are their rooms' own; this is what they share.
import type { Kysely } from "kysely";
import { businessMinutes, durationText, type Lead, type LeadRules, overdueAt } from "#leads/lead.ts";
import type { MailKind } from "#mail/mail.ts";
import { type MailsTables, type OwedMail, queueMail, withdrawMail } from "#mail/server/store.ts";
import type { NewHistoryLine } from "#platform/server/history.ts";

export type LeadColumns = {
  /** Since when it waits for a first contact; null where it came before this was counted. */
  waiting_since: string | null;
  first_contact_at: string | null;
  /** Id of the account that marked it. */
  first_contact_by: string | null;
  /** Business minutes from waiting_since to first_contact_at, by the opening hours of that day. */
  first_contact_minutes: number | null;
};

type FirstContact = Omit<LeadColumns, "waiting_since">;

export const NO_FIRST_CONTACT: FirstContact = {
  first_contact_at: null,
  first_contact_by: null,
  first_contact_minutes: null,
};

export function newLeadColumns(at: Date): LeadColumns {
  return { waiting_since: at.toISOString(), ...NO_FIRST_CONTACT };
}

export function firstContactColumns(
  { waiting_since }: Pick<LeadColumns, "waiting_since">,
  { at, by, rules }: { at: Date; by: string; rules: LeadRules },
): FirstContact {
  return {
    first_contact_at: at.toISOString(),
    first_contact_by: by,
    first_contact_minutes: waiting_since === null ? null : businessMinutes(new Date(waiting_since), at, rules),
  };
}

export function toLead(row: LeadColumns): Lead {
  return {
    ...(row.waiting_since !== null && { waitingSince: row.waiting_since }),
    ...(row.first_contact_at !== null &&
      row.first_contact_by !== null && {
        firstContact: {
          at: row.first_contact_at,
          by: row.first_contact_by,
          ...(row.first_contact_minutes !== null && { minutes: row.first_contact_minutes }),
        },
      }),
  };
}

/** The line of the history where a change of a lead marks its first contact, or takes the mark back; undefined elsewhere. */
export function firstContactLine(
  before: LeadColumns,
  after: LeadColumns,
): Pick<NewHistoryLine, "action" | "to"> | undefined {
  if ((before.first_contact_at === null) === (after.first_contact_at === null)) return undefined;
  if (after.first_contact_at === null) return { action: "uncontacted" };
  const minutes = after.first_contact_minutes;
  return { action: "contacted", to: minutes === null ? undefined : durationText(minutes) };
}

type Waiting = { kind: MailKind; recordId: string; waitingSince: string };

/** The notice to staff that a lead is overdue; none where nobody is reminded. */
export function overdueNotice({ kind, recordId, waitingSince }: Waiting, rules: LeadRules): OwedMail[] {
  const dueAt = overdueAt(new Date(waitingSince), rules);
  return dueAt ? [{ kind, recordId, dueAt }] : [];
}

/** Owes that notice for as long as a lead waits, and no longer. Once sent it is not owed again, whatever becomes of the lead. */
export async function oweOverdueNotice(
  trx: Kysely<MailsTables>,
  lead: LeadColumns & { kind: MailKind; recordId: string; isOpen: boolean },
  { rules, now }: { rules: LeadRules; now: Date },
): Promise<void> {
  const { kind, recordId, waiting_since: waitingSince } = lead;
  if (lead.isOpen && lead.first_contact_at === null && waitingSince !== null)
    await queueMail(trx, overdueNotice({ kind, recordId, waitingSince }, rules), now);
  else await withdrawMail(trx, recordId, [kind], now);
}
