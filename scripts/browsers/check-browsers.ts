// npm run check:browsers runs two journeys in Firefox and in WebKit; a missing browser is reported as not checked.
import { startSite, stopSite } from "../../test/e2e/site.ts";
import type { EngineStart } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { JOURNEYS } from "./journeys.ts";
import { startWebKit } from "./webkit.ts";

const ENGINES: Record<string, EngineStart> = { Firefox: startFirefox, WebKit: startWebKit };
const counts = { passed: 0, failed: 0, "not checked": 0 };

const site = await startSite();
try {
  for (const [name, start] of Object.entries(ENGINES)) await check(name, start);
} finally {
  await stopSite(site);
}
console.log(
  `\n${Object.entries(counts)
    .map(([result, count]) => `${count} ${result}`)
    .join(", ")}`,
);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

async function check(name: string, start: EngineStart): Promise<void> {
  for (const [journey, go] of Object.entries(JOURNEYS)) {
    const report = (engine: string, result: keyof typeof counts, why = "") => {
      counts[result] += 1;
      console.log(`${engine}: ${journey}: ${result}${why && ` (${why})`}`);
    };
    try {
      const engine = await start();
      if ("missing" in engine) {
        report(name, "not checked", engine.missing);
        continue;
      }
      try {
        await go(engine, site);
        report(engine.version, "passed");
      } finally {
        await engine.close();
      }
    } catch (error) {
      report(name, "failed", error instanceof Error ? error.message : String(error));
    }
  }
}
