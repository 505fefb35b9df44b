// The company promises an offer within 24 hours. This measures the business hours from the meeting to the first offer.
import { currentFacts } from "#company/facts/facts.ts";
import { MAX_WAITING, MIN_COUNT, PROMPTNESS_WEEKS, type Promptness } from "#deals/offers/admin.ts";
import { businessMinutes, type LeadRules } from "#people/leads/inquiry.ts";
import { placeOf } from "#people/leads/lead.ts";
import { findLeads } from "#people/leads/server/leads.ts";
import { findPerson } from "#people/leads/server/people.ts";
import { addDays, instantOf, wallClock, weekdayOf } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { listMet, listWaiting, type Met } from "./store.ts";

export async function readPromptness(
  database: Database,
  { rules, now }: { rules: LeadRules; now: Date },
): Promise<Omit<Promptness, "success">> {
  const { timeZone } = currentFacts();
  const { day } = wallClock(now, timeZone);
  const monday = addDays(day, -((weekdayOf(day) + 6) % 7));
  const weeks: Promptness["weeks"] = [];
  for (let ago = PROMPTNESS_WEEKS - 1; ago >= 0; ago--) {
    const from = addDays(monday, -7 * ago);
    const week = { from: instantOf(from, 0, timeZone), to: instantOf(addDays(from, 7), 0, timeZone) };
    // Each query reads one week, so that other requests can run in between on SQLite.
    weeks.push({ from, ...summaryOf(await listMet(database.read, week), rules) });
  }
  return { timeZone, weeks, ...(await readWaiting(database, { rules, now })) };
}

function summaryOf(met: readonly Met[], rules: LeadRules) {
  const minutes = met
    .flatMap(({ metAt, offeredAt }) =>
      offeredAt === null ? [] : [businessMinutes(new Date(metAt), new Date(offeredAt), rules)],
    )
    .sort((a, b) => a - b);
  return { met: met.length, offered: minutes.length, median: medianOf(minutes) };
}

function medianOf(sorted: readonly number[]): number | null {
  if (sorted.length < MIN_COUNT) return null;
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

async function readWaiting(database: Database, { rules, now }: { rules: LeadRules; now: Date }) {
  const { total, waiting } = await listWaiting(database.read, MAX_WAITING);
  const leads = await findLeads(
    database.read,
    waiting.map(({ leadId }) => leadId),
  );
  const people: Promptness["waiting"] = [];
  for (const { leadId, metAt } of waiting) {
    const lead = leads.get(leadId);
    if (!lead) continue;
    const person = await findPerson(database.read, lead.personId);
    const place = placeOf(lead.property);
    const minutes = businessMinutes(new Date(metAt), now, rules);
    people.push({ leadId, personId: lead.personId, name: person?.name ?? "", ...(place && { place }), metAt, minutes });
  }
  return { waiting: people, waitingTotal: total };
}
