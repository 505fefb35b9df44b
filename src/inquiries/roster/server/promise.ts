import type { Promised } from "#inquiries/roster/promised.ts";
import { openingOf } from "#people/leads/business-time.ts";
import type { Inquiry, LeadRules } from "#people/leads/inquiry.ts";
import { listTries } from "#people/leads/server/claims/store.ts";
import { listRecentWaits } from "#people/leads/server/inquiries/store.ts";
import { joinedIds } from "#people/leads/server/leads.ts";
import { wallClock } from "#platform/dates.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { listRung } from "./rung.ts";

/** The shortest of these that was kept is named. */
const MINUTES = [5, 10, 15, 30, 60];
const LOOKED_AT = 10;
const KEPT = 8;
/** Of each kind of inquiry. Those that came outside the hours of the phone say nothing of a time on duty. */
const MAX_READ = 40;
const MINUTE_MS = 60_000;
const SHOWN_MS = 24 * 60 * 60_000;

type Moment = { calendar: LeadRules["calendar"]; at: Date };

/**
 * Who calls by when a person who wrote at that moment, if one of us was on duty then and eight of the ten waits before ended
 * within that time. Nothing is kept: what was known at that moment is read again, so that page and mail say the same.
 */
export async function readPromise(db: Db, { calendar, at }: Moment): Promise<Promised | undefined> {
  const [next] = await listRung(db, { calendar, now: at });
  const [name = ""] = next?.name.trim().split(/\s+/) ?? [];
  if (name === "") return undefined;
  const waits = await readWaitsBefore(db, { calendar, at });
  const minutes = MINUTES.find((minutes) => wasKept(waits, minutes * MINUTE_MS, at.getTime()));
  if (minutes === undefined) return undefined;
  return { name, by: new Date(at.getTime() + minutes * MINUTE_MS).toISOString() };
}

type Waiting = Pick<Inquiry, "waitingSince" | "firstContact"> & { leadId: string };

/** Of an inquiry of the last day that still waits for the first try. */
export async function readPromiseOf(
  db: Db,
  { waitingSince, firstContact, leadId }: Waiting,
  { calendar, now }: { calendar: LeadRules["calendar"]; now: Date },
): Promise<Promised | undefined> {
  if (waitingSince === undefined || firstContact) return undefined;
  const at = new Date(waitingSince);
  if (now.getTime() - at.getTime() > SHOWN_MS) return undefined;
  if ((await listTries(db, await joinedIds(db, [leadId]), waitingSince)).length > 0) return undefined;
  return readPromise(db, { calendar, at });
}

type Ended = { since: number; ended: number | undefined };

async function readWaitsBefore(db: Db, { calendar, at }: Moment): Promise<Ended[]> {
  const rows = (await listRecentWaits(db, { before: at, limit: MAX_READ })).filter(({ since }) => {
    const [opens, closes] = openingOf(wallClock(new Date(since), calendar.timeZone).day, calendar) ?? [0, 0];
    return opens <= Date.parse(since) && Date.parse(since) < closes;
  });
  const oldest = rows.at(-1)?.since ?? "";
  const tries = await listTries(db, [...new Set(rows.flatMap(({ leadIds }) => leadIds))], oldest);
  return rows.map(({ since, contactedAt, leadIds }) => {
    const tried = tries.find((one) => leadIds.includes(one.lead_id) && one.at >= since)?.at;
    const [ended] = [tried, contactedAt].filter((one): one is string => Boolean(one)).sort();
    return { since: Date.parse(since), ended: ended === undefined ? undefined : Date.parse(ended) };
  });
}

/** Of a wait that is younger than that and goes on, nobody knows yet. */
function wasKept(waits: readonly Ended[], within: number, at: number): boolean {
  const ended = waits
    .filter(({ since, ended = Number.POSITIVE_INFINITY }) => ended <= at || since + within <= at)
    .slice(0, LOOKED_AT);
  const kept = ended.filter(({ since, ended = Number.POSITIVE_INFINITY }) => ended <= at && ended - since <= within);
  return ended.length === LOOKED_AT && kept.length >= KEPT;
}
