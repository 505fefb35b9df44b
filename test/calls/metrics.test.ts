import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { siteCommit, siteVersion } from "#platform/server/version.ts";
import { book } from "../requests.ts";
import { startSite } from "../server.ts";
import { addBackupRun } from "../system/findings.ts";

test("metrics have their own address and contain no personal data", async () => {
  const { site, app } = await startSite({ env: { METRICS_PORT: "0" } });
  const port = await site.metrics?.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => site.metrics?.close());
  const booked = await book({ app });
  await app.inject(`/api/bookings/${booked.json().bookingId}`);
  await app.inject("/api/users");
  await app.inject("/calendar/0123456789abcdefghjkmnpqrs.ics");

  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toContain("version=0.0.4");
  for (const [method, route, status] of [
    ["POST", "/api/bookings", 201],
    ["GET", "/api/bookings/:id", 200],
    ["GET", "/api/users", 401],
    ["GET", "/calendar/:secret.ics", 404],
  ])
    expect(text).toMatch(
      `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"} 1\n`,
    );
  expect(text).toMatch(/^mail_overdue \d+$/m);
  expect(text).toMatch(/^mail_failed 0$/m);
  expect(text).toContain(`site_info{version="${siteVersion()}",commit="${siteCommit()}"} 1\n`);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).not.toMatch(new RegExp(`renee|0123456789abc|${booked.json().bookingId}`, "i"));
  // Each line as Prometheus parses it.
  for (const line of text.trim().split(/\n+/))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? ([\d.e+-]+|NaN|Nan))$/);
  expect((await fetch(`http://127.0.0.1:${port}/api/bookings/list`)).status).toBe(404);
});

test("without METRICS_PORT there are none, and the site's own address never has them", async () => {
  const { site, app } = await startSite();
  expect(site.metrics).toBeUndefined();
  expect((await app.inject("/metrics")).statusCode).toBe(404);
});

test("the age of backups and free space are figures, and every figure of the example rules and dashboard exists", async () => {
  const site = await startSite({ env: { METRICS_PORT: "0" } });
  const port = await site.site.metrics?.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => site.site.metrics?.close());
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(await scrape()).not.toMatch(/^backup_age_seconds \d/m);
  await addBackupRun(site, "2026-11-20T13:00:00.000Z");
  await addBackupRun(site, "2026-11-20T14:00:00.000Z", { proof_outcome: "failed" });
  await site.app.inject("/api/closures");
  const text = await scrape();
  expect(text).toMatch(/^backup_age_seconds 3600$/m);
  expect(text).toMatch(/^backup_proof_age_seconds 7200$/m);
  expect(text).toMatch(/^disk_free_bytes [1-9]\d+$/m);

  const names = new Set(text.match(/^[a-z]\w+/gm));
  const folder = join(import.meta.dirname, "../../docs/monitoring");
  const rules = readFileSync(join(folder, "alerts.yml"), "utf8").replaceAll(
    /^ *(#|summary:|- alert:|- name:).*$/gm,
    "",
  );
  const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    readFileSync(join(folder, "dashboard.json"), "utf8"),
  );
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  for (const source of [rules, shown.join("\n")]) {
    const used = new Set(source.match(/\b[a-z]+(?:_[a-z]+)+\b/g));
    for (const word of ["predict_linear", "histogram_quantile"]) used.delete(word);
    expect(used.size).toBeGreaterThan(4);
    expect([...used].filter((name) => !names.has(name))).toEqual([]);
  }
});
