import type { Link } from "#deals/campaigns/admin.ts";
import type { Figures } from "#deals/campaigns/report.ts";
import type { CampaignName } from "#deals/campaigns/spend.ts";
import type { Attribution, Touch } from "#people/leads/attribution.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    links: LinksTable;
    link_visits: LinkVisitsTable;
    lead_counts: LeadCountsTable;
    campaign_spend: CampaignSpendTable;
  }
}

export type LinksTable = {
  /** In lower case. It never changes, because it is printed on paper. */
  name: string;
  target: string;
  source: string;
  medium: string;
  campaign: string;
  /** A retired link still redirects. */
  retired_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
};

export type LinkVisitsTable = { name: string; day: string; count: number };

/** A removed amount keeps its row with null cents, so that its version never repeats. */
export type CampaignSpendTable = CampaignName & {
  month: string;
  cents: number | null;
  version: number;
  created_at: string;
  updated_at: string;
};

/** Database triggers count leads by UTC day. On PostgreSQL, queries sum several rows. "" if a text is missing. */
export type LeadCountsTable = Record<LeadMeasure, number> & {
  touch: Touch;
  day: string;
  source: string;
  campaign: string;
  referrer: string;
  /** Names the advertising network's click parameter: "gclid". */
  click: string;
  landing_page: string;
};

export const LEAD_MEASURES = [
  "leads",
  "said",
  "held",
  "offers",
  "contracts",
  "closings",
  "spreads",
  "spread_cents",
] as const;

export type LeadMeasure = (typeof LEAD_MEASURES)[number];

export type LinkRow = LinksTable & { visits: number };

export function toLink(row: LinkRow): Link {
  return {
    name: row.name,
    target: row.target,
    source: row.source,
    medium: row.medium,
    campaign: row.campaign,
    isRetired: row.retired_at !== null,
    visits: row.visits,
    version: row.version,
    createdAt: row.created_at,
  };
}

export type VisitPart = "source" | "campaign" | "referrer" | "click" | "landing_page";

export type LeadCountRow = Record<LeadMeasure, number> & Partial<Pick<LeadCountsTable, VisitPart>>;

export type LeadCount = { visit: Attribution; figures: Omit<Figures, "visits" | "spendCents" | "paid"> };

export function toLeadCount(row: LeadCountRow): LeadCount {
  const visit: Attribution = {
    utmSource: row.source,
    utmCampaign: row.campaign,
    referrer: row.referrer ? `https://${row.referrer}` : undefined,
    clickId: row.click,
    landingPage: row.landing_page,
  };
  const { leads, said, held, offers, contracts, closings, spreads, spread_cents: spreadCents } = row;
  return { visit, figures: { leads, said, held, offers, contracts, closings, spreads, spreadCents } };
}
