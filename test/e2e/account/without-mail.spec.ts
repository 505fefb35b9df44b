import { post } from "../../programs/requests.ts";
import { expectAccessible } from "../accessibility.ts";
import { PASSWORD, signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

test("a site without a mail server says what to do instead of a link", { tag: "@drill" }, async ({ page, site }) => {
  await page.goto("/forgot-password");
  await expect(page.getByText("This site cannot send e-mail yet")).toBeVisible();
  await expect(page.getByText("npm run admin -- EMAIL")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the link" })).toHaveCount(0);
  await expectAccessible(page, "/forgot-password");
  await signInAsAdmin(page, site, "/admin/users");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog").getByText("the invitation reaches nobody")).toBeVisible();
});

test("without a mail server an admin vouches for an address, with a new password for an account that was registered", {
  tag: "@drill",
}, async ({ page, site }) => {
  const email = "vouched@example.com";
  expect((await post(`${site.url}/api/auth/register`, { email, password: PASSWORD })).status).toBe(201);
  await signInAsAdmin(page, site, "/admin/users?search=vouched");
  const row = page.locator("[data-record]", { hasText: email });
  await row.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit User" });
  await edit.getByLabel("I know that this address is theirs").check();
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(edit.locator("#user-password-error")).toContainText("This account may be a stranger's.");
  await expectAccessible(page, "Edit User, without mail");
  await edit.getByLabel("Password").fill("nine dry umbrellas");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(edit).toHaveCount(0);
  await expect(row).not.toContainText("Not confirmed");
});
