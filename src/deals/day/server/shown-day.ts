import type { Day } from "#deals/day/day.ts";
import { withoutSums } from "#deals/follow-up/server/without-sums.ts";
import type { Caller } from "#platform/server/http/access.ts";

type Lists = Omit<Day, "success" | "morningMail">;

/** The part of the day that the duties of one person open. */
export function shownDay(day: Lists, who: Pick<Caller, "duties">): Lists {
  const { requests, ...leads } = day.waiting;
  return withoutSums(who.duties.includes("rights") ? day : { ...day, waiting: leads }, who);
}
