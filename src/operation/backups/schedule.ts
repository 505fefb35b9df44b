import { addDays, instantOf, minutesOf, wallClock } from "#platform/dates.ts";

const MIN_DISTANCE_MS = 12 * 60 * 60_000;

export type Nights = {
  at: string;
  timeZone: string;
};

export function latestDue({ at, timeZone }: Nights, now: Date): Date {
  const { day } = wallClock(now, timeZone);
  const today = instantOf(day, minutesOf(at), timeZone);
  return today <= now ? today : instantOf(addDays(day, -1), minutesOf(at), timeZone);
}

/** `since` is when this database began to have backups; `served` is the latest instant that a run served until now. */
export function findDue(nights: Nights, { now, since, served }: { now: Date; since: Date; served: Date | undefined }) {
  const due = latestDue(nights, now);
  const isServed = served !== undefined && due.getTime() - served.getTime() < MIN_DISTANCE_MS;
  return due > since && !isServed ? due : undefined;
}
