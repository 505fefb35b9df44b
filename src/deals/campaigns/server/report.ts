import { currentFacts } from "#company/facts/facts.ts";
import type { Report, ReportQuery, ReportRow } from "#deals/campaigns/admin.ts";
import { addTo, type Figures, type Grouping, NO_FIGURES, nameOfRow } from "#deals/campaigns/report.ts";
import type { Attribution, Touch } from "#people/leads/attribution.ts";
import { type LeadSource, listLeadSources } from "#people/leads/server/lead-sources.ts";
import { addDays, instantOf, wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readAs, readerNow } from "#platform/server/database/queries/limited-reads.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import { PageShares } from "./spend/page-shares.ts";
import { readSpendInRange } from "./spend/spend-in-range.ts";
import { countedDays, countLeads, countVisits } from "./store.ts";
import type { LeadCount, VisitPart } from "./table.ts";

/** Undefined is an open end. */
type Range = { from: Date | undefined; to: Date | undefined };

/** Days per statement: a SQLite statement blocks the thread that serves all requests. */
const CHUNK_DAYS = 7;
/** A row's name depends on these columns only, so the query groups by fewer columns and returns fewer rows. */
const PARTS: Record<Grouping, readonly VisitPart[]> = {
  source: ["source", "referrer", "click"],
  campaign: ["campaign"],
  "landing-page": ["landing_page"],
};
const CAMPAIGN_PARTS: readonly VisitPart[] = ["source", "campaign", "referrer", "click"];
const HOUR_MS = 3_600_000;

export async function readReport(
  database: Database,
  { by, touch, from = "", to = "" }: ReportQuery,
  now: Date,
): Promise<Pick<Report, "rows" | "cutMonths">> {
  const rows = new Map<string, Figures>();
  const add = (visit: Attribution, figures: Partial<Figures>) => {
    const name = nameOfRow(by, visit);
    const row = rows.get(name) ?? { ...NO_FIGURES };
    addTo(row, { ...NO_FIGURES, ...figures });
    rows.set(name, row);
  };
  const { day: today } = wallClock(now, currentFacts().timeZone);
  const { amounts, cutMonths } = await readSpendInRange(database, { from, to, today });
  // An amount belongs to a campaign, whose links may lead to several pages and whose source has other campaigns.
  const isPaid = amounts.length > 0;
  const shares = new PageShares(amounts);
  const parts = isPaid ? [...new Set([...CAMPAIGN_PARTS, ...PARTS[by]])] : PARTS[by];
  for await (const counted of leadsOf(database, { parts, touch }, rangeOf({ from, to }, today)))
    for (const { visit, figures } of counted) {
      add(visit, shares.has(visit) ? { ...figures, paid: figures } : figures);
      shares.addLeads(visit, figures.leads);
    }
  for (const { source, campaign, target, visits } of await countVisits(database.read, { from, to })) {
    const visit = { utmSource: source, utmCampaign: campaign, landingPage: target };
    if (visits > 0 || rows.has(nameOfRow(by, visit))) add(visit, { visits });
    shares.addVisits(visit, visits);
  }
  if (by === "landing-page")
    for (const { page, cents } of shares.amounts()) add({ landingPage: page }, { spendCents: cents });
  else
    for (const { source, campaign, cents } of amounts)
      add({ utmSource: source, utmCampaign: campaign }, { spendCents: cents });
  return { rows: [...rows].map(([name, figures]) => ({ name, ...figures })).sort(byLeads), cutMonths };
}

function byLeads(a: ReportRow, b: ReportRow): number {
  return (
    b.leads - a.leads ||
    (b.visits ?? 0) - (a.visits ?? 0) ||
    (b.spendCents ?? 0) - (a.spendCents ?? 0) ||
    (a.name < b.name ? -1 : 1)
  );
}

/** A range up to today or later gets an open end, which avoids reading today's rows one by one. */
function rangeOf({ from, to }: { from: string; to: string }, today: string): Range {
  const { timeZone } = currentFacts();
  return {
    from: from ? instantOf(from, 0, timeZone) : undefined,
    to: to && to < today ? instantOf(addDays(to, 1), 0, timeZone) : undefined,
  };
}

type Counting = { parts: readonly VisitPart[]; touch: Touch };

/**
 * Reads whole UTC days from the counts and the remaining hours from rows, which is exact across clock changes. The counts are of
 * all leads: for a limited reader every row is read.
 */
async function* leadsOf(database: Database, { parts, touch }: Counting, range: Range): AsyncGenerator<LeadCount[]> {
  const days = await readAs(undefined, () => countedDays(database.read, touch));
  if (!days) return;
  const begin = midnightOf(days.first);
  const end = midnightOf(addDays(days.last, 1));
  const from = range.from && range.from > begin ? range.from : begin;
  const to = range.to && range.to < end ? range.to : end;
  if (from >= to) return;
  const firstDay = dayOf(new Date(from.getTime() + 24 * HOUR_MS - 1));
  const endDay = dayOf(to);
  const yielder = new EventLoopYielder();
  const isLimited = readerNow() !== undefined;
  if (isLimited || firstDay >= endDay) {
    yield* leadsByRow(database, touch, { from, to }, yielder, isLimited ? CHUNK_DAYS * 24 * HOUR_MS : HOUR_MS);
    return;
  }
  yield* leadsByRow(database, touch, { from, to: midnightOf(firstDay) }, yielder);
  const step = database.engine === "sqlite" ? CHUNK_DAYS : Number.POSITIVE_INFINITY;
  for (let day = firstDay; day < endDay; ) {
    const next = Number.isFinite(step) ? addDays(day, step) : endDay;
    const window = { touch, parts, from: day, to: next < endDay ? next : endDay };
    yield await countLeads(database.read, window);
    day = next;
    if (yielder.isOver) await yielder.next();
  }
  yield* leadsByRow(database, touch, { from: midnightOf(endDay), to }, yielder);
}

async function* leadsByRow(
  database: Database,
  touch: Touch,
  { from, to }: { from: Date; to: Date },
  yielder: EventLoopYielder,
  stepMs = HOUR_MS,
): AsyncGenerator<LeadCount[]> {
  for (let at = from; at < to; at = new Date(at.getTime() + stepMs)) {
    const window = { touch, from: at, to: new Date(Math.min(at.getTime() + stepMs, to.getTime())) };
    yield (await listLeadSources(database.read, window)).map(countOf);
    if (yielder.isOver) await yielder.next();
  }
}

/** Counts like the database triggers: a contract implies an offer, and a closing implies a contract. */
function countOf({ visit, isVerbal, outcome }: LeadSource): LeadCount {
  const { metAt, offeredAt, contractAt, closedAt, contractCents, closingCents } = outcome;
  const spread =
    closedAt !== undefined && contractCents !== undefined && closingCents !== undefined
      ? closingCents - contractCents
      : undefined;
  const figures = {
    leads: 1,
    said: Number(isVerbal),
    held: Number(metAt !== undefined),
    offers: Number((offeredAt ?? contractAt ?? closedAt) !== undefined),
    contracts: Number((contractAt ?? closedAt) !== undefined),
    closings: Number(closedAt !== undefined),
    spreads: Number(spread !== undefined),
    spreadCents: spread ?? 0,
  };
  return { visit, figures };
}

function midnightOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
