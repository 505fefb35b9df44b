import { type BookingsTables, listSources as listSourcesOfBookings } from "#bookings/server/store.ts";
import type { ReportQuery, ReportRow } from "#campaigns/admin.ts";
import { addTo, type Figures, type Grouping, NO_FIGURES, nameOfRow } from "#campaigns/report.ts";
import { timeZone } from "#company/facts.ts";
import { type ContactTables, listSources as listSourcesOfMessages } from "#contact/server/store.ts";
import type { Attribution, Touch } from "#leads/attribution.ts";
import { addDays, instantOf, wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import { countedDays, countLeads, countVisits } from "./store.ts";
import type { CampaignsTables, LeadCount, VisitPart } from "./table.ts";

export type Tables = CampaignsTables & BookingsTables & ContactTables;

/** undefined is an open end. */
type Range = { from: Date | undefined; to: Date | undefined };

/** SQLite runs on the thread that serves everybody, so no statement reads more than this. */
const CHUNK_DAYS = 7;
/** The columns that name a row. Reading fewer merges many rows in the query. */
const PARTS: Record<Grouping, readonly VisitPart[]> = {
  source: ["source", "referrer", "click"],
  campaign: ["campaign"],
  "landing-page": ["landing_page"],
};
const HOUR_MS = 3_600_000;

export async function readReport(
  database: Database<Tables>,
  { by, touch, from, to }: ReportQuery,
  now: Date,
): Promise<ReportRow[]> {
  const rows = new Map<string, Figures>();
  const add = (visit: Attribution, figures: Figures) => {
    const name = nameOfRow(by, visit);
    const row = rows.get(name);
    if (row) addTo(row, figures);
    else rows.set(name, { ...figures });
  };
  for await (const counted of leadsOf(database, { by, touch }, rangeOf({ from, to }, now)))
    for (const { visit, ...lead } of counted) add(visit, figuresOf(lead));
  for (const { source, campaign, target, visits } of await countVisits(database.read, { from, to }))
    add({ utmSource: source, utmCampaign: campaign, landingPage: target }, { ...NO_FIGURES, visits });
  return [...rows].map(([name, figures]) => ({ name, ...figures })).sort(byLeads);
}

function byLeads(a: ReportRow, b: ReportRow): number {
  return b.leads - a.leads || (b.visits ?? 0) - (a.visits ?? 0) || (a.name < b.name ? -1 : 1);
}

function figuresOf({ kind, status, count }: Omit<LeadCount, "visit">): Figures {
  if (kind === "message") return { ...NO_FIGURES, leads: count, messages: count };
  const fate = status === "Completed" ? "held" : status === "Cancelled" ? "cancelled" : "open";
  return { ...NO_FIGURES, leads: count, booked: count, [fate]: count };
}

/** A range up to today or later has an open end, which avoids reading today's rows one by one. */
function rangeOf({ from, to }: Pick<ReportQuery, "from" | "to">, now: Date): Range {
  const { day: today } = wallClock(now, timeZone);
  return {
    from: from ? instantOf(from, 0, timeZone) : undefined,
    to: to && to < today ? instantOf(addDays(to, 1), 0, timeZone) : undefined,
  };
}

/** Whole days of UTC come from the counts, the rest of the company's days from the rows: exact across clock changes. */
async function* leadsOf(
  database: Database<Tables>,
  { by, touch }: Pick<ReportQuery, "by" | "touch">,
  range: Range,
): AsyncGenerator<LeadCount[]> {
  const days = await countedDays(database.read, touch);
  if (!days) return;
  const begin = midnightOf(days.first);
  const end = midnightOf(addDays(days.last, 1));
  const from = range.from && range.from > begin ? range.from : begin;
  const to = range.to && range.to < end ? range.to : end;
  if (from >= to) return;
  const firstDay = dayOf(new Date(from.getTime() + 24 * HOUR_MS - 1));
  const endDay = dayOf(to);
  const yielder = new EventLoopYielder();
  if (firstDay >= endDay) {
    yield* leadsByRow(database, touch, { from, to }, yielder);
    return;
  }
  yield* leadsByRow(database, touch, { from, to: midnightOf(firstDay) }, yielder);
  const step = database.engine === "sqlite" ? CHUNK_DAYS : Number.POSITIVE_INFINITY;
  for (let day = firstDay; day < endDay; ) {
    const next = Number.isFinite(step) ? addDays(day, step) : endDay;
    const window = { touch, parts: PARTS[by], from: day, to: next < endDay ? next : endDay };
    yield await countLeads(database.read, window);
    day = next;
    if (yielder.isOver) await yielder.next();
  }
  yield* leadsByRow(database, touch, { from: midnightOf(endDay), to }, yielder);
}

async function* leadsByRow(
  database: Database<Tables>,
  touch: Touch,
  { from, to }: { from: Date; to: Date },
  yielder: EventLoopYielder,
): AsyncGenerator<LeadCount[]> {
  for (let at = from; at < to; at = new Date(at.getTime() + HOUR_MS)) {
    const window = { touch, from: at, to: new Date(Math.min(at.getTime() + HOUR_MS, to.getTime())) };
    const bookings = await listSourcesOfBookings(database.read, window);
    const messages = await listSourcesOfMessages(database.read, window);
    yield [
      ...bookings.map(({ status, visit }) => ({ kind: "booking" as const, status, visit, count: 1 })),
      ...messages.map((visit) => ({ kind: "message" as const, status: "" as const, visit, count: 1 })),
    ];
    if (yielder.isOver) await yielder.next();
  }
}

function midnightOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
