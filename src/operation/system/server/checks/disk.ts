import { existsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import type { Finding } from "#operation/system/system.ts";
import { addDays, formatDay } from "#platform/dates.ts";
import type { Engine } from "#platform/server/database/database.ts";
import { listReadings } from "../store.ts";
import { type Check, type CheckContext, ok, type Subject, type SystemConfig, trouble, warning } from "./check.ts";
import { bytesText } from "./words.ts";

const DATA: Subject = { id: "disk-data", group: "machine", title: "Disk of the data" };
const BACKUPS: Subject = { id: "disk-backups", group: "machine", title: "Disk of the backups" };

const TROUBLE = { share: 0.05, most: 2e9, least: 200e6 };
const WARNING = { share: 0.15, most: 10e9, least: 400e6 };
const WARNING_DAYS = 30;
const GROWTH_DAYS = 28;
const MIN_GROWTH_DAYS = 3;

export type DiskPlace = { subject: Subject; place: "data" | "backups"; path: string };

export const diskCheck: Check = {
  subjects: [DATA, BACKUPS],
  run: async (context) => Promise.all((await diskPlaces(context.config)).map((place) => checkDisk(place, context))),
};

export async function diskPlaces({
  dataDir,
  backupDir,
}: Pick<SystemConfig, "dataDir" | "backupDir">): Promise<DiskPlace[]> {
  const data = { subject: DATA, place: "data", path: existing(dataDir) } as const;
  const backups = { subject: BACKUPS, place: "backups", path: existing(backupDir) } as const;
  const isSame = (await stat(data.path)).dev === (await stat(backups.path)).dev;
  return isSame ? [{ ...data, subject: { ...DATA, title: "Disk of data and backups" } }] : [data, backups];
}

export async function freeSpace(path: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Processes on SQLite share their disk; on PostgreSQL each machine has its own. */
export function machineOf(engine: Engine): string {
  return engine === "sqlite" ? "" : hostname();
}

async function checkDisk({ subject, place, path }: DiskPlace, context: CheckContext): Promise<Finding> {
  const { free, total } = await freeSpace(path);
  const growth = await readGrowth(place, free, context);
  const space = `${bytesText(free)} of ${bytesText(total)} is free`;
  const found = `${space}${growth ? `, and ${growth.text}` : "; growth is known after three days"}.`;
  const days = growth?.daysLeft ?? Number.POSITIVE_INFINITY;
  const toDo =
    "Make room: delete what you do not need, keep fewer backups (BACKUP_KEEP), or get a larger disk. A full disk stops bookings.";
  if (free < limitOf(TROUBLE, total)) return trouble(subject, found, toDo);
  if (free < limitOf(WARNING, total) || days <= WARNING_DAYS) return warning(subject, found, toDo);
  return ok(subject, found);
}

function limitOf({ share, most, least }: typeof TROUBLE, total: number): number {
  return Math.max(least, Math.min(total * share, most));
}

async function readGrowth(place: string, free: number, { engine, read, now }: CheckContext) {
  const today = now.toISOString().slice(0, 10);
  const from = addDays(today, -GROWTH_DAYS);
  const [first] = await listReadings(read, { place, machine: machineOf(engine), from });
  const days = first ? (Date.parse(today) - Date.parse(first.day)) / 86_400_000 : 0;
  if (!first || days < MIN_GROWTH_DAYS) return undefined;
  const perDay = (first.freeBytes - free) / days;
  if (perDay <= 0) return { text: `no less than ${Math.round(days)} days ago`, daysLeft: Number.POSITIVE_INFINITY };
  const daysLeft = Math.floor(free / perDay);
  const full =
    daysLeft > 1_500
      ? "at that pace it lasts for years"
      : `full on ${formatDay(addDays(today, daysLeft), "short")} at that pace`;
  return { text: `${bytesText(perDay * 7)} more is used each week: ${full}`, daysLeft };
}

function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}
