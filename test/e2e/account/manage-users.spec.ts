import { PLACES } from "#company/shell/web/page.ts";
import { expectAccessible } from "../accessibility.ts";
import {
  ageProof,
  makeAccount,
  PASSWORD,
  signIn,
  signInAloneAsAdmin,
  signInAsAdmin,
  storedSession,
} from "../accounts.ts";
import { ADMIN_EMAIL, expect, OWNER_IN_LIST, test } from "../site.ts";

const row = (email: string) => `[data-record]:has-text("${email}")`;

test("a colleague gets an account, works, is deactivated, and is out at once", async ({ page, browser, site }) => {
  await signInAsAdmin(page, site);
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Users" }).click();
  await page.getByRole("button", { name: "Create User" }).click();
  const dialog = page.getByRole("dialog", { name: "Create User" });
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await dialog.getByLabel("Email").fill("Marcus.Okafor@example.com");
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByLabel("Role").selectOption("Admin");
  await dialog.getByRole("button", { name: "Create User" }).click();
  await expect(page.locator(".toast")).toContainText("User created successfully");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(row("Marcus.Okafor@example.com"))).toContainText("Never");

  const elsewhere = await browser.newContext({ baseURL: site.url });
  const colleague = await elsewhere.newPage();
  await signIn(colleague, "marcus.okafor@example.com", PASSWORD);
  await expect(colleague).toHaveURL(/\/admin$/);
  await colleague.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Users" }).click();
  await expect(colleague.locator(row("Marcus.Okafor@example.com"))).toBeVisible();

  await page.getByRole("button", { name: "Deactivate: Marcus.Okafor@example.com" }).click();
  await expect(page.locator(".toast")).toContainText("User status updated successfully");
  await expect(page.locator(row("Marcus.Okafor@example.com"))).toContainText("Inactive");

  await expect(colleague).toHaveURL(/\/login$/);
  expect(await storedSession(colleague)).toEqual({ accessToken: null, refreshToken: null, userData: null });
  await colleague.getByLabel("Email").fill("marcus.okafor@example.com");
  await colleague.getByLabel("Password").fill(PASSWORD);
  await colleague.getByRole("button", { name: "Sign In" }).click();
  await expect(colleague.locator(".toast-description")).toContainText("This account is deactivated.");
  await elsewhere.close();
});

test("a sign-in that is not fresh is asked who it is, and goes on with what was typed, by keyboard alone", {
  tag: "@drill",
}, async ({ page, site }) => {
  await makeAccount(site, { email: "amara@example.com" });
  await signInAloneAsAdmin(page, site);
  await page.goto("/admin/users");
  await ageProof(page, site);
  await page.getByRole("button", { name: "Edit: amara@example.com" }).click();
  const form = page.getByRole("dialog", { name: "Edit User" });
  await form.getByLabel("Email").fill("amara.new@example.com");
  await form.getByLabel("Role").selectOption("Admin");
  await form.getByLabel("Email").press("Enter");
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(proof.getByLabel("Password")).toBeFocused();
  await expectAccessible(page, "the question who it is");
  await page.keyboard.press("Escape");
  await expect(proof).toHaveCount(0);
  await expect(form.getByText("Please confirm that it is you.").first()).toBeVisible();
  await expect(form.getByLabel("Email")).toHaveValue("amara.new@example.com");

  await form.getByLabel("Email").press("Enter");
  await expect(proof.getByLabel("Password")).toBeFocused();
  await page.keyboard.type(site.adminPassword);
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  await expect(page.locator(row("amara.new@example.com"))).toContainText("Admin");
});

test("a demoted admin is refused, stays signed in, and is shown the dashboard", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  const id = await makeAccount(site, { email: "elena@example.com", role: "admin" });
  await signIn(page, "elena@example.com", PASSWORD);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/admin/users");
  await expect(page.getByRole("cell", { name: "elena@example.com" })).toBeVisible();
  const owner = { email: ADMIN_EMAIL, password: site.adminPassword };
  const { accessToken } = await (await page.request.post("/api/auth/login", { data: owner })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await page.request.put(`/api/users/${id}`, { headers, data: { role: "user" } })).status()).toBe(200);

  // The page hears of it, without a press.
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.locator(".toast-description")).toHaveText("You are not an admin any more.");
  expect((await storedSession(page)).accessToken).not.toBeNull();
});

test("an account is edited; an empty password keeps the current one", { tag: "@drill" }, async ({ page, site }) => {
  await makeAccount(site, { email: "tara@example.com" });
  await signInAsAdmin(page, site, "/admin/users");
  await page.getByRole("button", { name: "Edit: tara@example.com" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await expect(dialog.getByLabel("Email")).toHaveValue("tara@example.com");
  await expect(dialog.getByLabel("Password")).toHaveValue("");
  await expect(dialog.getByLabel("Status")).toHaveValue("true");
  await dialog.getByLabel("Email").fill("tara.lee@example.com");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.locator(".toast")).toContainText("User updated successfully");
  await expect(page.locator(row("tara.lee@example.com"))).toBeVisible();
  const login = await page.request.post("/api/auth/login", {
    data: { email: "tara.lee@example.com", password: PASSWORD },
  });
  expect(login.status()).toBe(200);
});

test("an account needs an email and a password, and a mistake is shown where it was made", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  await makeAccount(site, { email: "taken@example.com" });
  await signInAsAdmin(page, site, "/admin/users");
  await page.getByRole("button", { name: "Create User" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create User" }).click();
  await expect(dialog.locator(".toast-title")).toHaveText("Validation Error");
  await expect(dialog.getByText("Email and password are required")).toHaveCount(1);
  await expect(dialog.locator("#user-email-error")).toHaveText("Email is required");
  await expect(dialog.locator("#user-password-error")).toHaveText("Password is required");
  await dialog.getByLabel("Email").fill("taken@example.com");
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Create User" }).click();
  await expect(dialog.locator("#user-email-error")).toHaveText("There is an account with this email already.");
  await expect(dialog.getByLabel("Password")).toHaveValue(PASSWORD);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create User" })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Email").fill("taken@example.com");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a password that others try first is refused at its field, for a new account and an old one", {
  tag: "@drill",
}, async ({ page, site }) => {
  await makeAccount(site, { email: "odette@example.com" });
  await signInAsAdmin(page, site, "/admin/users");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Create User" }).click();
  await dialog.getByLabel("Email").fill("fresh@example.com");
  await dialog.getByLabel("Password").fill("Porchlight2026");
  await dialog.getByRole("button", { name: "Create User" }).click();
  await expect(dialog.locator("#user-password-error")).toContainText("This is little more than a name");
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Create User" }).click();
  await expect(page.locator(row("fresh@example.com"))).toBeVisible();

  await page.getByRole("button", { name: "Edit: odette@example.com" }).click();
  await dialog.getByLabel("Password").fill("12345678");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.locator("#user-password-error")).toContainText("This is one of the most common passwords.");
});

test("a status that the server refuses to change goes back", { tag: "@drill" }, async ({ page, site }) => {
  await makeAccount(site, { email: "toggle@example.com" });
  await signInAsAdmin(page, site, "/admin/users");
  await page.route("**/toggle-active", async (route) => {
    await expect(page.locator(row("toggle@example.com"))).toContainText("Inactive");
    await route.fulfill({ status: 500, body: "" });
  });
  await page.getByRole("button", { name: "Deactivate: toggle@example.com" }).click();
  await expect(page.locator(".toast-description")).toHaveText("Failed to toggle user status");
  await expect(page.getByRole("button", { name: "Deactivate: toggle@example.com" })).toBeVisible();
});

test("admins cannot deactivate themselves", async ({ page, site }) => {
  await makeAccount(site, { email: "second@example.com", role: "admin" });
  await signInAsAdmin(page, site, OWNER_IN_LIST);
  await page.getByRole("button", { name: `Deactivate: ${ADMIN_EMAIL}` }).click();
  await expect(page.locator(".toast-description")).toContainText("You cannot delete, demote or deactivate yourself.");
  await expect(page.getByRole("button", { name: `Deactivate: ${ADMIN_EMAIL}` })).toBeVisible();
});

test("deleting asks first, with the keyboard alone, and leaves the focus at the next row", async ({ page, site }) => {
  await makeAccount(site, { email: "older@example.com" });
  await makeAccount(site, { email: "newer@example.com" });
  await signInAsAdmin(page, site, "/admin/users");
  await page.getByRole("button", { name: "Delete: newer@example.com" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete User" });
  await expect(dialog).toContainText("Are you sure you want to delete this user? This action cannot be undone.");
  await expect(dialog).toContainText("newer@example.com");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete: newer@example.com" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator(".toast")).toContainText("User deleted successfully");
  await expect(page.locator(row("newer@example.com"))).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete: older@example.com" })).toBeFocused();
});

test("among many accounts one is found by a part of its e-mail, page by page, and Back leads through what was chosen", {
  tag: "@drill",
}, async ({ page, site }) => {
  for (let number = 0; number < 12; number++) await makeAccount(site, { email: `Élan${number}.paged@example.com` });
  await signInAsAdmin(page, site, "/admin/users");
  const rows = page.locator("[data-record]");
  await expect(rows).toHaveCount(10);
  await expect(page.getByRole("status").getByText(/^Showing 10 of \d+ total users$/)).toBeVisible();

  await page.getByPlaceholder("Search email...").fill("elan");
  await expect(page.getByText("Showing 10 of 12 total users")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users\?search=elan$/);
  await page.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Deactivate: Élan0.paged@example.com" }).click();
  await expect(page.locator(row("Élan0.paged@example.com"))).toContainText("Inactive");

  await page.getByLabel("Status").selectOption("Inactive");
  await expect(page.getByText("Showing 1 of 1 total users")).toBeVisible();
  await expect(page).toHaveURL(/search=elan&status=Inactive$/);
  await page.reload();
  await expect(page.getByLabel("Status")).toHaveValue("Inactive");
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Role").selectOption("Admin");
  await expect(page.getByText("No users found.")).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(rows).toHaveCount(10);
});

test("deleting the last account of the last page leads to the page before it", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  for (let number = 0; number < 11; number++) await makeAccount(site, { email: `leaf${number}@example.com` });
  await signInAsAdmin(page, site, "/admin/users?search=leaf&page=2");
  await page.getByRole("button", { name: "Delete: leaf0@example.com" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Showing 10 of 10 total users")).toBeVisible();
  await expect(page).toHaveURL(/search=leaf$/);
  await expect(page.getByRole("heading", { name: "User Management" })).toBeFocused();
});

test("the counts of the dashboard and of Analytics are those of all accounts, however many a list shows", {
  tag: "@drill",
}, async ({ page, site }) => {
  await signInAsAdmin(page, site);
  await page.route("**/api/users?*", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, total: 100_000, active: 90_001 } });
  });
  await page.goto("/admin");
  await expect(page.locator(".stat-strip")).toContainText("90,001");
  await page.goto("/admin/analytics");
  await expect(page.locator(".stat-strip")).toContainText("100,000");
  await expect(page.locator(".stat-strip")).toContainText("90,001 active");
});

test("an admin on a phone finds every page behind Admin Menu and every action in a card", async ({ phone, site }) => {
  await makeAccount(site, { email: "a.very.long.address.of.somebody.somewhere@subdomain.example.com" });
  await signInAsAdmin(phone, site);
  const navigation = phone.getByRole("navigation", { name: "Admin" });
  await expect(navigation.getByRole("link", { name: "Users" })).toBeHidden();
  for (const name of ["Dashboard", "Leads", "Bookings", "Contacts"])
    await expect(navigation.getByRole("link", { name })).toBeInViewport();
  await navigation.getByRole("button", { name: "Admin Menu" }).click();
  const menu = navigation.locator("#admin-menu");
  for (const name of ["Dashboard", "Leads", "Bookings", "Contacts", "Analytics", "Users", "Site", "Settings"])
    await expect(menu.getByRole("link", { name })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  await navigation.getByRole("link", { name: "Users" }).click();
  await expect(phone).toHaveURL(/\/admin\/users$/);
  await expect(navigation.getByRole("link", { name: "Users" })).toBeHidden();
  await expect(phone.getByRole("heading", { name: "User Management" })).toBeFocused();
  for (const action of ["Edit", "Deactivate", "Delete"])
    await expect(phone.getByRole("button", { name: `${action}: a.very.long` })).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("on every page of the admin area its place is marked, and each place leads to its pages", {
  tag: "@drill",
}, async ({ page, site }) => {
  await signInAsAdmin(page, site);
  const places = page.getByRole("navigation", { name: "Admin" });
  const seen: string[] = [];
  for (const place of PLACES) {
    await places.getByRole("link", { name: place, exact: true }).click();
    const tabs = page.getByRole("navigation", { name: place, exact: true }).getByRole("link");
    await expect(places.locator("[aria-current]:visible")).toHaveText(place);
    for (const name of await tabs.allTextContents()) {
      await tabs.filter({ hasText: name }).click();
      await expect(tabs.filter({ hasText: name })).toHaveAttribute("aria-current", "page");
      await expect(places.locator("[aria-current]:visible")).toHaveText(place);
      seen.push(name);
    }
  }
  expect(seen).toHaveLength(19);
  for (const [path, place] of [
    ["/admin/people/requests", "Settings"],
    ["/admin/site/history", "Site"],
    ["/admin/today", "Dashboard"],
  ] as const) {
    await page.goto(path);
    await expect(places.locator("[aria-current]:visible")).toHaveText(place);
  }
  await expect(page).toHaveURL(/\/admin$/);
});
