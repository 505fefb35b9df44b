import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test as base, expect } from "@playwright/test";
import { signInAsAdmin } from "../accounts.ts";
import { type RunningSite, startSite, stopSite } from "../site.ts";

const BOOKINGS = 20_000;
const MAX_GROWTH_MB = 150;

/** A separate site with very many bookings. */
const test = base.extend<object, { busySite: RunningSite }>({
  busySite: [
    async ({ browserName: _ }, use) => {
      const site = await startSite();
      const args = ["scripts/seed/seed.ts", "--bookings", String(BOOKINGS), "--seed", "export"];
      execFileSync(process.execPath, args, { env: { ...process.env, DATA_DIR: site.dataDir }, stdio: "ignore" });
      await use(site);
      await stopSite(site);
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ busySite }, use) => use(busySite.url),
});

test("an export counts its rows, can be cancelled, and holds everything without filling the memory", {
  tag: "@drill",
}, async ({ page, busySite }) => {
  test.setTimeout(120_000);
  await signInAsAdmin(page, busySite, "/admin/bookings");
  await expect(page.getByText(`Showing 10 of ${BOOKINGS} total bookings`)).toBeVisible();
  const memoryBefore = memoryMb(busySite);

  // Slow enough to observe.
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: 400_000, uploadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", slow);
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(page.getByRole("button", { name: "Exporting..." })).toBeDisabled();
  await expect(page.getByRole("status").filter({ hasText: /[1-9][\d,]* rows/ })).toBeVisible();
  const others = await page.request.get("/api/bookings/available-days");
  expect(others.status()).toBe(200);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".toast")).toContainText("Export cancelled");
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeEnabled();

  await network.send("Network.emulateNetworkConditions", { ...slow, downloadThroughput: -1 });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  // Made-up callers have no e-mail address, but every booking has its id.
  expect(text.match(/^[0-9a-z]{26},/gm)).toHaveLength(BOOKINGS);
  expect(memoryMb(busySite) - memoryBefore).toBeLessThan(MAX_GROWTH_MB);

  await page.goto("/admin/audit-log");
  await expect(page.locator("[data-record]").filter({ hasText: "all bookings" }).first()).toBeVisible();
});

test("the bookings with a letter are there before their number, which may be late, fail or no longer be wanted", {
  tag: "@drill",
}, async ({ page, busySite }) => {
  const shown = (text: string | RegExp) =>
    expect(page.getByRole("status").filter({ hasText: "Showing" })).toHaveText(text);
  const rows = page.locator("[data-record]");
  let letGo = () => {};
  const counted: string[] = [];
  await page.route("**/api/bookings/list/total?*", async (route) => {
    counted.push(new URL(route.request().url()).search);
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await route.continue();
  });
  await signInAsAdmin(page, busySite, "/admin/bookings");
  await shown(`Showing 10 of ${BOOKINGS} total bookings`);

  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("a");
  await shown("Showing 10 bookings, counting…");
  await expect(rows).toHaveCount(10);
  await expect(page.getByText("Page 1", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Page 2", { exact: true })).toBeVisible();
  await shown("Showing 10 bookings, counting…");
  letGo();
  await shown(/^Showing 10 of 1\d{4} total bookings$/);
  await expect(page.getByText(/^Page 2 of 1\d{3}$/)).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  // The number is the same on each page: nobody counts again.
  await expect(page.getByText(/^Page 3 of 1\d{3}$/)).toBeVisible();
  expect(counted).toEqual(["?search=a"]);

  await search.fill("zz");
  await shown("Showing 10 bookings, counting…");
  await search.fill("wilhel");
  await shown(/^Showing \d+ of \d+ total bookings$/);
  letGo();
  await search.fill("ж");
  await expect(page.getByText("No bookings found. Try adjusting your filters.")).toBeVisible();
  await shown("Showing 0 of 0 total bookings");

  await page.unroute("**/api/bookings/list/total?*");
  await page.route("**/api/bookings/list/total?*", (route) => route.abort());
  await search.fill("e");
  await shown("Showing 10 bookings, which could not be counted");
  await expect(rows).toHaveCount(10);
});

/** Resident memory of the server; 0 if the system does not report it. */
function memoryMb(site: RunningSite): number {
  if (process.platform !== "linux") return 0;
  const status = readFileSync(`/proc/${site.process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
