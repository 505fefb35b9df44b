// Rates depend on the machine, so figures are accepted for each kind of machine and compared within it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./row.ts";

const FILE = join(import.meta.dirname, "accepted.json");
/** Ratios of two runs on one machine differ by this much without a cause. */
const NOISE = 0.15;

type AcceptedRow = Row & { at: string };
export type AcceptedOnKind = {
  kind: string;
  machine: string;
  rows: AcceptedRow[];
};
export type Accepted = readonly AcceptedOnKind[];
type Here = { kind: string; machine: string };

export function readAccepted(): Accepted {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

export function writeAccepted(accepted: Accepted): void {
  writeFileSync(FILE, `${JSON.stringify(accepted, null, 2)}\n`);
}

export function accept(accepted: Accepted, rows: readonly Row[], { at, ...here }: Here & { at: string }): Accepted {
  const measured = rows.filter(({ met }) => met !== undefined).map((row) => ({ ...row, at }));
  if (measured.length === 0) return accepted;
  const kept = rowsOf(accepted, here.kind).filter((before) => !measured.some((row) => isSame(row, before)));
  const all = [...kept, ...measured].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
  return [...accepted.filter(({ kind }) => kind !== here.kind), { ...here, rows: all }];
}

export function comparison(accepted: Accepted, kind: string, row: Row): string {
  const before = findRow(accepted, kind, row);
  if (!before) return "none";
  const changes = [
    change("ratio", before.ratio, row.ratio),
    change("p99", before.p99, row.p99),
    change("CPU", before.cpuPerRequest, row.cpuPerRequest),
  ].filter((text) => text !== undefined);
  return [`${before.got} (${before.at})`, ...changes].join(", ");
}

export function comparedWith(accepted: Accepted, kind: string): string {
  const known = accepted.find((machine) => machine.kind === kind);
  if (known) return `Compared with figures of the same kind of machine: ${known.machine}`;
  const others = accepted.map((machine) => machine.kind);
  return `Compared with nothing: no figures have been accepted on this kind of machine (${kind}), only on ${others.join("; ") || "none"}`;
}

export function worseThanAccepted(accepted: Accepted, kind: string, rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const before = findRow(accepted, kind, row);
    if (!before) return [];
    if (before.met && row.met === false) return [`${row.id} ${row.measure}: was met (${before.got}), now ${row.got}`];
    if (before.ratio === undefined || row.ratio === undefined || row.ratio >= before.ratio * (1 - NOISE)) return [];
    return [`${row.id} ${row.measure}: ratio ${row.ratio.toFixed(2)}, accepted was ${before.ratio.toFixed(2)}`];
  });
}

function change(what: string, before: number | undefined, now: number | undefined): string | undefined {
  return before === undefined || now === undefined ? undefined : `${what} × ${(now / before).toFixed(2)}`;
}

function rowsOf(accepted: Accepted, kind: string): readonly AcceptedRow[] {
  return accepted.find((machine) => machine.kind === kind)?.rows ?? [];
}

function findRow(accepted: Accepted, kind: string, row: Row): AcceptedRow | undefined {
  return rowsOf(accepted, kind).find((before) => isSame(before, row));
}

function isSame(a: Row, b: Row): boolean {
  return a.id === b.id && a.measure === b.measure;
}
