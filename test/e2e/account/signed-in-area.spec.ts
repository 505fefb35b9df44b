// Behaviour of all signed-in pages and sign-in pages.
import { siteVersion } from "#platform/server/version.ts";
import { expectAccessible } from "../accessibility.ts";
import { fillCredentials, makeAccount, PASSWORD, signIn, signInAloneAsAdmin, signInAsAdmin } from "../accounts.ts";
import { ADMIN_EMAIL, expect, OWNER_IN_LIST, test } from "../site.ts";

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

for (const [size, viewport] of Object.entries(SIZES))
  test(`accounts: no accessibility fault on sign-in and signed-in pages in either theme, ${size}`, {
    tag: size === "phone" ? [] : "@drill",
  }, async ({ browser, site }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ baseURL: site.url, viewport });
    const page = await context.newPage();
    for (const [path, button] of [
      ["/login", "Sign In"],
      ["/register", "Create Account"],
    ] as const) {
      await page.goto(path);
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByText("There is a problem")).toBeVisible();
      await expectAccessible(page, path);
    }
    await signInAsAdmin(page, site, "/dashboard");
    await expect(page.getByRole("link", { name: "Admin Panel" })).toBeVisible();
    await expectAccessible(page, "/dashboard");
    await page.goto(OWNER_IN_LIST);
    await expect(page.getByRole("button", { name: `Edit: ${ADMIN_EMAIL}` })).toBeVisible();
    await expectAccessible(page, "/admin/users");
    for (const opener of ["Create User", `Edit: ${ADMIN_EMAIL}`, `Delete: ${ADMIN_EMAIL}`]) {
      await page.getByRole("button", { name: opener }).click();
      await expectAccessible(page, opener);
      await page.keyboard.press("Escape");
    }
    await context.close();
  });

test("nothing of the accounts' pages sticks out sideways at 320 pixels", { tag: "@drill" }, async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await makeAccount(site, { email: "renee.obrien-nunez.of.the.very.long.name@properties.example.com", role: "admin" });
  await signIn(page, "renee.obrien-nunez.of.the.very.long.name@properties.example.com", PASSWORD);
  await expect(page).toHaveURL(/\/admin$/);
  for (const path of ["/login", "/register", "/dashboard", "/admin/users"]) {
    await page.goto(path);
    await expect(page.locator("h1")).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path)
      .toBeLessThanOrEqual(0);
  }
});

test("the version is in the footer of the signed-in area, and not where the public looks", async ({
  page,
  request,
  site,
}) => {
  await signInAsAdmin(page, site);
  await expect(page.getByRole("contentinfo")).toContainText(`Version ${siteVersion()}`);
  for (const path of ["/", "/login", "/healthz", "/readyz"]) {
    const answer = await request.get(path);
    expect(await answer.text(), path).not.toContain(siteVersion());
    expect(JSON.stringify(answer.headers()), path).not.toContain(siteVersion());
  }
});

test("the first Tab stop leads past the bar, and nothing focused hides under it", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  await signInAsAdmin(page, site);
  for (let number = 0; number < 6; number++) await makeAccount(site, { email: `row${number}@focus.example.com` });
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto("/admin/users");
  await expect(page.getByRole("button", { name: "Delete: row0@focus.example.com" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page
    .getByRole("button", { name: /^Edit: / })
    .last()
    .focus();
  for (let step = 0; step < 24; step++) {
    await page.keyboard.press("Shift+Tab");
    const hidden = await page.evaluate(() => {
      const bar = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
      const focused = document.activeElement;
      const isInBar = focused?.closest("header, .skip-link") !== null;
      return isInBar ? 0 : bar - (focused?.getBoundingClientRect().top ?? 0);
    });
    expect(hidden).toBeLessThanOrEqual(0);
  }
});

test("a double click signs in once", async ({ page, site }) => {
  let posts = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/login")) posts++;
  });
  await page.goto("/login");
  await fillCredentials(page, ADMIN_EMAIL, site.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).dblclick();
  await expect(page).toHaveURL(/\/admin$/);
  expect(posts).toBe(1);
});

test("the theme can be switched in the signed-in header and on the sign-in page", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/login");
  const toggle = page.getByRole("button", { name: "Toggle light/dark theme" });
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await toggle.click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await signInAloneAsAdmin(page, site);
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByRole("button", { name: "Toggle light/dark theme" }).click();
  await expect(page.locator("html")).not.toHaveClass(/dark/);
});

test("the theme can be switched before the sign-in page's script has loaded", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const blocked: Array<() => void> = [];
  await page.route(/\/assets\/sign-in-[^/]*\.js$/, async (route) => {
    await new Promise<void>((resolve) => blocked.push(resolve));
    await route.continue();
  });
  await page.goto("/login");
  const toggle = page.getByRole("button", { name: "Toggle light/dark theme" });
  await toggle.click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect.poll(() => blocked.length).toBeGreaterThan(0);
  for (const unblock of blocked) unblock();
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
});

test("the title and the home icon lead each to their own start", { tag: "@drill" }, async ({ page, browser, site }) => {
  await signInAsAdmin(page, site, "/dashboard");
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Admin Panel" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("banner").getByRole("link", { name: "Admin Dashboard" })).toBeVisible();

  await makeAccount(site, { email: "home.icon@example.com" });
  const context = await browser.newContext({ baseURL: site.url });
  const seller = await context.newPage();
  await signIn(seller, "home.icon@example.com", PASSWORD);
  await expect(seller).toHaveURL(`${site.url}/`);
  await seller.goto("/dashboard");
  await seller.getByRole("link", { name: "Home", exact: true }).click();
  await expect(seller).toHaveURL(/\/dashboard$/);
  await context.close();
});

test("a server that does not answer is said to be slow, then given up on with a way to retry", {
  tag: "@drill",
}, async ({ page, site }) => {
  await signInAsAdmin(page, site);
  let isSilent = true;
  await page.route("**/api/users?*", async (route) => {
    if (!isSilent) await route.continue();
  });
  await page.clock.install();
  await page.goto(OWNER_IN_LIST);
  await expect(page.getByText("Loading users...")).toBeVisible();
  await page.clock.runFor(3_100);
  await expect(page.getByText("This takes longer than usual")).toBeVisible();
  await page.clock.runFor(12_000);
  await expect(page.locator(".toast-description")).toHaveText("Failed to fetch users");
  isSilent = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("button", { name: `Edit: ${ADMIN_EMAIL}` })).toBeVisible();
});
