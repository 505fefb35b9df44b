export type Row = {
  id: string;
  measure: string;
  must: string;
  got: string;
  /** undefined means not measured, which does not count as met. */
  met: boolean | undefined;
  ratio?: number;
  measured?: string;
  reference?: string;
  /** The value is in milliseconds. */
  p50?: number;
  p99?: number;
  /** The value is milliseconds of CPU time of the serving process. */
  cpuPerRequest?: number;
};

export type Measurement = () => Promise<Row[]>;

/** The site runs with an empty database and without limits. */
export type SiteMeasurement = (site: { url: string; pid: number; folder: string }) => Promise<Row[]>;

export function notMeasured(id: string, measure: string, must: string, why: string): Row {
  return { id, measure, must, got: `not measured: ${why}`, met: undefined };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en-US")}/s`;
}

export function printTable(rows: readonly Row[], accepted: (row: Row) => string): void {
  const cells = rows.map((row) => ({
    "#": row.id,
    measure: row.measure,
    must: row.must,
    got: row.got,
    measured: row.measured ?? "",
    reference: row.reference ?? "",
    "p50/p99 ms": row.p99 === undefined ? "" : `${row.p50?.toFixed(1) ?? "?"}/${row.p99.toFixed(1)}`,
    "CPU ms": row.cpuPerRequest?.toFixed(3) ?? "",
    accepted: accepted(row),
    met: row.met === undefined ? "?" : row.met ? "yes" : "NO",
  }));
  const names = Object.keys(cells[0] ?? {}) as (keyof (typeof cells)[number])[];
  const widths = names.map((name) => Math.max(name.length, ...cells.map((cell) => cell[name].length)));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  console.log(`\n${line(names)}`);
  for (const cell of cells) console.log(line(names.map((name) => cell[name])));
}
