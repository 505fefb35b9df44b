import * as z from "zod/mini";
import { type Attribution, attributedSource, campaignOf, landingPageOf } from "#people/leads/attribution.ts";
import { addDays } from "#platform/dates.ts";
import { formatCents } from "#platform/money.ts";

/** `unnamed` is the label of visits without a value. */
export const GROUPINGS = {
  source: { label: "Source", unnamed: "Direct or unknown", of: attributedSource },
  campaign: { label: "Campaign", unnamed: "No campaign", of: campaignOf },
  "landing-page": { label: "Landing page", unnamed: "Unknown page", of: landingPageOf },
} as const satisfies Record<string, { label: string; unnamed: string; of: (visit: Attribution) => string }>;

export type Grouping = keyof typeof GROUPINGS;

/** Anybody can invent campaigns in a URL, so the page limits its rows. The file has all of them. */
export const MAX_ROWS = 50;

export const STEPS = {
  leads: { label: "Leads", one: "lead" },
  held: { label: "Meetings held", one: "meeting held" },
  offers: { label: "Offers", one: "offer" },
  contracts: { label: "Contracts", one: "contract" },
  closings: { label: "Closings", one: "closing" },
} as const;

export type Step = keyof typeof STEPS;

export const STEP_NAMES = Object.keys(STEPS) as Step[];

/** A share or an average of fewer is not meaningful. */
export const MIN_FOR_RATE = 5;

export const figuresSchema = z.object({
  /** Counts visits through short links, without bots; null without a link. */
  visits: z.nullable(z.number()),
  leads: z.number(),
  said: z.number(),
  held: z.number(),
  offers: z.number(),
  contracts: z.number(),
  closings: z.number(),
  /** Null if no amount was entered. */
  spendCents: z.nullable(z.number()),
  /** Of these, those that came by the campaigns for which an amount was entered. */
  paid: z.object({
    leads: z.number(),
    held: z.number(),
    offers: z.number(),
    contracts: z.number(),
    closings: z.number(),
  }),
  /** `spreads` counts closings with both amounts; `spreadCents` sums the closing amounts less the contract prices. */
  spreads: z.number(),
  spreadCents: z.number(),
});

export type Figures = z.infer<typeof figuresSchema>;

const NONE_PAID = { leads: 0, held: 0, offers: 0, contracts: 0, closings: 0 };

export const NO_FIGURES: Figures = {
  visits: null,
  leads: 0,
  said: 0,
  held: 0,
  offers: 0,
  contracts: 0,
  closings: 0,
  spendCents: null,
  paid: NONE_PAID,
  spreads: 0,
  spreadCents: 0,
};

/** In whole percent; undefined if `whole` is below MIN_FOR_RATE. */
export function rateOf(part: number, whole: number): number | undefined {
  return whole < MIN_FOR_RATE ? undefined : Math.round((part / whole) * 100);
}

/** In whole cents for each that came by what was paid for; undefined without spend, or of fewer than MIN_FOR_RATE. */
export function costOf({ spendCents, paid }: Figures, step: Step): number | undefined {
  return spendCents === null || paid[step] < MIN_FOR_RATE ? undefined : Math.round(spendCents / paid[step]);
}

/** ["31%", "$104 each of 12"]: the share of the leads, and the cost of each paid one. Rates of too few are left out. */
export function ratesOf(figures: Figures, step: Step): string[] {
  const share = step === "leads" ? undefined : rateOf(figures[step], figures.leads);
  const cost = costOf(figures, step);
  const paid = figures.paid[step];
  const of = paid === figures[step] ? "" : ` of ${paid.toLocaleString("en-US")}`;
  return [share !== undefined && `${share}%`, cost !== undefined && `${formatCents(cost)} each${of}`].filter(
    (text) => text !== false,
  );
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
  for (const name of [...STEP_NAMES, "said", "spreads", "spreadCents"] as const) sum[name] += more[name];
  sum.paid = { ...sum.paid };
  for (const name of STEP_NAMES) sum.paid[name] += more.paid[name];
  for (const name of ["visits", "spendCents"] as const) {
    const added = more[name];
    if (added !== null) sum[name] = (sum[name] ?? 0) + added;
  }
}

/** Divides whole cents in proportion to the weights. The parts add up to `cents`. Some weight must not be 0. */
export function allocateCents(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  let given = 0;
  return weights.map((weight) => {
    before += weight;
    const until = Math.round((cents * before) / total);
    const share = until - given;
    given = until;
    return share;
  });
}

/** `today` is the company's day. "" is an open end. */
export function presetsOf(today: string): { label: string; from: string; to: string }[] {
  return [
    { label: "This month", from: `${today.slice(0, 7)}-01`, to: today },
    { label: "Last 30 days", from: addDays(today, -29), to: today },
    { label: "Last 90 days", from: addDays(today, -89), to: today },
    { label: "This year", from: `${today.slice(0, 4)}-01-01`, to: today },
    { label: "All time", from: "", to: "" },
  ];
}
