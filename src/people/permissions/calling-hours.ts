// People are called between 8 AM and 9 PM, in each time zone in which their house may be: for the owner's lawyer to confirm.
import { addDays, formatTime, instantOf, minutesOf, timeOf, wallClock } from "#platform/dates.ts";

const FROM = 8 * 60;
const UNTIL = 21 * 60;

const EAST = "America/New_York";
const CENTRAL = "America/Chicago";
const MOUNTAIN = "America/Denver";
const WEST = "America/Los_Angeles";

/** A state that lies in several has all of them. */
const ZONES: readonly (readonly [zones: readonly string[], states: string])[] = [
  [[EAST], "CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV"],
  [[EAST, CENTRAL], "FL IN KY MI TN"],
  [[CENTRAL], "AL AR IA IL LA MN MO MS OK WI"],
  [[CENTRAL, MOUNTAIN], "KS ND NE SD TX"],
  [[MOUNTAIN], "CO MT NM UT WY"],
  [[MOUNTAIN, "America/Phoenix"], "AZ"],
  [[MOUNTAIN, WEST], "ID NV OR"],
  [[WEST], "CA WA"],
  [["America/Anchorage", "America/Adak"], "AK"],
  [["Pacific/Honolulu"], "HI"],
  [["America/Puerto_Rico"], "PR VI"],
  [["Pacific/Guam"], "GU MP"],
  [["Pacific/Pago_Pago"], "AS"],
];

export type Place = { state?: string | undefined; timeZone: string };

/** `timeZone` is the company's: it counts if the state is not known. */
function zonesOf({ state, timeZone }: Place): readonly string[] {
  return zonesIn(state) ?? [timeZone];
}

function zonesIn(state = ""): readonly string[] | undefined {
  const code = state.trim().toUpperCase();
  return ZONES.find(([, states]) => states.split(" ").includes(code))?.[0];
}

/** "6:10 AM there", or undefined if people may be called at this instant. */
export function outsideCallingHours(instant: Date, place: Place): string | undefined {
  const wrong = zonesOf(place)
    .map((zone) => wallClock(instant, zone).minutes)
    .find((minutes) => minutes < FROM || minutes >= UNTIL);
  return wrong === undefined ? undefined : `${formatTime(timeOf(wrong))} there`;
}

/** The time of that day nearest to the wished one at which people may be called, on the company's clock. */
export function callingTime(day: string, time: string, place: Place): { day: string; time: string } {
  const wished = instantOf(day, minutesOf(time), place.timeZone).getTime();
  const bounds = zonesOf(place).map((zone) => {
    const there = wallClock(new Date(wished), zone).day;
    return [instantOf(there, FROM, zone).getTime(), instantOf(there, UNTIL - 1, zone).getTime()] as const;
  });
  const latest = Math.min(wished, ...bounds.map(([, until]) => until));
  const at = new Date(Math.max(latest, ...bounds.map(([from]) => from)));
  const shown = wallClock(at, place.timeZone);
  return { day: shown.day, time: timeOf(shown.minutes) };
}

/** The first instant, from the wished one on, at which people may be called in all of these states: of the house, of the number. */
export function nextCallingTime(
  wished: Date,
  { states, timeZone }: { states: readonly (string | undefined)[]; timeZone: string },
): Date {
  const known = states.flatMap((state) => zonesIn(state) ?? []);
  const zones = known.length > 0 ? known : [timeZone];
  const next = Math.max(...zones.map((zone) => nextIn(zone, wished)));
  return next === wished.getTime() ? wished : nextCallingTime(new Date(next), { states, timeZone });
}

function nextIn(zone: string, instant: Date): number {
  const { day, minutes } = wallClock(instant, zone);
  if (minutes >= FROM && minutes < UNTIL) return instant.getTime();
  return instantOf(minutes < FROM ? day : addDays(day, 1), FROM, zone).getTime();
}
