import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { sendContactMessage } from "../../programs/requests.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, type RunningSite, startSite, stopSite, test } from "../site.ts";

test("a message waits, becomes overdue, is reported to all and to one, is contacted, and counts in the analytics", {
  tag: "@drill",
}, async ({ browser }) => {
  const site = await startSite({ WORKER_POLL_SECONDS: "1" });
  const page = await browser.newPage({ baseURL: site.url });
  await sendContactMessage(site, { name: "Patient Seller", email: "patient@example.com" });
  await signInAsAdmin(page, site, "/admin/contacts");
  const row = page.locator("[data-record]").filter({ hasText: "Patient Seller" });
  await expect(row).toContainText(/Waiting \d min/);

  sendBack(site, 7);
  await expect.poll(() => overdueMails(site)).toHaveLength(2);
  await page.reload();
  await expect(row).toContainText(/Overdue: waiting [45]\d h of business hours/);
  await expect(row.getByTitle(/^[45]\d h of business hours since /)).toBeVisible();
  await expectNothingClipped(page);

  await row.getByRole("button", { name: "Log: Patient Seller" }).dblclick();
  const log = page.getByRole("dialog", { name: "Log What Came of It" });
  await log.getByRole("radio", { name: "Reached" }).check();
  await log
    .getByRole("radio", { name: /^Call back/ })
    .first()
    .check();
  await log.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".toast")).toContainText("Logged");
  await expect(row).toContainText(/First contact after 1[67]\d h/);
  await expect(row.getByTitle(/^[45]\d h of business hours$/)).toBeVisible();
  await expect(row.getByRole("button", { name: "Log: Patient Seller" })).toBeFocused();
  await expectNothingClipped(page);

  await page.goto("/admin/analytics/speed");
  const medians = page.getByRole("table", { name: "Time to first contact by week" });
  await expect(medians.getByRole("row")).toHaveCount(13);
  const lastWeek = medians.getByRole("row").filter({ hasText: "1 of 1 contacted" });
  await expect(lastWeek).toContainText(/1[67]\d h/);
  await expect(lastWeek).toContainText(/[45]\d h of business hours/);
  await expect(lastWeek).toContainText("0% within five minutes");

  await page.goto("/admin/contacts");
  await row.getByRole("button", { name: "View details: Patient Seller" }).click();
  const details = page.getByRole("dialog", { name: "Contact Details" });
  await expect(details).toContainText(/First contact marked, after [45]\d h/);
  await expect(details).toContainText("In Progress");
  await details.getByRole("button", { name: "Take back: Call: reached" }).click();
  await expect(details).toContainText("First contact mark removed");
  await expect(details).toContainText(/Overdue: waiting [45]\d h/);
  await expect(details).toContainText(/[45]\d h of business hours since /);
  await expect(details.getByText("Written to a file, not sent").first()).toBeVisible();
  await expect(details.getByRole("button", { name: "Log", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row).toContainText(/Overdue: waiting [45]\d h/);

  await page.goto("/admin/analytics/speed");
  await expect(page.getByText("No first contact was marked in these weeks")).toBeVisible();
  expect(overdueMails(site)).toHaveLength(2);

  sendBack(site, 60);
  await page.goto("/admin/contacts");
  await expect(row).toContainText(/Overdue: waiting since \w{3} \d+/);
  await expectNothingClipped(page);
  await page.close();
  await stopSite(site);
});

/** Moves records into the past, because a test cannot wait for days. */
function sendBack({ dataDir }: RunningSite, days: number): void {
  const database = new DatabaseSync(join(dataDir, "site.db"), { timeout: 10_000 });
  const then = new Date(Date.now() - days * 86_400_000).toISOString();
  database.prepare("update inquiries set created_at = ?, waiting_since = ?").run(then, then);
  // Triggers count them by the ten days in which they came, which nothing else changes.
  database.exec("delete from inquiry_counts where count = 0");
  database.prepare("update inquiry_counts set period = substr(?, 1, length(period))").run(then);
  database.prepare("update mails set next_try_at = ? where kind = 'contact-overdue'").run(then);
  database.close();
}

function overdueMails({ dataDir }: RunningSite): string[] {
  const outbox = join(dataDir, "outbox");
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.includes("contact-overdue")) : [];
}

async function expectNothingClipped(page: Page): Promise<void> {
  const clipped = await page
    .locator(".table-region, .table :is(td, th) > :not(.sr-only, .truncate, .line-clamp-2)")
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML));
  expect(clipped).toEqual([]);
}
