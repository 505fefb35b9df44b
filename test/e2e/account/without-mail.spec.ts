import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

test("a site without a mail server says what to do instead of a link", async ({ page, site }) => {
  await page.goto("/forgot-password");
  await expect(page.getByText("This site cannot send e-mail yet")).toBeVisible();
  await expect(page.getByText("npm run admin -- EMAIL")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the link" })).toHaveCount(0);
  await expectAccessible(page, "/forgot-password");
  await signInAsAdmin(page, site, "/admin/users");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog").getByText("the invitation reaches nobody")).toBeVisible();
});
