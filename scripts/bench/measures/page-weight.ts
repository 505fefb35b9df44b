// P12 measures the compressed size of the scripts that each built page loads.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { PAGES_FOLDER } from "#app/rendering/rendered-pages.ts";
import type { Row, SiteMeasurement } from "../row.ts";

const PAGES = [
  ["home page", "index.html", 10],
  ["booking page", "book-meeting.html", 100],
  ["contact page", "contact.html", 100],
  ["sign-in page", "login.html", 100],
] as const;

export const measurePageWeight: SiteMeasurement = async ({ folder }) => {
  const client = join(folder, "client");
  const [shipped = ""] = readdirSync(join(folder, PAGES_FOLDER));
  return PAGES.map(([name, file, most]): Row => {
    const scripts = scriptsOf(readFileSync(join(folder, PAGES_FOLDER, shipped, file), "utf8"));
    const size = scripts.reduce((sum, script) => sum + weight(join(client, script)), 0) / 1000;
    return {
      id: "P12",
      measure: `script over the wire, ${name}`,
      must: `≤ ${most} KB`,
      got: `${size.toFixed(1)} KB in ${scripts.length} files`,
      met: size <= most,
    };
  });
};

function scriptsOf(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))];
}

function weight(file: string): number {
  return existsSync(`${file}.br`) ? readFileSync(`${file}.br`).length : brotliCompressSync(readFileSync(file)).length;
}
