import type { BookingStatus } from "#bookings/booking.ts";
import type { Link } from "#campaigns/admin.ts";
import type { Attribution, Touch } from "#leads/attribution.ts";

export type CampaignsTables = {
  links: LinksTable;
  link_visits: LinkVisitsTable;
  lead_counts: LeadCountsTable;
};

/** /go/{name} leads to a page of the site and says which campaign it was. */
export type LinksTable = {
  /** In lower case, and never changed: it is printed on paper. */
  name: string;
  /** Path, query and fragment of a page of this site. */
  target: string;
  source: string;
  /** Empty where none was given. */
  medium: string;
  campaign: string;
  /** Since when it is not in use any more. It leads on all the same. */
  retired_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
};

/** Visits by people, by the company's days. */
export type LinkVisitsTable = { name: string; day: string; count: number };

/**
 * How many leads came each day of UTC, once by their first visit and once by their latest; on PostgreSQL in parts, to be
 * summed up. The database itself keeps it up to date. Texts are as they came, cut to 100 characters; "" where there is none.
 */
export type LeadCountsTable = {
  touch: Touch;
  day: string;
  kind: "booking" | "message";
  /** "" for messages. */
  status: BookingStatus | "";
  source: string;
  campaign: string;
  /** The host, and what else stood before the first slash. */
  referrer: string;
  /** Which advertising network marked the click: "gclid". */
  click: string;
  landing_page: string;
  count: number;
};

/** A link with its visits. */
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

/** What of a visit a report asks for. */
export type VisitPart = "source" | "campaign" | "referrer" | "click" | "landing_page";

export type LeadCountRow = Pick<LeadCountsTable, "kind" | "status" | "count"> &
  Partial<Pick<LeadCountsTable, VisitPart>>;

/** So many leads that came by one visit, as far as it was asked for. */
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
