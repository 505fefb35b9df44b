import type { Page } from "@playwright/test";
import { fillCredentials, makeAccount, PASSWORD, signIn, signInAloneAsAdmin, storedSession } from "../accounts.ts";
import { ADMIN_EMAIL, expect, OWNER_IN_LIST, test } from "../site.ts";

test("an admin signs in with the first password and lands in the admin area", async ({ page, site }) => {
  await page.goto("/login");
  await expect(page.getByText("Administrator Access")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await fillCredentials(page, ADMIN_EMAIL, site.adminPassword);
  await page.getByLabel("Password").press("Enter");
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.locator(".toast")).toContainText("Logged in successfully");
  await expect(page.locator("h1")).toBeFocused();
  await expect(page.getByRole("banner")).toContainText(ADMIN_EMAIL);

  const { userData, accessToken, refreshToken } = await storedSession(page);
  expect(JSON.parse(userData ?? "")).toMatchObject({ role: "admin", email: ADMIN_EMAIL });
  expect(userData).not.toContain(accessToken);
  expect(userData).not.toContain(refreshToken);
});

test("the guard remembers the page and takes its place in the history", async ({ page, site }) => {
  await page.goto("/about");
  await page.goto("/admin/users?from=mail");
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await page.goForward();
  await fillCredentials(page, ADMIN_EMAIL, site.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/admin\/users\?from=mail$/);
});

test("an address in the link does not lead a new sign-in away from the site", async ({ page, site }) => {
  await page.goto("/login?from=https://evil.example&redirect=//evil.example&next=/\\evil.example");
  await fillCredentials(page, ADMIN_EMAIL, site.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`${site.url}/admin`);
});

test("a wrong password is reported in a toast and beside the form, which keeps its input", async ({ page }) => {
  let refreshes = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/refresh")) refreshes++;
  });
  await signIn(page, ADMIN_EMAIL, "not the password");
  await expect(page.locator(".toast-title")).toHaveText("Error");
  await expect(page.locator(".toast-description")).toHaveText("The email or the password is not right.");
  await expect(page.locator("form .note")).toContainText("The email or the password is not right.");
  await expect(page.getByLabel("Email")).toHaveValue(ADMIN_EMAIL);
  await expect(page.getByLabel("Password")).toHaveValue("not the password");
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toEqual({ accessToken: null, refreshToken: null, userData: null });
  expect(refreshes).toBe(0);
});

test("a gateway's own error page becomes the product's message", async ({ page }) => {
  await page.route("**/api/auth/login", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
  );
  await signIn(page, ADMIN_EMAIL, "whatever it is");
  await expect(page.locator(".toast-description")).toHaveText("Login failed");
  await page.goto("/register");
  await page.route("**/api/auth/register", (route) => route.abort());
  await fillCredentials(page, "seller@example.com", PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.locator(".toast-description")).toHaveText("Registration failed");
});

test("an answer without any token is no sign-in", async ({ page }) => {
  await page.route("**/api/auth/login", (route) => route.fulfill({ json: { success: true, role: "admin" } }));
  await signIn(page, ADMIN_EMAIL, "whatever it is");
  await expect(page.locator(".toast-description")).toHaveText("Neither refreshToken nor accessToken was returned");
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toEqual({ accessToken: null, refreshToken: null, userData: null });
});

test("an empty form names what is missing, and takes it back when it is mended", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").focus();
  await page.getByLabel("Password").focus();
  await expect(page.getByText("Email is required")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign In" }).click();
  const summary = page.getByRole("alert", { name: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await summary.getByRole("link", { name: "Email is required" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type("dana@example.com");
  await expect(page.locator("#email-error")).toHaveCount(0);
  await expect(page.locator("#password-error")).toHaveText("Password is required");
});

test("fields tell password managers what they are", async ({ page }) => {
  for (const [path, kind] of [
    ["/login", "current-password"],
    ["/register", "new-password"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
    await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "email");
    const password = page.getByLabel("Password");
    await expect(password).toHaveAttribute("autocomplete", kind);
    await expect(password).toHaveAttribute("type", "password");
    await password.fill(PASSWORD);
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect(password).toHaveAttribute("type", "password");
  }
});

test("what was typed before the script arrived stays, and nothing is sent without it", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await fillCredentials(page, ADMIN_EMAIL, "typed early");
  await page.getByLabel("Password").press("Enter");
  release();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  await expect(page.getByLabel("Email")).toHaveValue(ADMIN_EMAIL);
  await expect(page.getByLabel("Password")).toHaveValue("typed early");
  expect(page.url()).toMatch(/\/login$/);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.locator(".toast-description")).toHaveText("The email or the password is not right.");
});

test("a visitor makes an account, sees that it was made, and is signed in", async ({ page }) => {
  await page.goto("/login");
  // Before hydration the link loads a page, and the focus starts at the top.
  await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeFocused();
  await expect(page).toHaveTitle(/Create an account/);
  await expect(page.getByText("Enter your details to get started")).toBeVisible();
  await fillCredentials(page, "zoe.o'brien+list@example.com", "short");
  await page.getByLabel("Password").blur();
  await expect(page.locator("#password-error")).toHaveText("Please use at least 8 characters");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.locator(".toast")).toContainText("Account created successfully");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("You are signed in as zoe.o'brien+list@example.com.")).toBeVisible();
  await page.getByRole("link", { name: "Go to your dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("main")).toContainText("zoe.o'brien+list@example.com");
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("an email that has an account is refused at its field", async ({ page }) => {
  await page.goto("/register");
  await fillCredentials(page, ADMIN_EMAIL.toUpperCase(), PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.locator(".toast-description")).toHaveText("There is an account with this email already.");
  await expect(page.locator("#email-error")).toHaveText("There is an account with this email already.");
  await expect(page.getByLabel("Password")).toHaveValue(PASSWORD);
});

test("a password that others try first is refused at its field, and another one is taken", async ({ page }) => {
  await page.goto("/register");
  await fillCredentials(page, "wanda.reed@example.com", "Password1");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.locator("#password-error")).toContainText("This is one of the most common passwords.");
  await page.getByLabel("Password").fill("wandareed1");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.locator("#password-error")).toContainText("This is little more than a name that others know.");
  await page.getByLabel("Password").fill("        ");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.locator("#password-error")).toHaveText("A password cannot be made of spaces alone");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("a visitor who signs in goes home, and the admin area shows them nothing of itself", async ({ page, site }) => {
  await makeAccount(site, { email: "seller-home@example.com" });
  await signIn(page, "seller-home@example.com", PASSWORD);
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.locator(".toast")).toContainText("Logged in successfully");

  for (const path of ["/admin", "/admin/users", "/admin/bookings", "/admin/contacts", "/admin/analytics"]) {
    const seen: string[] = [];
    await page.exposeFunction(`saw${path.replaceAll("/", "_")}`, (text: string) => seen.push(text));
    await page.addInitScript(
      (name) => {
        new MutationObserver(() => {
          // biome-ignore lint/suspicious/noExplicitAny: the function the test put there
          (window as any)[name]?.(document.body?.innerText ?? "");
        }).observe(document, { childList: true, subtree: true });
      },
      `saw${path.replaceAll("/", "_")}`,
    );
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("main")).toContainText("seller-home@example.com");
    expect(seen.join("\n")).not.toMatch(/Admin Dashboard|Management|Analytics/);
  }
  await expect(page.getByRole("link", { name: "Admin Panel" })).toHaveCount(0);
});

test("two tabs with an old access token both recover, with one refresh and no visit to the sign-in page", async ({
  page,
  site,
}) => {
  await signInAloneAsAdmin(page, site);
  const other = await page.context().newPage();
  const visited: string[] = [];
  let refreshes = 0;
  for (const tab of [page, other]) {
    tab.on("framenavigated", (frame) => visited.push(frame.url()));
    tab.on("request", (request) => {
      if (request.url().endsWith("/api/auth/refresh")) refreshes++;
    });
  }
  await store(page, { accessToken: "not.good.anymore" });
  await Promise.all([page.goto(OWNER_IN_LIST), other.goto(OWNER_IN_LIST)]);
  for (const tab of [page, other]) await expect(tab.getByText(ADMIN_EMAIL, { exact: true }).nth(1)).toBeVisible();
  expect(refreshes).toBe(1);
  expect(visited.filter((url) => url.includes("/login"))).toEqual([]);
  expect((await storedSession(page)).accessToken).toMatch(/^ey/);
});

test("a sign-in that cannot be renewed ends at the sign-in page, and leads back", async ({ page, site }) => {
  await signInAloneAsAdmin(page, site);
  await store(page, { accessToken: "not.good.anymore", refreshToken: "nor.this" });
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toEqual({ accessToken: null, refreshToken: null, userData: null });
  await fillCredentials(page, ADMIN_EMAIL, site.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test("a refresh that brings no data ends the sign-in", { tag: "@drill" }, async ({ page, site }) => {
  await signInAloneAsAdmin(page, site);
  await store(page, { accessToken: "not.good.anymore" });
  await page.route("**/api/auth/refresh", (route) => route.fulfill({ json: { success: true } }));
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator(".toast-description")).toHaveText("Your session has expired. Please sign in again.");
});

test("a tab shows the next person what is theirs, not what the last one saw", async ({ page, site }) => {
  await makeAccount(site, { email: "next.owner@example.com", role: "admin" });
  await signInAloneAsAdmin(page, site);
  await page.goto("/admin/users?search=owner@");
  await expect(page.locator("[data-record]").filter({ hasText: "You" })).toContainText(ADMIN_EMAIL);
  const other = await page.context().newPage();
  await signIn(other, "next.owner@example.com", PASSWORD);
  await expect(other).toHaveURL(/\/admin$/);
  await expect(page.getByRole("banner")).toContainText("next.owner@example.com");
  await expect(page.locator("[data-record]").filter({ hasText: "You" })).toContainText("next.owner@example.com");
});

test("without a refresh token an old access token ends at the sign-in page", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  await signInAloneAsAdmin(page, site);
  await store(page, { accessToken: "not.good.anymore", refreshToken: null });
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator(".toast-description")).toHaveText("No refresh token available");
});

test("a restart of the server during a refresh signs nobody out", { tag: "@drill" }, async ({ page, site }) => {
  await signInAloneAsAdmin(page, site);
  await store(page, { accessToken: "not.good.anymore" });
  await page.route("**/api/auth/refresh", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(OWNER_IN_LIST);
  await expect(page.locator(".toast-description")).toHaveText("Failed to fetch users");
  await page.unroute("**/api/auth/refresh");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(ADMIN_EMAIL, { exact: true }).nth(1)).toBeVisible();
});

test("logging out here ends the sign-in on the server and in the other tab", async ({ page, site }) => {
  await signInAloneAsAdmin(page, site);
  const other = await page.context().newPage();
  await other.goto("/admin/users");
  const { accessToken } = await storedSession(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toEqual({ accessToken: null, refreshToken: null, userData: null });
  const headers = { authorization: `Bearer ${accessToken}` };
  await expect.poll(async () => (await fetch(`${site.url}/api/users`, { headers })).status).toBe(401);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login$/);
});

test("a page whose script does not arrive offers to reload", { tag: "@drill" }, async ({ page, site }) => {
  await signInAloneAsAdmin(page, site);
  await page.route("**/assets/users-page-*.js", (route) => route.abort());
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("heading", { name: "Part of this page did not load" })).toBeVisible();
  await page.unroute("**/assets/users-page-*.js");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "User Management" })).toBeVisible();
});

test("the header says when the connection is gone", async ({ page, site }) => {
  await signInAloneAsAdmin(page, site);
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("You are offline.")).toHaveCount(0);
});

/** Changes the stored session; null removes a key. On a page without requests, because a request may renew the session. */
async function store(page: Page, changes: Record<string, string | null>): Promise<void> {
  await page.goto("/about");
  await page.evaluate((all) => {
    for (const [name, value] of Object.entries(all))
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
  }, changes);
}
