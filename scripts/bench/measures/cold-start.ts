// P14 measures the time to the first page with a million bookings, against a minimal server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Measurement, median, type Row } from "../row.ts";
import { LARGE, withBookings } from "../sites/seeded.ts";
import { end, freePort, SITE_ENVIRONMENT, siteArguments } from "../sites/site-process.ts";

const ROUNDS = 5;
const BARE = `require("node:http").createServer((_, response) => response.end("here")).listen(process.env.PORT, "127.0.0.1")`;

export const measureColdStart: Measurement = async () => {
  // The site has started once before, as after an upgrade: migrated and with a warm compile cache.
  const env = await withBookings(LARGE, async (site) => site.env);
  const site: number[] = [];
  const launched: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await firstPage(["-e", BARE], {}));
    site.push(await firstPage(siteArguments(), { ...SITE_ENVIRONMENT, ...env }));
    launched.push(await firstPage(["scripts/start.mjs"], env));
  }
  const bookings = LARGE.toLocaleString("en-US");
  return [
    row(`start to first page, ${bookings} bookings, against bare Node`, "≤ 5", median(site), median(bare)),
    row("the same by the launcher of npm start", "≤ 5", median(launched), median(bare)),
  ];
};

async function firstPage(args: readonly string[], env: Record<string, string>): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...process.env, ...env, PORT: String(port), LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      if (answer?.status === 200 && (await answer.text()).length > 0) return performance.now() - started;
      await Promise.race([
        sleep(1),
        ended.then(() => Promise.reject(new Error("The process ended before it answered."))),
      ]);
    }
  } finally {
    await end(child);
  }
}

function row(measure: string, must: string, ours: number, reference: number): Row {
  const times = ours / reference;
  return {
    id: "P14",
    measure,
    must,
    got: `${times.toFixed(1)} times`,
    met: times <= 5,
    measured: `${ours.toFixed(0)} ms`,
    reference: `${reference.toFixed(0)} ms`,
  };
}
