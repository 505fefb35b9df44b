import { formatDay, formatTime, wallClock, zoneNames } from "#platform/dates.ts";
import { timeZone } from "#site";

/** An instant on the company's wall clock: "Fri, Nov 20 at 9:10 AM CT". */
export function momentText(instant: Date | string): string {
  const { day, minutes } = wallClock(new Date(instant), timeZone);
  return `${formatDay(day, "weekday")} at ${formatTime(minutes)} ${zoneNames(timeZone).abbreviation}`;
}
