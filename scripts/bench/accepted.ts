// Rates depend on the machine, so it is stored with them; ratios can be compared between machines.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { Row } from "./row.ts";

const FILE = join(import.meta.dirname, "accepted.json");
/** Ratios of two runs on one machine differ by this much without a cause. */
const NOISE = 0.15;

type AcceptedRow = Row & { at: string };
type Accepted = { machine: string; rows: AcceptedRow[] };

export function readAccepted(): Accepted {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : { machine: "", rows: [] };
}

export function worseThanAccepted(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const before = readAccepted().rows.find((other) => isSame(other, row));
    if (!before) return [];
    if (before.met && row.met === false) return [`${row.id} ${row.measure}: was met (${before.got}), now ${row.got}`];
    if (before.ratio === undefined || row.ratio === undefined || row.ratio >= before.ratio * (1 - NOISE)) return [];
    return [`${row.id} ${row.measure}: ratio ${row.ratio.toFixed(2)}, accepted was ${before.ratio.toFixed(2)}`];
  });
}

/** Figures that were not measured this time stay. */
export function accept(rows: readonly Row[]): void {
  const at = new Date().toISOString().slice(0, 10);
  const measured = rows.filter(({ met }) => met !== undefined).map((row) => ({ ...row, at }));
  const kept = readAccepted().rows.filter((before) => !measured.some((row) => isSame(row, before)));
  const all = [...kept, ...measured].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
  writeFileSync(FILE, `${JSON.stringify({ machine: machine(), rows: all }, null, 2)}\n`);
}

export function machine(): string {
  const [cpu] = cpus();
  const parts = [
    `${cpus().length} × ${cpu?.model.trim() ?? "?"}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${process.platform} ${process.arch}`,
    fileSystem(),
    `Node ${process.versions.node}`,
  ];
  return parts.filter(Boolean).join(", ");
}

function fileSystem(): string {
  if (process.platform !== "linux") return "";
  return execFileSync("stat", ["-f", "-c", "%T", import.meta.dirname], { encoding: "utf8" }).trim();
}

function isSame(a: Row, b: Row): boolean {
  return a.id === b.id && a.measure === b.measure;
}
