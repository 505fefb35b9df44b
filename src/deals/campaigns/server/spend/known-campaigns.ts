import { type CampaignName, campaignNameOf, campaignText, MAX_CAMPAIGNS_SHOWN } from "#deals/campaigns/spend.ts";
import { attributedSource, campaignOf } from "#people/leads/attribution.ts";
import { addDays } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import { countLeads, listLinks } from "../store.ts";
import { listSpend } from "./store.ts";

const RECENT_DAYS = 90;
/** Days per statement: a SQLite statement blocks the thread that serves all requests. */
const CHUNK_DAYS = 7;
/** Anybody can invent campaigns in a URL, so those of leads are limited and come last. */
const MAX_OF_LEADS = 50;

/** Lists campaigns of short links, spend and recent leads by name. `isPaid` leaves out sites that only refer people. */
export async function listKnownCampaigns(
  database: Database,
  now: Date,
  { isPaid = false } = {},
): Promise<CampaignName[]> {
  const links = await listLinks(database.read);
  const spend = await listSpend(database.read, { from: undefined, to: undefined });
  const known = new Map<string, CampaignName>();
  for (const named of [...links.map(campaignNameOf), ...spend, ...(await campaignsOfLeads(database, now, isPaid))]) {
    const { source, campaign } = named;
    if (source === "" || known.size >= MAX_CAMPAIGNS_SHOWN) continue;
    known.set(keyOf({ source, campaign }), { source, campaign });
  }
  return [...known.values()].sort((a, b) => (campaignText(a) < campaignText(b) ? -1 : 1));
}

export function keyOf({ source, campaign }: CampaignName): string {
  return JSON.stringify([source, campaign]);
}

/** Most leads first. Leads without a campaign count for their source. */
async function campaignsOfLeads(database: Database, now: Date, isPaid: boolean): Promise<CampaignName[]> {
  const counts = new Map<string, CampaignName & { leads: number }>();
  const yielder = new EventLoopYielder();
  const end = addDays(now.toISOString().slice(0, 10), 1);
  for (let from = addDays(end, -RECENT_DAYS); from < end; from = addDays(from, CHUNK_DAYS)) {
    const window = { touch: "first" as const, parts: ["source", "campaign", "referrer", "click"] as const };
    for (const { visit, figures } of await countLeads(database.read, {
      ...window,
      from,
      to: addDays(from, CHUNK_DAYS),
    })) {
      if (isPaid && !visit.utmSource && !visit.clickId) continue;
      const named = { source: attributedSource(visit), campaign: campaignOf(visit) };
      const key = keyOf(named);
      counts.set(key, { ...named, leads: (counts.get(key)?.leads ?? 0) + figures.leads });
    }
    if (yielder.isOver) await yielder.next();
  }
  return [...counts.values()].sort((a, b) => b.leads - a.leads).slice(0, MAX_OF_LEADS);
}
