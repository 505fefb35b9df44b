import { stateOfNumber } from "#people/permissions/area-codes.ts";
import { nextCallingTime } from "#people/permissions/calling-hours.ts";
import { addDays, instantOf, minutesOf, wallClock } from "#platform/dates.ts";
import { phoneDigits } from "#platform/phone.ts";

const MORNING = 8 * 60;
const EVENING = 17 * 60;

type Asked = { when: string; phone: string; state: string | undefined; timeZone: string };

/** When a person who asks for a call may first be called as they wish, where their number and their house are. */
export function callTime({ when, phone, state, timeZone }: Asked, now: Date): { callFrom: Date; isLater: boolean } {
  const wished = wishedTime(when, timeZone, now);
  const callFrom = nextCallingTime(wished, { states: [state, stateOfNumber(phoneDigits(phone))], timeZone });
  return { callFrom, isLater: callFrom > wished };
}

/** A time that is over today is tomorrow's; an evening that has begun is now. */
function wishedTime(when: string, timeZone: string, now: Date): Date {
  const { day, minutes } = wallClock(now, timeZone);
  if (when === "now" || (when === "this evening" && minutes >= EVENING)) return now;
  if (when === "this evening") return instantOf(day, EVENING, timeZone);
  if (when === "tomorrow morning") return instantOf(addDays(day, 1), MORNING, timeZone);
  const time = minutesOf(when);
  return instantOf(time > minutes ? day : addDays(day, 1), time, timeZone);
}
