import { bookMeeting, sendContactMessage } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

const DIALOGS = {
  "/admin/bookings": ["View details", "Status", "Notes"],
  "/admin/contacts": ["View details", "Status", "Notes", "Delete"],
};

for (const width of [1280, 390])
  test(`admin pages and their dialogs have no accessibility violation in either theme, ${width} px wide`, {
    tag: width === 390 ? [] : "@drill",
  }, async ({ page, site }) => {
    // Eighteen checks of several seconds each on a slow machine.
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 844 });
    await bookMeeting(site, { firstName: "Axe", lastName: "Tested", email: "axe@example.com" });
    await sendContactMessage(site, { name: "Axe Tested", email: "axe@example.com" });
    await signInAsAdmin(page, site);
    for (const [path, actions] of Object.entries(DIALOGS)) {
      await page.goto(`${path}?search=axe@example`);
      await expect(page.getByText(/^Showing [1-9]/)).toBeVisible();
      await page.getByRole("button", { name: "Log: Axe Tested" }).first().click();
      const log = page.getByRole("dialog", { name: "Log What Came of It" });
      await log.getByRole("radio", { name: "Reached" }).check();
      await log.getByRole("radio", { name: "Nothing for now" }).check();
      await log.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("First contact after").first()).toBeVisible();
      await page.getByRole("button", { name: "Close message" }).click();
      // A target that the bar half covers while the page is scrolled would count as too small.
      await page.evaluate(() => scrollTo(0, 0));
      await expectAccessible(page, path);
      for (const action of actions) {
        await page
          .getByRole("button", { name: `${action}: Axe Tested` })
          .first()
          .click();
        const dialog = page.getByRole("dialog");
        await expect(dialog).toBeVisible();
        if (action === "View details") await expect(dialog.locator(".history li").first()).toBeVisible();
        if (action === "Status" && path === "/admin/bookings")
          await dialog.getByLabel("Status").selectOption("Rescheduled");
        await expectAccessible(page, `${path} ${action}`);
        await page.keyboard.press("Escape");
        if (action === "Status" && path === "/admin/bookings") {
          await expectAccessible(page, `${path} Discard`);
          await page.getByRole("button", { name: "Discard" }).click();
        }
        await expect(dialog).toHaveCount(0);
      }
      await page.goto(`${path}?search=nobody-is-called-this`);
      await expect(page.getByText(/found. Try adjusting your filters/)).toBeVisible();
      await expectAccessible(page, `${path} empty`);
    }
    await page.goto("/admin");
    await expect(page.locator(".panel-list li").first()).toBeVisible();
    await expect(page.locator(".stat-strip")).not.toContainText("...");
    await expectAccessible(page, "/admin");
    await page.goto("/admin/availability");
    await expect(page.getByLabel("Monday from")).toBeVisible();
    await expectAccessible(page, "/admin/availability");
    await page.goto("/admin/analytics");
    await expect(page.getByRole("heading", { name: "Leads by situation" })).toBeVisible();
    const weeks = page.getByRole("region", { name: "Chart of leads per week" });
    expect(await weeks.evaluate((chart) => chart.scrollWidth - chart.clientWidth - chart.scrollLeft)).toBeLessThan(2);
    for (const summary of await page.getByText("Show as a table").all()) await summary.click();
    await expectAccessible(page, "/admin/analytics");
    await page.getByRole("link", { name: "Speed" }).click();
    await expect(page.getByRole("table", { name: "Time to first contact by week" })).toBeVisible();
    await expectAccessible(page, "/admin/analytics/speed");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

test("the numbers of dashboard and analytics are those of the lists", { tag: "@drill" }, async ({ browser }) => {
  // A site of its own: the charts are kept for a minute, and another test may have opened them before the booking.
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await bookMeeting(site, { firstName: "Counted", email: "counted@example.com" });
  await signInAsAdmin(page, site);
  const { accessToken } = await page.evaluate(() => ({ accessToken: localStorage.getItem("accessToken") }));
  const headers = { authorization: `Bearer ${accessToken}` };
  const stats = await (await page.request.get("/api/bookings/stats", { headers })).json();
  await expect(page.locator(".stat-strip")).toContainText(`Total Bookings${stats.total}`);
  await expect(page.getByText("0 of 16 steps are done.")).toBeVisible();
  await page.getByRole("link", { name: "Open Analytics" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeFocused();
  await expect(page.locator(".stat-strip")).toContainText(`${stats.scheduled} scheduled`);
  await page.getByText("Show as a table").first().click();
  const weeks = page.getByRole("table", { name: "Leads per week" });
  await expect(weeks.getByRole("row")).toHaveCount(27);
  await expect(weeks.getByRole("row").last()).toHaveText(/20\d\d[1-9]\d*$/);
  await context.close();
  await stopSite(site);
});
