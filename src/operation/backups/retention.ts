import { addDays, wallClock, weekdayOf } from "#platform/dates.ts";
import type { BackupKeep } from "./settings.ts";

const NAME = /^porchlight-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup(\.age)?$/;

/** Names sort by time. They are in UTC, because an hour occurs twice when clocks go back. */
export function backupName(startedAt: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const second = startedAt.toISOString().slice(0, 19).replaceAll(":", "");
  return `porchlight-${second}Z.backup${isEncrypted ? ".age" : ""}`;
}

export function timeOfBackup(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  const instant = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return day && !Number.isNaN(instant.getTime()) ? instant : undefined;
}

export function keptBackups(names: readonly string[], keep: BackupKeep, timeZone: string): Set<string> {
  const known = names.flatMap((name) => {
    const at = timeOfBackup(name);
    return at ? { name, at, day: wallClock(at, timeZone).day } : [];
  });
  const newestFirst = known.sort((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? 1 : -1));
  const newestOfEach = (periodOf: (day: string) => string, count: number) => {
    const newest = new Map<string, string>();
    for (const { name, day } of newestFirst) if (!newest.has(periodOf(day))) newest.set(periodOf(day), name);
    return [...newest.values()].slice(0, count);
  };
  return new Set([
    ...newestFirst.slice(0, 1).map(({ name }) => name),
    ...newestOfEach((day) => day, keep.days),
    ...newestOfEach(mondayOf, keep.weeks),
    ...newestOfEach((day) => day.slice(0, 7), keep.months),
  ]);
}

function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}
