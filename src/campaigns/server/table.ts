import type { BookingStatus } from "#bookings/booking.ts";
import type { Link } from "#campaigns/admin.ts";
import type { Attribution, Touch } from "#leads/attribution.ts";

export type CampaignsTables = {
  links: LinksTable;
  link_visits: LinkVisitsTable;
  lead_counts: LeadCountsTable;
};

export type LinksTable = {
  /** In lower case, and never changed, because it is printed on paper. */
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

/** Leads by day of UTC, maintained by triggers; on PostgreSQL in several rows to be summed. "" if a text is missing. */
export type LeadCountsTable = {
  touch: Touch;
  day: string;
  kind: "booking" | "message";
  /** "" for messages. */
  status: BookingStatus | "";
  source: string;
  campaign: string;
  /** The host, and everything else before the first slash. */
  referrer: string;
  /** The advertising network's click id: "gclid". */
  click: string;
  landing_page: string;
  count: number;
};

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

export type LeadCountRow = Pick<LeadCountsTable, "kind" | "status" | "count"> &
  Partial<Pick<LeadCountsTable, VisitPart>>;

export type LeadCount = Pick<LeadCountRow, "kind" | "status" | "count"> & { visit: Attribution };

export function toLeadCount({ kind, status, count, ...row }: LeadCountRow): LeadCount {
  const visit: Attribution = {
    utmSource: row.source,
    utmCampaign: row.campaign,
    referrer: row.referrer ? `https://${row.referrer}` : undefined,
    clickId: row.click,
    landingPage: row.landing_page,
  };
  return { kind, status, visit, count };
}
