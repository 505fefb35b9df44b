import { currentFacts } from "#company/facts/facts.ts";
import { formatInstant } from "#platform/dates.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${size.toLocaleString("en-US", { maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0 })} ${UNITS[unit]}`;
}

export function durationText(ms: number): string {
  if (ms < MINUTE_MS) return count(Math.round(ms / 1000), "second");
  if (ms < 2 * HOUR_MS) return count(Math.round(ms / MINUTE_MS), "minute");
  return ms < 2 * DAY_MS ? count(Math.round(ms / HOUR_MS), "hour") : count(Math.round(ms / DAY_MS), "day");
}

export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? noun : plural}`;
}

export function percentText(share: number): string {
  return share.toLocaleString("en-US", { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 });
}

export function sentence(problem: string | null): string {
  return `${problem ?? "no reason is known"}.`;
}

export function at(instant: string): string {
  return formatInstant(new Date(instant), currentFacts().timeZone);
}
