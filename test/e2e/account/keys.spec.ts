import { bookMeeting } from "../../programs/requests.ts";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { ageProof, signInAloneAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

test("an admin makes a key, which a program reads with until it is revoked", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  await signInAloneAsAdmin(page, site);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Keys" }).click();
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeFocused();
  await expect(page.getByText("No keys yet.")).toBeVisible();
  await page.getByRole("button", { name: "New Key" }).click();
  const form = page.getByRole("dialog", { name: "New Key" });
  await form.getByRole("button", { name: "Create Key" }).click();
  await expect(form.getByText("Name is required").first()).toBeVisible();
  await form.getByLabel("What it may do").selectOption("Read and write leads");
  await expect(form.getByText("The same, and changing them.")).toBeVisible();
  await expectAccessible(page, "the form of a key");
  await form.getByLabel("Name").fill("The CRM");
  await form.getByLabel("Name").press("Enter");

  const shown = page.getByRole("dialog", { name: "The New Key" });
  const token = await shown.getByLabel("Key of The CRM").inputValue();
  expect(token).toMatch(/^porchlight_/);
  await expectAccessible(page, "a key that is shown once");
  await shown.getByRole("button", { name: "Done" }).click();
  const item = page.getByRole("region", { name: "All keys" }).getByRole("listitem").filter({ hasText: "The CRM" });
  await expect(item).toContainText("Last used: never");
  expect(await page.content()).not.toContain(token);

  await bookMeeting(site, {});
  const call = (path: string) => fetch(`${site.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await call("/api/bookings/list")).status).toBe(200);
  expect((await call("/api/users")).status).toBe(403);
  await page.reload();
  await expect(item).not.toContainText("Last used: never");
  await expectAccessible(page);

  await tabTo(page, "li a[href^='/admin/audit-log']");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Revoke Key" });
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(item).toContainText("Revoked");
  expect((await call("/api/bookings/list")).status).toBe(401);

  await item.getByRole("link", { name: "What It Did" }).click();
  await expect(page).toHaveURL(/\/admin\/audit-log\?person=/);
});

test("a sign-in that is not fresh is asked who it is before it makes a key", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  await signInAloneAsAdmin(page, site);
  await page.goto("/admin/keys");
  await page.getByRole("button", { name: "New Key" }).click();
  const form = page.getByRole("dialog", { name: "New Key" });
  await form.getByLabel("Name").fill("Another program");
  await ageProof(page, site);
  await form.getByRole("button", { name: "Create Key" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Password").fill("not the password");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(proof.locator("#proof-error")).toContainText("The password is not right.");
  // In the dialog that is on top, where it can be read and closed.
  await expect(proof.locator(".toast")).toContainText("The password is not right.");
  await proof.getByLabel("Password").fill(site.adminPassword);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("dialog", { name: "The New Key" })).toBeVisible();
});
