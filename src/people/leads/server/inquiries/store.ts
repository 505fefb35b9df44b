// Shared by the tables of bookings and messages: the columns of an inquiry and the reminder to staff.
import type { IncomingHttpHeaders } from "node:http";
import type { MailKind } from "#delivery/mail/mail.ts";
import { enqueueMail, withdrawMail } from "#delivery/mail/server/store.ts";
import type { NewMail } from "#delivery/mail/server/table.ts";
import {
  ATTRIBUTION_FIELDS,
  type Attribution,
  type Attributions,
  type PrivacySignal,
  type Touch,
} from "#people/leads/attribution.ts";
import { durationText, type Inquiry, type LeadRules, overdueAt } from "#people/leads/inquiry.ts";
import type { NewAuditLogEntry } from "#platform/server/audit-log.ts";
import { type Columns, objectOf } from "#platform/server/database/columns.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { privacySignalOf } from "#platform/server/http/privacy-signal.ts";
import { type SnakeCase, snakeCase } from "#platform/shapes.ts";

export type WaitColumns = {
  lead_id: string;
  waiting_since: string | null;
  first_contact_at: string | null;
  first_contact_by: string | null;
  first_contact_minutes: number | null;
};

export const WAIT_COLUMNS: Columns<WaitColumns> = {
  lead_id: "leadId",
  waiting_since: "waitingSince",
  first_contact_at: "firstContact.at",
  first_contact_by: "firstContact.by",
  first_contact_minutes: "firstContact.minutes",
};

/** Of what a browser sent. */
export type InquiryColumns = WaitColumns & { privacy_signal: PrivacySignal | null };

export const INQUIRY_COLUMNS: Columns<InquiryColumns> = { ...WAIT_COLUMNS, privacy_signal: "privacySignal" };

/** first_utm_source … last_at. */
export type AttributionColumns = { [Key in `${Touch}_${SnakeCase<keyof Attribution>}`]: string | null };

const TOUCHES: readonly Touch[] = ["first", "last"];

export const VISIT_COLUMNS = Object.fromEntries(
  TOUCHES.flatMap((touch) =>
    ATTRIBUTION_FIELDS.map((field) => [`${touch}_${snakeCase(field)}`, `source.${touch}.${field}`]),
  ),
) as Columns<AttributionColumns>;

export const ATTRIBUTION_COLUMNS = Object.keys(VISIT_COLUMNS) as (keyof AttributionColumns)[];

export function attributionColumns(touch: Touch) {
  return [
    `${touch}_utm_source`,
    `${touch}_utm_campaign`,
    `${touch}_click_id`,
    `${touch}_referrer`,
    `${touch}_landing_page`,
  ] as const;
}

export function visitOf(row: Partial<AttributionColumns>, touch: Touch): Attribution {
  const { source } = objectOf(VISIT_COLUMNS, row) as { source?: Attributions };
  return source?.[touch] ?? {};
}

/** Undefined if the change neither sets nor removes the mark. */
export function firstContactLine(before: Inquiry, after: Inquiry): Pick<NewAuditLogEntry, "action" | "to"> | undefined {
  if (!before.firstContact === !after.firstContact) return undefined;
  if (!after.firstContact) return { action: "uncontacted" };
  const { minutes } = after.firstContact;
  return { action: "contacted", to: minutes === undefined ? undefined : durationText(minutes) };
}

type Waiting = { kind: MailKind; recordId: string; waitingSince: string };

/** Empty if reminders are off. */
export function overdueNotice({ kind, recordId, waitingSince }: Waiting, rules: LeadRules): NewMail[] {
  const dueAt = overdueAt(new Date(waitingSince), rules);
  return dueAt ? [{ kind, recordId, dueAt }] : [];
}

/** Enqueues the notice while the inquiry waits, and withdraws it otherwise. It is sent at most once for each. */
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

/** By the headers alone, whatever the page sent. */
export type WithPrivacySignal = { privacySignal?: PrivacySignal | undefined };

/** Removes the attribution if the browser sends a privacy signal, even if the page sent one, and names the signal. */
export function withPrivacySignal<Sent extends { source?: Attributions | undefined }>(
  sent: Sent,
  headers: IncomingHttpHeaders,
): Sent & WithPrivacySignal {
  const privacySignal = privacySignalOf(headers);
  return privacySignal ? { ...sent, source: undefined, privacySignal } : sent;
}
