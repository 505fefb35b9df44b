import { currentFacts } from "#company/facts/facts.ts";
import type { Report } from "#deals/campaigns/admin.ts";
import { campaignNameOf, daysOfMonth, monthOf } from "#deals/campaigns/spend.ts";
import { sumLeadCosts } from "#people/leads/server/calls.ts";
import { addDays, daysBetween, instantOf } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { type Amount, listSpend } from "./store.ts";

type Range = { from: string; to: string };

/**
 * Sums the spend of a range of days; "" is an open end. A month that the range cuts counts by its share of days. The
 * current month's amount counts as spent by today; amounts of later months do not count. What a single lead has cost
 * counts on its day.
 */
export async function readSpendInRange(
  database: Database,
  { from, to, today }: Range & { today: string },
): Promise<{ amounts: Omit<Amount, "month">[]; cutMonths: Report["cutMonths"] }> {
  const last = to && to < today ? to : today;
  const amounts: Omit<Amount, "month">[] = [];
  const cut = new Map<string, Report["cutMonths"][number]>();
  for (const { source, campaign, month, cents } of await listSpend(database.read, {
    from: from && monthOf(from),
    to: monthOf(last),
  })) {
    const { days, of } = daysIn(month, { from, to: last, today });
    if (days === 0) continue;
    amounts.push({ source, campaign, cents: Math.round((cents * days) / of) });
    if (days < of) cut.set(month, { month, days, of });
  }
  const { timeZone } = currentFacts();
  const since = from ? instantOf(from, 0, timeZone) : undefined;
  const costs = await sumLeadCosts(database.read, { from: since, to: instantOf(addDays(last, 1), 0, timeZone) });
  amounts.push(...costs.map(({ cents, ...named }) => ({ ...campaignNameOf(named), cents })));
  return { amounts, cutMonths: [...cut.values()].sort((a, b) => (a.month < b.month ? -1 : 1)) };
}

function daysIn(month: string, { from, to, today }: Range & { today: string }): { days: number; of: number } {
  const first = `${month}-01`;
  const of = month === monthOf(today) ? Number(today.slice(8)) : daysOfMonth(month);
  const last = `${month}-${String(of).padStart(2, "0")}`;
  const begin = from > first ? from : first;
  const end = to < last ? to : last;
  return { days: Math.max(0, daysBetween(begin, end) + 1), of };
}
