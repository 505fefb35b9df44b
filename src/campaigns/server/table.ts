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
  /** Path, query and fragment of a page of this site. */
  target: string;
  source: string;
  /** Empty if there is none. */
  medium: string;
  campaign: string;
  /** A retired link still redirects. */
  retired_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
};

/** Visits by people, by the company's days. */
export type LinkVisitsTable = { name: string; day: string; count: number };

/**
 * Numbers of leads by day of UTC, for the first and the latest visit, maintained by triggers. On PostgreSQL in several rows
 * to be summed. Texts are cut to 100 characters; "" if there is none.
 */
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
