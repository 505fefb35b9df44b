// The same site as three people see it.
import type { Browser, Page } from "@playwright/test";
import type { Duty } from "#platform/access/duties.ts";
import { expectAccessible } from "../accessibility.ts";
import { makeAccount, PASSWORD, signIn, signInAsAdmin } from "../accounts.ts";
import { ADMIN_EMAIL, expect, type RunningSite, test } from "../site.ts";

const EVERY_PAGE = [
  ...["/admin", "/admin/pipeline", "/admin/pipeline?view=list", "/admin/people", "/admin/bookings", "/admin/day-sheet"],
  ...["/admin/availability", "/admin/contacts", "/admin/analytics", "/admin/campaigns", "/admin/analytics/speed"],
  ...["/admin/users", "/admin/roster", "/admin/site", "/admin/mail", "/admin/keys", "/admin/webhooks", "/admin/import"],
  ...["/admin/people/requests", "/admin/audit-log", "/admin/system"],
];

const PEOPLE: readonly { name: string; duties: readonly Duty[]; places: readonly string[]; shut: readonly string[] }[] =
  [
    {
      name: "ana",
      duties: ["answer"],
      places: ["Dashboard", "Leads", "Bookings", "Contacts", "Users"],
      shut: ["/admin/availability", "/admin/analytics", "/admin/users", "/admin/site", "/admin/people/requests"],
    },
    {
      name: "sam",
      duties: ["site", "numbers"],
      places: ["Dashboard", "Analytics", "Site", "Settings"],
      shut: ["/admin/pipeline", "/admin/bookings", "/admin/contacts", "/admin/keys"],
    },
  ];

async function asPerson(browser: Browser, site: RunningSite, name: string, duties: readonly Duty[]) {
  const email = `${name}.of.duties@example.com`;
  await makeAccount(site, { email, role: "admin", duties });
  const page = await (await browser.newContext({ baseURL: site.url })).newPage();
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/admin$/);
  return { page, refused };
}

function placesOf(page: Page) {
  return page.getByRole("navigation", { name: "Admin" }).getByRole("link");
}

for (const { name, duties, places, shut } of PEOPLE)
  test(`an admin with ${duties.join(" and ")} meets no shut door, and reads whom to ask`, async ({ browser, site }) => {
    const { page, refused } = await asPerson(browser, site, name, duties);
    await expect(placesOf(page)).toHaveText([...places]);
    for (const path of EVERY_PAGE) {
      await page.goto(path);
      await expect(page.locator("h1")).toBeVisible();
      await expect(page.locator(".skeleton")).toHaveCount(0);
      const isShut = (await page.locator("h1").textContent()) === "Ask an Owner";
      if (shut.includes(path)) expect(isShut, path).toBe(true);
      if (isShut) await expect(page.getByRole("link", { name: ADMIN_EMAIL })).toBeVisible();
    }
    expect(refused).toEqual([]);
    await page.goto(shut[0] ?? "");
    await expectAccessible(page, "a page without its duty");
    await page.context().close();
  });

test("a duty that is taken away holds at the next act, and nothing typed is lost", async ({ page, browser, site }) => {
  const { page: theirs } = await asPerson(browser, site, "lee", ["site"]);
  await theirs.goto("/admin/site?section=company");
  await theirs.getByLabel("Short name").fill("O'Brien & Núñez");

  await signInAsAdmin(page, site, "/admin/users");
  await page.getByRole("button", { name: "Edit: lee.of.duties@example.com" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await expect(dialog.getByRole("checkbox", { name: "Site" })).toBeChecked();
  await dialog.getByRole("button", { name: "Answers" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Site" })).not.toBeChecked();
  await expectAccessible(page, "the duties of an account");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('[data-record]:has-text("lee.of.duties@example.com")')).toContainText("Answer");

  await theirs.getByLabel("Short name").fill("O'Brien & Núñez Homes");
  await theirs.getByLabel("Short name").blur();
  await expect(theirs.getByText("This needs the duty “Site”").first()).toBeVisible();
  await expect(theirs.getByLabel("Short name")).toHaveValue("O'Brien & Núñez Homes");
  await expect(placesOf(theirs).filter({ hasText: "Dashboard" })).toBeVisible();
  await expect(placesOf(theirs).filter({ hasText: /^Site$/ })).toHaveCount(0);
  await theirs.context().close();
});
