import { signIn, storedSession } from "../accounts.ts";
import { ADMIN_EMAIL, expect, OWNER_IN_LIST, type RunningSite, startSite, stopSite, test } from "../site.ts";

let site: RunningSite;

test.beforeAll(async () => {
  site = await startSite({ REFRESH_TOKEN_STORE: "cookie" });
});
test.afterAll(() => stopSite(site));

test("with the refresh token in a cookie people sign in, two tabs recover with one refresh, and log out", {
  tag: "@drill",
}, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const [page, other] = [await context.newPage(), await context.newPage()];
  const refreshCookie = async () =>
    (await context.cookies(`${site.url}/api/auth`)).find(({ name }) => name === "refreshToken");
  await signIn(page, ADMIN_EMAIL, site.adminPassword);
  await expect(page).toHaveURL(/\/admin$/);
  expect((await storedSession(page)).refreshToken).toBeNull();
  expect(await page.evaluate(() => document.cookie)).toBe("");
  const first = await refreshCookie();
  expect(first).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api/auth" });

  let refreshes = 0;
  for (const tab of [page, other])
    tab.on("request", (request) => {
      if (request.url().endsWith("/api/auth/refresh")) refreshes++;
    });
  await page.goto("/about");
  await page.evaluate(() => localStorage.setItem("accessToken", "not.good.anymore"));
  await Promise.all([page.goto(OWNER_IN_LIST), other.goto(OWNER_IN_LIST)]);
  for (const tab of [page, other]) await expect(tab.getByText(ADMIN_EMAIL, { exact: true }).nth(1)).toBeVisible();
  expect(refreshes).toBe(1);
  const { accessToken, refreshToken } = await storedSession(page);
  expect(accessToken).toMatch(/^ey/);
  expect(refreshToken).toBeNull();
  expect((await refreshCookie())?.value).not.toBe(first?.value);

  await page.getByRole("button", { name: "Logout" }).click();
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login$/);
  await expect.poll(refreshCookie).toBeUndefined();
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${site.url}/api/users`, { headers })).status).toBe(401);
  await context.close();
});

test("who was signed in before the setting changed signs in again, and nothing of it stays in storage", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto("/about");
  await page.evaluate(() => {
    localStorage.setItem("accessToken", "not.good.anymore");
    localStorage.setItem("refreshToken", "of.before");
    localStorage.setItem("userData", JSON.stringify({ email: "owner@example.com", role: "admin" }));
  });
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toEqual({ accessToken: null, refreshToken: null, userData: null });
  await context.close();
});
