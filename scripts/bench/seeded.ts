// Sites with many made-up bookings. Their databases are kept for the next run: a million take some minutes to fill.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { BENCH_FOLDER, type SiteProcess, startSite } from "./site-process.ts";

const { values } = parseArgs({
  strict: false,
  options: {
    bookings: { type: "string", default: "1000000" },
    databases: { type: "string", default: join(BENCH_FOLDER, "databases") },
  },
});

/** --bookings=10000: how many the large database has. */
export const LARGE = Number(values.bookings);

export type SeededSite = SiteProcess & { env: Record<string, string> };

/** The built site over so many bookings. */
export async function withBookings<Result>(
  bookings: number,
  work: (site: SeededSite) => Promise<Result>,
): Promise<Result> {
  const env = await seeded(bookings);
  const site = await startSite({ env });
  try {
    return await work({ ...site, env });
  } finally {
    await site.end();
  }
}

async function seeded(bookings: number): Promise<Record<string, string>> {
  const folder = join(String(values.databases), `sqlite-${bookings}`);
  const env = { DATA_DIR: folder };
  const whole = join(folder, "seeded");
  if (existsSync(whole)) return env;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.log(`Making ${bookings.toLocaleString("en-US")} bookings, once …`);
  await promisify(execFile)(process.execPath, ["scripts/seed.ts", "--bookings", String(bookings)], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...env },
  });
  writeFileSync(whole, "");
  return env;
}
