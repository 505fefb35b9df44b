import { currentFacts } from "#company/facts/facts.ts";
import { SITUATIONS } from "#inquiries/bookings/choices.ts";
import { readTaken } from "#inquiries/roster/server/taken.ts";
import {
  activitySchema,
  type ChartFigures,
  chartsSchema,
  type FirstContactWeeks,
  firstContactWeeksSchema,
} from "#operation/analytics/admin.ts";
import { CHARTED_WEEKS, FIRST_CONTACT_WEEKS } from "#operation/analytics/analytics.ts";
import { listWaits } from "#people/leads/server/inquiries/store.ts";
import { countLeadsBySource } from "#people/leads/server/lead-sources.ts";
import { summarizeFirstContacts } from "#people/leads/speed.ts";
import { addDays, instantOf, wallClock, weekdayOf } from "#platform/dates.ts";
import { listOrphanEntries } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readerNow } from "#platform/server/database/queries/limited-reads.ts";
import { endpoints } from "#platform/server/endpoints.ts";

type Charts = Omit<ChartFigures, "success">;
type Services = { database: Database; clock: Clock };

const CACHE_MS = 60_000;
const LATEST = 5;
const MAX_SOURCES = 8;

export function analyticsAdminRoutes({ database, clock }: Services) {
  const kept = new Map<string | undefined, { at: number; charts: Promise<Charts> }>();
  return endpoints({ access: "admin", duties: ["numbers"], programs: true, clock }, (api) => {
    api.get("/activity", {
      summary: "The latest exports and deletions",
      answer: activitySchema,
      handle: async () => ({ activity: await listOrphanEntries(database.read, LATEST) }),
    });

    api.get("/charts", {
      summary: "Leads per week, by source and situation",
      answer: chartsSchema,
      handle: async ({ now }) => {
        const reader = readerNow();
        const known = kept.get(reader);
        if (known && now.getTime() - known.at <= CACHE_MS && now.getTime() >= known.at) return known.charts;
        const charts = readCharts(database, now);
        kept.set(reader, { at: now.getTime(), charts });
        charts.catch(() => kept.delete(reader));
        return charts;
      },
    });

    api.get("/first-contact", {
      summary: "How long visitors waited for the first contact, by week",
      answer: firstContactWeeksSchema,
      handle: ({ now }) => readFirstContacts(database, now),
    });
  });
}

async function readCharts(database: Database, now: Date): Promise<Charts> {
  const weeks: ChartFigures["weeks"] = [];
  const sources = new Map<string, number>();
  const situations = new Map<string, number>();
  for (const from of lastWeeks(now, CHARTED_WEEKS)) {
    // Each query covers one week, so that other requests can run in between on SQLite.
    const leads = await countLeadsBySource(database.read, weekFrom(from));
    for (const { source, situation, count } of leads) {
      add(sources, source, count);
      add(situations, situationText(situation), count);
    }
    weeks.push({ from, count: leads.reduce((sum, { count }) => sum + count, 0) });
  }
  return {
    timeZone: currentFacts().timeZone,
    weeks,
    sources: mostFrequent(sources, MAX_SOURCES),
    situations: mostFrequent(situations, Number.POSITIVE_INFINITY),
  };
}

async function readFirstContacts(database: Database, now: Date): Promise<Omit<FirstContactWeeks, "success">> {
  const weeks: FirstContactWeeks["weeks"] = [];
  for (const from of lastWeeks(now, FIRST_CONTACT_WEEKS)) {
    const week = weekFrom(from);
    const bookings = summarizeFirstContacts(await listWaits(database.read, "booking", week));
    const messages = summarizeFirstContacts(await listWaits(database.read, "contact", week));
    const calls = summarizeFirstContacts(await listWaits(database.read, "call", week));
    weeks.push({ from, bookings, messages, calls, people: await readTaken(database.read, week) });
  }
  return { timeZone: currentFacts().timeZone, weeks };
}

function lastWeeks(now: Date, count: number): string[] {
  const { day } = wallClock(now, currentFacts().timeZone);
  const monday = addDays(day, -((weekdayOf(day) + 6) % 7));
  return Array.from({ length: count }, (_, index) => addDays(monday, (index - count + 1) * 7));
}

function weekFrom(monday: string): { from: Date; to: Date } {
  const { timeZone } = currentFacts();
  return { from: instantOf(monday, 0, timeZone), to: instantOf(addDays(monday, 7), 0, timeZone) };
}

function situationText(situation: string | null): string {
  return situation === null ? "Not said" : (SITUATIONS[situation as keyof typeof SITUATIONS] ?? situation);
}

function mostFrequent(counts: Map<string, number>, most: number) {
  const sorted = [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  if (sorted.length <= most) return sorted;
  const rest = sorted.slice(most - 1).reduce((sum, { count }) => sum + count, 0);
  return [...sorted.slice(0, most - 1), { label: "All others", count: rest }];
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
