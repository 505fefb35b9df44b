import { sendContactMessage } from "../../programs/requests.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

test("a message is read, answered, resolved and deleted", async ({ page, site }) => {
  await sendContactMessage(site, { name: "Older Message", email: "older@example.com" });
  await sendContactMessage(site, {
    name: "Åsa Öberg",
    email: "asa@example.com",
    message: "First line\nSecond <b>line</b>",
  });
  await signInAsAdmin(page, site, "/admin/contacts");
  const row = page.locator("[data-record]").filter({ hasText: "Åsa Öberg" });
  await expect(row).toContainText("New");
  expect(
    await row
      .locator("th span")
      .first()
      .evaluate((name) => getComputedStyle(name).fontWeight),
  ).toBe("700");

  await page.getByRole("button", { name: "View details: Åsa Öberg" }).click();
  const details = page.getByRole("dialog", { name: "Contact Details" });
  await expect(details).toContainText("Second <b>line</b>");
  await expect(details).toContainText("In Progress");
  await expect(details).toContainText("Read; status changed from New to In Progress");
  await page.keyboard.press("Escape");
  await expect(row).toContainText("In Progress");
  expect(
    await row
      .locator("th span")
      .first()
      .evaluate((name) => getComputedStyle(name).fontWeight),
  ).toBe("400");

  await page.getByRole("button", { name: "Status: Åsa Öberg" }).click();
  const status = page.getByRole("dialog", { name: "Update Contact Status" });
  await status.getByLabel("Status").selectOption("Resolved");
  await status.getByLabel("Notes").fill("Called, all settled");
  await status.getByRole("button", { name: "Update Status" }).click();
  await expect(page.locator(".toast")).toContainText("Contact status updated successfully");
  await expect(row).toContainText("Resolved");
  await page.getByRole("combobox", { name: "Status" }).selectOption("Resolved");
  await expect(page).toHaveURL(/status=Resolved/);
  await expect(row).toHaveCount(1);
  await page.getByRole("button", { name: "Clear Filters" }).click();

  await page.getByRole("button", { name: "Delete: Åsa Öberg" }).click();
  const question = page.getByRole("dialog", { name: "Are you sure?" });
  await expect(question).toContainText(
    "This action cannot be undone. This will permanently delete the contact submission.",
  );
  await expect(question).toContainText("Åsa Öberg");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.locator(".toast")).toContainText("Contact deleted successfully");
  await expect(row).toHaveCount(0);
  await expect(page.locator("[data-record] .row-action:focus, h1:focus")).toHaveCount(1);
});

test("a message that could not be marked as read opens all the same", { tag: "@drill" }, async ({ page, site }) => {
  await sendContactMessage(site, { name: "Stubborn", email: "stubborn@example.com" });
  await signInAsAdmin(page, site);
  await page.route("**/read", (route) => route.fulfill({ status: 500, json: { success: false, message: "No" } }));
  await page.goto("/admin/contacts?search=stubborn");
  await page.getByRole("button", { name: "View details: Stubborn" }).click();
  await expect(page.getByRole("dialog", { name: "Contact Details" })).toBeVisible();
  await expect(page.getByRole("dialog")).toContainText("New");
  await expect(page.locator(".toast-destructive")).toHaveCount(0);
});

test("a list that cannot be loaded says so and offers Retry", { tag: "@drill" }, async ({ page, site }) => {
  await sendContactMessage(site, { name: "Patient", email: "patient@example.com" });
  await signInAsAdmin(page, site);
  await page.route("**/api/contact/admin/submissions*", (route) => route.fulfill({ status: 502, body: "<html>" }));
  await page.goto("/admin/contacts?search=patient");
  await expect(page.locator(".toast")).toContainText("Failed to load contacts");
  await page.unroute("**/api/contact/admin/submissions*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.locator("[data-record]")).toContainText("Patient");

  await page.route("**/history", (route) => route.fulfill({ status: 502, body: "<html>" }));
  await page.getByRole("button", { name: "View details: Patient" }).click();
  const details = page.getByRole("dialog", { name: "Contact Details" });
  await expect(details.getByRole("alert")).toContainText("Failed to load the history");
  await page.unroute("**/history");
  await details.getByRole("button", { name: "Retry" }).click();
  await expect(details).toContainText("Read; status changed from New to In Progress");
});

test("a change right after opening a message is saved, however slowly the server notes that it was read", {
  tag: "@drill",
}, async ({ page, site }) => {
  await sendContactMessage(site, { name: "Ida Quick", email: "ida@example.com" });
  const answered = Promise.withResolvers<void>();
  await page.route(/\/read$/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await signInAsAdmin(page, site, "/admin/contacts?search=ida@");
  await page.getByRole("button", { name: "View details: Ida Quick" }).click();
  const details = page.getByRole("dialog", { name: "Contact Details" });
  await expect(details).toContainText("In Progress");
  await details.getByRole("button", { name: "Correct" }).click();
  answered.resolve();
  const form = page.getByRole("dialog", { name: "Correct Contact" });
  await form.getByLabel("Name").fill("Ida Quirk");
  await form.getByRole("button", { name: "Save Correction" }).click();
  await expect(page.locator(".toast")).toContainText("Contact corrected successfully");
});
