// Two of staff on a phone: one takes a lead that waits, the other sees whose it is. The roster, by keyboard.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, Page } from "@playwright/test";
import { sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { makeAccount, PASSWORD, signIn, signInAsAdmin } from "../accounts.ts";
import { ADMIN_EMAIL, expect, type RunningSite, startSite, stopSite, test } from "../site.ts";

const ADA = "Ada Ó'Neill-Featherstonehaugh-Cholmondeley of the Old Mill Lane";
const BEN = "ben@example.com";

async function phoneOf(browser: Browser, { url }: RunningSite) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
  return context.newPage();
}

/** Moves the claim, because a test cannot wait for minutes. */
function claimEndsIn({ dataDir }: RunningSite, seconds: number): void {
  const database = new DatabaseSync(join(dataDir, "site.db"), { timeout: 10_000 });
  const until = new Date(Date.now() + seconds * 1000).toISOString();
  database.prepare("update lead_claims set held_until = ? where ended_at is null").run(until);
  database.close();
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

test("one takes a lead by keyboard, is asked, and holds it; the other reads whose it is until it is open again", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const site = await startSite({ WORKER_POLL_SECONDS: "1" });
  const [page, other] = [await phoneOf(browser, site), await phoneOf(browser, site)];
  await sendContactMessage(site, { name: ADA, email: "ada@example.com" });
  await signInAsAdmin(page, site, "/admin");
  await makeAccount(site, { email: BEN, role: "admin" });
  // The other hears of nothing by itself.
  await other.route("**/api/events*", (route) => route.abort());
  await signIn(other, BEN, PASSWORD);
  const line = (of: Page) => of.locator("[data-record]").filter({ hasText: ADA });
  const take = (of: Page) => line(of).getByRole("button", { name: `I Take It: ${ADA}` });

  // The clock ticks in its place.
  const clock = line(page).getByText(/^\d+:\d\d$/);
  const first = await clock.textContent();
  const place = await clock.boundingBox();
  await expect(clock).not.toHaveText(first ?? "", { timeout: 20_000 });
  expect(await clock.boundingBox()).toEqual(place);

  await expect(take(other)).toBeVisible();
  await take(page).focus();
  await page.keyboard.press("Enter");
  await expect(line(page)).toContainText(/You have it until \d/);
  await expect(line(page).getByRole("button", { name: `Give Back: ${ADA}` })).toBeFocused();
  await expectAccessible(page, "the day with a lead of one's own");
  await expectNoSidewaysScroll(page);

  // The other has not seen it yet, and presses.
  await take(other).click();
  await expect(other.locator(".toast")).toContainText(`${ADMIN_EMAIL} has it since`);
  await expect(line(other)).toContainText(`${ADMIN_EMAIL} has it until`);
  await expect(take(other)).toHaveCount(0);

  claimEndsIn(site, 90);
  await page.reload();
  await expect(line(page)).toContainText(/Are you still on it\? At \d.* it is open again\./);
  await tabTo(page, `[aria-label="Still on It: ${ADA}"]`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("You are on it")).toBeVisible();
  await expect(line(page)).toContainText("You have it until");

  claimEndsIn(site, -1);
  await other.unroute("**/api/events*");
  await page.reload();
  await other.reload();
  await expect(line(other)).toContainText(`${ADMIN_EMAIL} was on it until`);
  await take(other).click();
  await expect(line(other)).toContainText("You have it until");
  await expect(line(page)).toContainText(`${BEN} has it until`);

  // A mail's link leads to the page, where a press gives it back, and nothing but a press.
  const id = (await line(other).getAttribute("data-record"))?.split(" ").at(-1);
  await page.goto(`/admin/pipeline/${id}`);
  const dialog = page.getByRole("dialog", { name: ADA });
  await expect(dialog).toContainText(`${BEN} has it until`);
  await expect(dialog.getByText(/Waiting/).first()).toBeVisible();
  await other.goto(`/admin/pipeline/${id}`);
  await other
    .getByRole("dialog")
    .getByRole("button", { name: `Give Back: ${ADA}` })
    .click();
  await expect(other.getByRole("dialog").getByRole("button", { name: `I Take It: ${ADA}` })).toBeFocused();
  await page.reload();
  await expect(dialog).toContainText(`${BEN} was on it until`);
  await expectAccessible(page, "the page of a lead that waits");
  await stopSite(site);
});

test("a roster is made by keyboard on a phone, says who is rung now, and a press takes the day off", async ({
  browser,
}) => {
  const site = await startSite();
  const page = await phoneOf(browser, site);
  await signInAsAdmin(page, site, "/admin/roster");
  const now = page.getByRole("region", { name: "Now" });
  await expect(now).toContainText(/rings owner@example.com|Nobody is on duty/);
  await tabTo(page, "#roster-add");
  await page.keyboard.press("Enter");
  const shift = page.getByRole("group", { name: "Shift 1" });
  await expect(shift.getByLabel("Who")).toBeFocused();
  await page.getByRole("button", { name: "Save Roster" }).click();
  await expect(shift).toContainText("Please choose a person");
  await shift.getByLabel("Who").selectOption(ADMIN_EMAIL);
  for (const day of ["Saturday", "Sunday"]) await shift.getByLabel(day).check();
  await shift.getByLabel("From").fill("00:00");
  await shift.getByLabel("Until").fill("23:59");
  await page.getByRole("heading", { name: "Roster" }).scrollIntoViewIfNeeded();
  await expectAccessible(page, "the roster");
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save Roster" }).click();
  await expect(page.getByText("Roster saved")).toBeVisible();
  await expect(now).toContainText(`A new lead rings ${ADMIN_EMAIL}.`);

  await now.getByRole("button", { name: "I Am Off Today" }).click();
  await expect(now).toContainText("Nobody is on duty: a new lead waits.");
  await expect(now).toContainText(`Off today: ${ADMIN_EMAIL}.`);
  await now.getByRole("button", { name: "I Am Back Today" }).click();
  await expect(now).toContainText(`A new lead rings ${ADMIN_EMAIL}.`);

  // Another admin has saved it since: what was typed stays, and saving again replaces theirs.
  const other = await page.context().newPage();
  await other.goto("/admin/roster");
  await other.getByRole("button", { name: /^Remove: shift 1/ }).click();
  await other.getByRole("button", { name: "Save Roster" }).click();
  await expect(other.getByText("Roster saved")).toBeVisible();
  await shift.getByLabel("Until").fill("22:00");
  await page.getByRole("button", { name: "Save Roster" }).click();
  await expect(page.getByText("Someone else has changed this.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save Roster" }).click();
  await expect(page.getByText("Roster saved")).toBeVisible();
  await page.reload();
  await expect(shift.getByLabel("Until")).toHaveValue("22:00");
  await stopSite(site);
});
