// A visitor asks to be called. The form is on pages of several areas.
import { formatTime, isTime, timeOf } from "#platform/dates.ts";

export const CALL_BACKS_PATH = "/api/call-backs";
/** The id of the form. The home page's address field belongs to it too. */
export const CALL_BACK_FORM = "call-back";
export const CALL_BACK_PAGE = "/call-me-back";
export const CALL_BACK_ASKED_PAGE = `${CALL_BACK_PAGE}/thanks`;

/** A part of the page that thanks, which its address brings up for a form sent without script. */
export const CALL_BACK_LATER = "later";

const TIMES = Array.from({ length: 13 }, (_, index) => timeOf((8 + index) * 60));

/** As the form shows them. "16:30" is a time on the company's clock, and programs may send any. */
export const WISHES: readonly (readonly [wish: string, label: string])[] = [
  ["now", "Now"],
  ["this evening", "This evening"],
  ["tomorrow morning", "Tomorrow morning"],
  ...TIMES.map((time) => [time, `At ${formatTime(time)}`] as const),
];

export function wishText(wish: string): string {
  return isTime(wish) ? `at ${formatTime(wish)}` : wish;
}
