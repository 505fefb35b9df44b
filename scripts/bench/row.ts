// One line of the table that npm run bench prints.

export type Row = {
  /** As in docs/performance.md. */
  id: string;
  measure: string;
  must: string;
  got: string;
  /** undefined: could not be measured here, which is never the same as met. */
  met: boolean | undefined;
};

export type Measurement = (site: { url: string; folder: string }) => Promise<Row[]>;

export function notMeasured(id: string, measure: string, must: string, why: string): Row {
  return { id, measure, must, got: `not measured: ${why}`, met: undefined };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function printTable(rows: readonly Row[]): void {
  const header = { id: "#", measure: "measure", must: "must", got: "got" };
  const columns = (["id", "measure", "must", "got"] as const).map((name) => ({
    name,
    width: Math.max(...[header, ...rows].map((row) => row[name].length)),
  }));
  const line = (row: typeof header) => columns.map(({ name, width }) => row[name].padEnd(width)).join("  ");
  console.log(`\n${line(header)}  met`);
  for (const row of rows) console.log(`${line(row)}  ${row.met === undefined ? "?" : row.met ? "yes" : "NO"}`);
}
