// npm run bench [NAME…]: what the product exists for, as ratios to references taken in the same run. Names: static, weight, lighthouse.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureLighthouse } from "./lighthouse.ts";
import { measurePageWeight } from "./page-weight.ts";
import { type Measurement, printTable, type Row } from "./row.ts";
import { withSite } from "./site-process.ts";
import { measureStaticPages } from "./static-pages.ts";

const MEASUREMENTS: Record<string, Measurement> = {
  static: measureStaticPages,
  weight: measurePageWeight,
  lighthouse: measureLighthouse,
};

const root = join(import.meta.dirname, "../..");
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = wanted.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0) {
  console.error(
    `There is no measurement called ${unknown.join(", ")}. Known: ${Object.keys(MEASUREMENTS).join(", ")}.`,
  );
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`Measuring: ${name} …`);
  rows.push(...(await withSite((url) => measure({ url, folder: join(root, "build") }))));
}
printTable(rows);
if (process.argv.includes("--accept"))
  writeFileSync(join(import.meta.dirname, "accepted.json"), `${JSON.stringify({ at: new Date(), rows }, null, 2)}\n`);
process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;
