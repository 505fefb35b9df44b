import type { Db } from "#platform/server/database/tables.ts";

const HOUR_MS = 60 * 60_000;
const MAX_HOURS = 48;

/** The tables that people outside know by sight. */
const KNOWN = {
  people: ["person", "people"],
  meetings: ["meeting", "meetings"],
  leads: ["lead", "leads"],
  messages: ["message", "messages"],
  users: ["account", "accounts"],
} as const;

/** A backup of an older version has other tables, so those of the database after its migration count. */
export async function countKnown(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(KNOWN) as (keyof typeof KNOWN)[]) {
    const { count } = await db
      .selectFrom(table)
      .select((is) => is.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts;
}

export function mainCounts(rows: Record<string, number>, known = rows): string {
  const named = Object.entries(KNOWN).map(([table, names]) => counted(known[table] ?? 0, names));
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${named.join(", ")}; ${counted(all, ["row", "rows"])} in all`;
}

export function allCounts(rows: Record<string, number>): string {
  return Object.entries(rows)
    .map(([table, count]) => `${count} ${table.replaceAll("_", " ")}`)
    .join(", ");
}

/** Minutes, the zone, and how long ago. */
export function momentText(instant: string, now: Date): string {
  const hours = Math.floor((now.getTime() - Date.parse(instant)) / HOUR_MS);
  const age = hours < 1 ? "less than an hour" : hours < MAX_HOURS ? counted(hours, ["hour", "hours"]) : daysOf(hours);
  return `${instant.slice(0, 16).replace("T", " ")} UTC, ${age} ago`;
}

export function dueWords(mails: number, webhooks: number): string[] {
  const due = [
    ...(mails > 0 ? [`${counted(mails, ["e-mail", "e-mails"])} (page Mail)`] : []),
    ...(webhooks > 0 ? [`${counted(webhooks, ["webhook", "webhooks"])} (page Webhooks)`] : []),
  ];
  if (due.length === 0) return [];
  return [`Due then, and perhaps sent since: ${due.join(" and ")}. They wait until an admin sends them again.`];
}

export function nextWords({ isHeld }: { isHeld: boolean }): string {
  const release = isHeld
    ? " Do again what you know was removed, then press “Confirm and release” on the dashboard."
    : "";
  return `Next: start the site, sign in, and see how it is under Admin, Settings, System.${release}`;
}

function daysOf(hours: number): string {
  return counted(Math.floor(hours / 24), ["day", "days"]);
}

function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
