import * as z from "zod/mini";
import { type Attribution, attributedSource, campaignOf, landingPageOf } from "#leads/attribution.ts";
import { addDays } from "#platform/dates.ts";

/** `unnamed` is the label of visits without a value. */
export const GROUPINGS = {
  source: { label: "Source", unnamed: "Direct or unknown", of: attributedSource },
  campaign: { label: "Campaign", unnamed: "No campaign", of: campaignOf },
  "landing-page": { label: "Landing page", unnamed: "Unknown page", of: landingPageOf },
} as const satisfies Record<string, { label: string; unnamed: string; of: (visit: Attribution) => string }>;

export type Grouping = keyof typeof GROUPINGS;

/** Anybody can invent campaigns in a URL: the page shows this many rows, the file all. */
export const MAX_ROWS = 50;

export const figuresSchema = z.object({
  leads: z.number(),
  booked: z.number(),
  messages: z.number(),
  held: z.number(),
  open: z.number(),
  cancelled: z.number(),
  /** Visits by people through short links; null without a link. */
  visits: z.nullable(z.number()),
});

export type Figures = z.infer<typeof figuresSchema>;

export const NO_FIGURES: Figures = { leads: 0, booked: 0, messages: 0, held: 0, open: 0, cancelled: 0, visits: null };

/** Whole percent of the meetings that were held or cancelled; undefined without any. */
export function shareHeld({ held, cancelled }: Figures): number | undefined {
  const decided = held + cancelled;
  return decided === 0 ? undefined : Math.round((held / decided) * 100);
}

export function nameOfRow(by: Grouping, visit: Attribution): string {
  const { of, unnamed } = GROUPINGS[by];
  return of(visit) || unnamed;
}

export function sumOf(rows: readonly Figures[]): Figures {
  const sum = { ...NO_FIGURES };
  for (const row of rows) addTo(sum, row);
  return sum;
}

export function addTo(sum: Figures, more: Figures): void {
  for (const name of ["leads", "booked", "messages", "held", "open", "cancelled"] as const) sum[name] += more[name];
  if (more.visits !== null) sum.visits = (sum.visits ?? 0) + more.visits;
}

/** By the company's current day. "" is an open end. */
export function presetsOf(today: string): { label: string; from: string; to: string }[] {
  return [
    { label: "This month", from: `${today.slice(0, 7)}-01`, to: today },
    { label: "Last 30 days", from: addDays(today, -29), to: today },
    { label: "Last 90 days", from: addDays(today, -89), to: today },
    { label: "This year", from: `${today.slice(0, 4)}-01-01`, to: today },
    { label: "All time", from: "", to: "" },
  ];
}
