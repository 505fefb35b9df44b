import { expectAccessible } from "../accessibility.ts";
import { makeAccount, PASSWORD, signIn, signInAloneAsAdmin } from "../accounts.ts";
import { ADMIN_EMAIL, expect, test } from "../site.ts";

const NEW_PASSWORD = "eleven dry raincoats";

test("a person changes the own password with the present one, and is out everywhere else", { tag: "@drill" }, async ({
  page,
  browser,
  site,
}) => {
  await makeAccount(site, { email: "renata@example.com" });
  const elsewhere = await browser.newContext({ baseURL: site.url });
  const other = await elsewhere.newPage();
  await signIn(other, "renata@example.com", PASSWORD);
  await expect(other.locator(".toast")).toContainText("Logged in successfully");
  await signIn(page, "renata@example.com", PASSWORD);
  await expect(page.locator(".toast")).toContainText("Logged in successfully");
  await page.goto("/dashboard");
  await page.getByRole("banner").getByRole("link", { name: "renata@example.com" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeFocused();
  await expect(page.getByRole("navigation", { name: "Admin" })).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Sign-ins" }).getByRole("listitem")).toHaveCount(2);

  await page.getByLabel("Present password").fill("seven dry umbrellas");
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.locator("#account-current-error")).toHaveText("The password is not right.");
  await page.getByLabel("Present password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.locator(".toast").last()).toContainText("You are signed out everywhere else.");
  await expect(page.getByLabel("Present password")).toHaveValue("");
  await expect(page.getByRole("list", { name: "Sign-ins" }).getByRole("listitem")).toHaveCount(1);
  await other.goto("/account");
  await expect(other).toHaveURL(/\/login$/);
  await signIn(other, "renata@example.com", NEW_PASSWORD);
  await expect(other.locator(".toast")).toContainText("Logged in successfully");
  await other.goto("/account");
  await expect(other.getByRole("heading", { name: "Your account" })).toBeVisible();
  await elsewhere.close();
});

test("an admin asks for another address, confirms the own identity first, and chooses mails", {
  tag: "@drill",
}, async ({ page, site }) => {
  await signInAloneAsAdmin(page, site);
  await page.getByRole("banner").getByRole("link", { name: ADMIN_EMAIL }).click();
  await expect(page.getByRole("navigation", { name: "Admin" })).toBeVisible();
  await page.getByLabel("Name (optional)").fill("Renée O'Brien-Núñez");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.locator(".toast").last()).toContainText("Profile saved");
  await page.getByLabel("New bookings").check();
  await expect(page.locator(".toast").last()).toContainText("Notifications saved");
  await expect(page.getByText("They cannot be switched off.")).toBeVisible();

  const stale = { success: false, code: "fresh_proof_required", message: "Please confirm that it is you." };
  await page.route("**/api/account/email", (route) => route.fulfill({ status: 409, json: stale }), { times: 1 });
  await page.getByLabel("New e-mail address").fill("owner.new@example.com");
  await page.getByRole("button", { name: "Change Email Address" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.locator("#proof-error")).toHaveText("The password is not right.");
  await dialog.getByLabel("Password").fill(site.adminPassword);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("main").getByText("We have sent an e-mail to owner.new@example.com.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name (optional)")).toHaveValue("Renée O'Brien-Núñez");
  await expect(page.getByLabel("New bookings")).toBeChecked();
  await page.goto("/admin/users");
  await expect(page.locator("[data-record]", { hasText: ADMIN_EMAIL })).toContainText("Renée O'Brien-Núñez");
});

test("who gives no proof changes nothing, and keeps what was typed", { tag: "@drill" }, async ({ page, site }) => {
  await makeAccount(site, { email: "unsure@example.com" });
  await signIn(page, "unsure@example.com", PASSWORD);
  await expect(page.locator(".toast")).toContainText("Logged in successfully");
  await page.goto("/account");
  const stale = { success: false, code: "fresh_proof_required", message: "Please confirm that it is you." };
  await page.route("**/api/account/email", (route) => route.fulfill({ status: 409, json: stale }));
  await page.getByLabel("New e-mail address").fill("unsure.new@example.com");
  await page.getByRole("button", { name: "Change Email Address" }).click();
  await expect(page.getByRole("dialog").getByLabel("Password")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("New e-mail address")).toHaveValue("unsure.new@example.com");
  await expect(page.getByRole("main").getByText("Please confirm that it is you.")).toBeVisible();
});

test("a sign-in elsewhere is ended from the list, and the focus stays there", { tag: "@drill" }, async ({
  page,
  browser,
  site,
}) => {
  await makeAccount(site, { email: "two.places@example.com" });
  const elsewhere = await browser.newContext({ baseURL: site.url });
  const other = await elsewhere.newPage();
  for (const place of [other, page]) {
    await signIn(place, "two.places@example.com", PASSWORD);
    await expect(place.locator(".toast")).toContainText("Logged in successfully");
    await place.goto("/account");
  }
  const list = page.getByRole("list", { name: "Sign-ins" });
  await expect(list.getByRole("listitem").first()).toContainText("This one");
  await list.getByRole("button", { name: /^Sign out: Chrome on / }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toBeFocused();
  await other.reload();
  await expect(other).toHaveURL(/\/login$/);
  await elsewhere.close();
});

test("the account's page works on a phone and for everyone, and its sign-in leads back to it", {
  tag: "@drill",
}, async ({ phone, site }) => {
  await makeAccount(site, { email: "a.very.long.address.of.a.person.somewhere@subdomain.example.com" });
  await phone.goto("/account");
  await expect(phone).toHaveURL(/\/login$/);
  await phone.getByLabel("Email").fill("a.very.long.address.of.a.person.somewhere@subdomain.example.com");
  await phone.getByLabel("Password").fill(PASSWORD);
  await phone.getByRole("button", { name: "Sign In" }).click();
  await expect(phone).toHaveURL(/\/account$/);
  await expect(phone.getByText("This one")).toBeVisible();
  await expect(phone.getByLabel("New bookings")).toHaveCount(0);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(phone);
  await phone.goto("/undo-email#not.good");
  await phone.getByRole("button", { name: "Take the Address Back" }).click();
  await expect(phone.getByRole("main").getByText("This link does not work any more.")).toBeVisible();
  expect(phone.url()).toMatch(/\/undo-email$/);
  await expectAccessible(phone);
});
