import {
  addMonths,
  type CampaignName,
  campaignText,
  MAX_CAMPAIGNS_SHOWN,
  MONTHS_SHOWN,
  type SpendList,
} from "#deals/campaigns/spend.ts";
import type { Database } from "#platform/server/database/database.ts";
import { keyOf, listKnownCampaigns } from "./known-campaigns.ts";
import { listSpend } from "./store.ts";

/** Returns the months up to `until`, oldest first, and a row for each campaign with an amount or known to the site. */
export async function readSpend(
  database: Database,
  { until, now }: { until: string; now: Date },
): Promise<Omit<SpendList, "success">> {
  const months = Array.from({ length: MONTHS_SHOWN }, (_, index) => addMonths(until, index - MONTHS_SHOWN + 1));
  const amounts = await listSpend(database.read, { from: months[0], to: until });
  const rows = new Map<string, SpendList["rows"][number]>();
  const rowOf = ({ source, campaign }: CampaignName) => {
    const key = keyOf({ source, campaign });
    const row = rows.get(key) ?? { source, campaign, amounts: [] };
    rows.set(key, row);
    return row;
  };
  const totals = new Map(months.map((month) => [month, 0]));
  for (const { month, cents, version, ...named } of amounts) {
    rowOf(named).amounts.push({ month, cents, version });
    totals.set(month, (totals.get(month) ?? 0) + cents);
  }
  for (const named of await listKnownCampaigns(database, now, { isPaid: true })) rowOf(named);
  const shown = [...rows.values()].slice(0, MAX_CAMPAIGNS_SHOWN);
  return {
    months,
    rows: shown.sort((a, b) => (campaignText(a) < campaignText(b) ? -1 : 1)),
    others: rows.size - shown.length,
    totals: [...totals].map(([month, cents]) => ({ month, cents })),
  };
}
