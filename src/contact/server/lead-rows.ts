import type { IncomingHttpHeaders } from "node:http";
// The part of a booking's or message's row that makes it a lead. The tables are their rooms' own; this is what they share.
import type { Kysely } from "kysely";
import { businessMinutes, durationText, type Lead, type LeadRules, overdueAt } from "#leads/lead.ts";
import type { Source, Touch, VisitSource } from "#leads/visit-source.ts";
import type { MailKind } from "#mail/mail.ts";
import { type MailsTables, type OwedMail, queueMail, withdrawMail } from "#mail/server/store.ts";
import type { NewHistoryLine } from "#platform/server/history.ts";
import { hasPrivacySignal } from "#platform/server/http/privacy-signal.ts";

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

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

/** The columns in which a table keeps the first and the last visit: first_utm_source … last_at. */
export type VisitSourceColumns = {
  [Key in `${"first" | "last"}_${SnakeCase<keyof VisitSource>}`]: string | null;
};

const COLUMNS = {
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  utmTerm: "utm_term",
  utmContent: "utm_content",
  clickId: "click_id",
  referrer: "referrer",
  landingPage: "landing_page",
  at: "at",
} as const satisfies { [Key in keyof Required<VisitSource>]: SnakeCase<Key> };

const FIELDS = Object.keys(COLUMNS) as (keyof VisitSource)[];
const TOUCHES: readonly Touch[] = ["first", "last"];

/** Every column name, for a migration. */
export const VISIT_SOURCE_COLUMNS = TOUCHES.flatMap((touch) =>
  FIELDS.map((field) => `${touch}_${COLUMNS[field]}` as keyof VisitSourceColumns),
);

export function toVisitSourceColumns(source: Source | undefined): VisitSourceColumns {
  const entries = TOUCHES.flatMap((touch) =>
    FIELDS.map((field) => [`${touch}_${COLUMNS[field]}`, source?.[touch]?.[field] ?? null]),
  );
  return Object.fromEntries(entries) as VisitSourceColumns;
}

export function fromVisitSourceColumns(row: VisitSourceColumns): Source {
  const source: Source = {};
  for (const touch of TOUCHES) {
    const visit = visitOf(row, touch);
    if (Object.keys(visit).length > 0) source[touch] = visit;
  }
  return source;
}

/** Of columns that were read, those of one visit. */
export function visitOf(row: Partial<VisitSourceColumns>, touch: Touch): VisitSource {
  const known = FIELDS.flatMap((field) => {
    const value = row[`${touch}_${COLUMNS[field]}`];
    return value === null || value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(known);
}

/** The columns of one of the two visits that say where it came from. */
export function sourceColumns(touch: Touch) {
  return [
    `${touch}_utm_source`,
    `${touch}_utm_campaign`,
    `${touch}_click_id`,
    `${touch}_referrer`,
    `${touch}_landing_page`,
  ] as const;
}

/** What somebody sent, without how they found the site where their browser says so, whatever the page did. */
export function withoutRefusedSource<Sent extends { source?: Source | undefined }>(
  sent: Sent,
  headers: IncomingHttpHeaders,
): Sent {
  return hasPrivacySignal(headers) ? { ...sent, source: undefined } : sent;
}
