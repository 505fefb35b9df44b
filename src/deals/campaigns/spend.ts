// Spend is one amount for each source, campaign and month.
import * as z from "zod/mini";
import { attributedSource, campaignOf, MAX_PART_LENGTH } from "#people/leads/attribution.ts";
import { MAX_CENTS } from "#platform/money.ts";
import { answerOf } from "#platform/shapes.ts";
import { lineSchema } from "#platform/text.ts";

/** Uses the names of the report, so that amounts and leads of one campaign match. */
export type CampaignName = { source: string; campaign: string };

export const MAX_ENTRIES = 500;
export const MONTHS_SHOWN = 6;
/** Anybody can invent campaigns in a URL, so the page limits its rows. */
export const MAX_CAMPAIGNS_SHOWN = 200;

const MONTH_RULE = "Please write a month such as 2026-11";
const AMOUNT_RULE = "Please enter whole cents from 0 up to a billion dollars";
const MAX_VERSION = 2_147_483_647;
const MONTH_NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Months are stored from 2000-01 to 2099-12. */
export function isMonth(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
}

export function daysOfMonth(month: string): number {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
}

/** "Nov 2026" */
export function monthText(month: string): string {
  return `${MONTH_NAMES[Number(month.slice(5)) - 1]?.slice(0, 3)} ${month.slice(0, 4)}`;
}

/** Also reads the formats of spreadsheets and advertising networks: "2026-11-01", "11/2026", "Nov 2026", "Nov-26". */
export function parseMonth(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  const numbers = /^(\d{4})-(\d{1,2})(?:-01)?$/.exec(typed);
  if (numbers) return monthIn(numbers[1], Number(numbers[2]));
  const slashes = /^(\d{1,2})\/(?:0?1\/)?(\d{4})$/.exec(typed);
  if (slashes) return monthIn(slashes[2], Number(slashes[1]));
  const words = /^([a-z]{3,9})\.?[ -](\d{4}|\d{2})$/.exec(typed);
  if (!words) return undefined;
  const [, name = "", year = ""] = words;
  const index = MONTH_NAMES.map((known) => known.toLowerCase()).findIndex(
    (known) => known === name || known.slice(0, 3) === name,
  );
  return monthIn(year.length === 2 ? `20${year}` : year, index + 1);
}

function monthIn(year: string | undefined, number: number): string | undefined {
  const month = `${year}-${String(number).padStart(2, "0")}`;
  return isMonth(month) ? month : undefined;
}

export function campaignNameOf({ source, campaign }: CampaignName): CampaignName {
  return { source: attributedSource({ utmSource: source }), campaign: campaignOf({ utmCampaign: campaign }) };
}

/** "spring (google)", or "google" without a campaign. */
export function campaignText({ source, campaign }: CampaignName): string {
  return campaign ? `${campaign} (${source})` : source;
}

export const sourceSchema = lineSchema(MAX_PART_LENGTH, "Source is required");
export const campaignSchema = lineSchema(MAX_PART_LENGTH);
export const monthSchema = z.string(MONTH_RULE).check(z.refine(isMonth, MONTH_RULE));

const entrySchema = z.object({
  source: sourceSchema,
  /** "" if the amount belongs to no campaign. */
  campaign: z._default(z.optional(campaignSchema), ""),
  month: monthSchema,
  /** Null removes the amount. */
  cents: z.nullable(z.int(AMOUNT_RULE).check(z.gte(0, AMOUNT_RULE), z.lte(MAX_CENTS, AMOUNT_RULE))),
  /** The change is based on this version; 0 if there was no amount. */
  version: z.optional(z.int("Must be a whole number").check(z.gte(0), z.lte(MAX_VERSION))),
});

export type SpendEntry = z.infer<typeof entrySchema>;

export const spendChangeSchema = z.object({
  entries: z
    .array(entrySchema, "Please send the amounts as a list")
    .check(z.maxLength(MAX_ENTRIES, `At most ${MAX_ENTRIES} amounts at once`)),
});

export type SpendChange = z.input<typeof spendChangeSchema>;

export type SpendChanged = z.infer<typeof spendChangedSchema>;

const nameShape = { source: z.string(), campaign: z.string() };

export const presentAmountSchema = z.object({
  ...nameShape,
  month: z.string(),
  /** Null if the amount was removed or never entered. */
  cents: z.nullable(z.number()),
  version: z.number(),
});

export type PresentAmount = z.infer<typeof presentAmountSchema>;

export const spendQuerySchema = z.object({
  /** This is the last month shown, by default the current one. */
  until: z.optional(z.string(MONTH_RULE).check(z.refine((text) => text === "" || isMonth(text), MONTH_RULE))),
});

const shownAmountSchema = z.object({ month: z.string(), cents: z.number(), version: z.number() });

export const spendListSchema = answerOf({
  months: z.array(z.string()),
  /** Lists campaigns with an amount in these months, and those known to the site. */
  rows: z.array(z.object({ ...nameShape, amounts: z.array(shownAmountSchema) })),
  others: z.number(),
  totals: z.array(z.object({ month: z.string(), cents: z.number() })),
});

export type SpendRow = SpendList["rows"][number];
export type SpendList = z.infer<typeof spendListSchema>;

export const spendChangedSchema = answerOf({ message: z.string(), changed: z.number() });

export const knownCampaignSchema = z.object({ name: z.string(), ...nameShape });

export const knownCampaignsSchema = answerOf({ campaigns: z.array(knownCampaignSchema) });

export const SPEND_HEADINGS = ["Source", "Campaign", "Month", "Amount"] as const;
export const REQUIRED_SPEND_HEADINGS: readonly (typeof SPEND_HEADINGS)[number][] = ["Source", "Month", "Amount"];
