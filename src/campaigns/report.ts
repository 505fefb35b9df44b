// What paid off: how many leads each source, campaign or landing page brought, and what became of their meetings.
import * as z from "zod/mini";
import { campaignOf, landingPageOf, sourceOf, TOUCHES, type Touch, type VisitSource } from "#leads/visit-source.ts";
import { addDays, isDay } from "#platform/dates.ts";

/** What the rows are about, and what a row is called whose visits say nothing of it. */
export const GROUPINGS = {
  source: { label: "Source", unnamed: "Direct or unknown", of: sourceOf },
  campaign: { label: "Campaign", unnamed: "No campaign", of: campaignOf },
  "landing-page": { label: "Landing page", unnamed: "Unknown page", of: landingPageOf },
} as const satisfies Record<string, { label: string; unnamed: string; of: (visit: VisitSource) => string }>;

export type Grouping = keyof typeof GROUPINGS;

const GROUPING_VALUES = Object.keys(GROUPINGS) as [Grouping, ...Grouping[]];
const TOUCH_VALUES = Object.keys(TOUCHES) as [Touch, ...Touch[]];

/** Anybody can make up a campaign in an address: the page shows so many rows, the file all of them. */
export const MOST_ROWS = 50;

const DAY = "Please enter a day such as 2026-11-20";
const daySchema = z.optional(z.string(DAY).check(z.refine((text) => text === "" || isDay(text), DAY)));

export const reportQuerySchema = z
  .object({
    by: z._default(z.optional(z.enum(GROUPING_VALUES, "Unknown grouping")), "source"),
    touch: z._default(z.optional(z.enum(TOUCH_VALUES, "Unknown visit")), "first"),
    /** Days of the company's time zone, both included; without one, from the beginning or up to now. */
    from: daySchema,
    to: daySchema,
  })
  .check(
    z.refine(({ from, to }) => !from || !to || from <= to, {
      error: "The last day is before the first",
      path: ["to"],
    }),
  );

export type ReportQuery = z.infer<typeof reportQuerySchema>;

const figuresShape = {
  /** Bookings and messages. */
  leads: z.number(),
  booked: z.number(),
  messages: z.number(),
  held: z.number(),
  /** Neither held nor cancelled so far. */
  open: z.number(),
  cancelled: z.number(),
  /** Visits by people to short links; null in a row that none of them leads to. */
  visits: z.nullable(z.number()),
};

export const reportRowSchema = z.object({ name: z.string(), ...figuresShape });

export type ReportRow = z.infer<typeof reportRowSchema>;

export const reportSchema = z.object({
  success: z.literal(true),
  timeZone: z.string(),
  today: z.string(),
  /** Most leads first. */
  rows: z.array(reportRowSchema),
  /** Of how many further rows the last one is the sum; 0 where all are shown. */
  others: z.number(),
  total: z.object(figuresShape),
});

export type Report = z.infer<typeof reportSchema>;
export type Figures = Omit<ReportRow, "name">;

export const NO_FIGURES: Figures = { leads: 0, booked: 0, messages: 0, held: 0, open: 0, cancelled: 0, visits: null };

/** Whole percent of the meetings that are decided; undefined where none is. */
export function shareHeld({ held, cancelled }: Figures): number | undefined {
  const decided = held + cancelled;
  return decided === 0 ? undefined : Math.round((held / decided) * 100);
}

export function nameOfRow(by: Grouping, visit: VisitSource): string {
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

/** The ranges an owner asks for most, by the company's day today. "" leaves a side open. */
export function presetsOf(today: string): { label: string; from: string; to: string }[] {
  return [
    { label: "This month", from: `${today.slice(0, 7)}-01`, to: today },
    { label: "Last 30 days", from: addDays(today, -29), to: today },
    { label: "Last 90 days", from: addDays(today, -89), to: today },
    { label: "This year", from: `${today.slice(0, 4)}-01-01`, to: today },
    { label: "All time", from: "", to: "" },
  ];
}
