// An inquiry waits for the first contact by staff.
import * as z from "zod/mini";
import type { Facts } from "#company/facts/schema.ts";
import type { Closures } from "#company/shell/opening-hours.ts";
import { formatInstant } from "#platform/dates.ts";
import { versionSchema } from "#platform/version.ts";
import { PRIVACY_SIGNALS, type PrivacySignal } from "./attribution.ts";
import { afterBusinessTime, type BusinessCalendar, businessTimeBetween } from "./business-time.ts";

/** As the audit log, notes and the ledger of permissions name them. */
export const INQUIRY_KINDS = ["booking", "contact", "call"] as const;
export type InquiryKind = (typeof INQUIRY_KINDS)[number];

export type LeadRules = {
  calendar: BusinessCalendar;
  overdueAfterMinutes: number | null;
  escalateAfterMinutes: number | null;
};

const made = new WeakMap<Closures, { of: Facts; rules: LeadRules }>();

export function leadRules(facts: Facts, closures: Closures): LeadRules {
  const known = made.get(closures);
  if (known?.of === facts) return known.rules;
  const calendar = { timeZone: facts.timeZone, hours: facts.businessHours, closures };
  const { overdueAfterBusinessMinutes, escalateAfterBusinessMinutes } = facts.leads;
  const rules = {
    calendar,
    overdueAfterMinutes: overdueAfterBusinessMinutes,
    escalateAfterMinutes: escalateAfterBusinessMinutes,
  };
  made.set(closures, { of: facts, rules });
  return rules;
}

/** Closures of the owner are left out. */
export function siteLeadRules(facts: Facts): LeadRules {
  return leadRules(
    facts,
    facts.bookingRules.closedDates.map(({ date }) => ({ from: date, to: date })),
  );
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const LONG_WAIT_MINUTES = 100 * 60;

export const inquiryShape = {
  leadId: z.string(),
  waitingSince: z.optional(z.string()),
  firstContact: z.optional(
    z.object({
      at: z.string(),
      by: z.string(),
      /** Of business hours. */
      minutes: z.optional(z.number()),
    }),
  ),
  privacySignal: z.optional(z.enum(Object.keys(PRIVACY_SIGNALS) as [PrivacySignal, ...PrivacySignal[]])),
};

const inquirySchema = z.object(inquiryShape);
export type Inquiry = z.infer<typeof inquirySchema>;

export const firstContactChangeSchema = z.object({
  contacted: z.boolean("Please say whether there was a first contact"),
  version: versionSchema,
});

export function newInquiry(at: Date): Omit<Inquiry, "leadId"> {
  return { waitingSince: at.toISOString() };
}

export function firstContactOf(
  { waitingSince }: Pick<Inquiry, "waitingSince">,
  { at, by, rules }: { at: Date; by: string; rules: LeadRules },
): Required<Pick<Inquiry, "firstContact">> {
  const minutes = waitingSince === undefined ? undefined : businessMinutes(new Date(waitingSince), at, rules);
  return { firstContact: { at: at.toISOString(), by, minutes } };
}

/** On the person's clock. */
export function wallMinutes({
  waitingSince,
  firstContact,
}: Pick<Inquiry, "waitingSince" | "firstContact">): number | undefined {
  if (!waitingSince || !firstContact) return undefined;
  return Math.max(0, Math.floor((Date.parse(firstContact.at) - Date.parse(waitingSince)) / MINUTE_MS));
}

export function businessMinutes(from: Date, to: Date, { calendar }: LeadRules): number {
  return Math.floor(businessTimeBetween(from, to, calendar) / MINUTE_MS);
}

export function afterBusinessMinutes(since: Date, minutes: number | null, { calendar }: LeadRules): Date | undefined {
  return minutes === null ? undefined : afterBusinessTime(since, minutes * MINUTE_MS, calendar);
}

export function isOverdue(minutes: number, { overdueAfterMinutes }: LeadRules): boolean {
  return overdueAfterMinutes !== null && minutes >= overdueAfterMinutes;
}

export function isLongWait(minutes: number): boolean {
  return minutes >= LONG_WAIT_MINUTES;
}

export function waitText({ timeZone }: Facts, since: Date, minutes: number): string {
  return `${durationText(minutes)} of business hours since ${formatInstant(since, timeZone)}`;
}

export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest} min`;
  if (rest === 0 || whole >= DAY_MINUTES) return `${hours.toLocaleString("en-US")} h`;
  return `${hours} h ${rest} min`;
}
