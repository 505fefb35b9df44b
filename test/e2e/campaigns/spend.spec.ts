import { expectAccessible } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

test("an owner enters by keyboard what a postcard cost, corrects it after another admin did, and imports the rest from a file", {
  tag: "@drill",
}, async ({ browser }) => {
  const site = await startSite();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await signInAsAdmin(page, site);
  await page.goto("/admin/campaigns");
  await expect(page.getByText("No campaign yet.")).toBeVisible();

  await page.getByRole("button", { name: "Add Spend" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Add Spend" });
  await expect(form.getByLabel("Source")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toContainText("Source is required");
  await form.getByLabel("Source").fill("Postcard");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Elm Street");
  for (let field = 0; field < 6; field++) await page.keyboard.press("Tab");
  await page.keyboard.type("1.250,00");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toContainText("Please enter an amount such as 1,250 or 1,250.50");
  await expectAccessible(page);
  await form.getByRole("textbox").last().fill("$1250.50");
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  const table = page.getByRole("table", { name: "Spend of each campaign by month" });
  await expect(
    table
      .getByRole("row", { name: /elm street \(postcard\)/ })
      .getByRole("cell")
      .last(),
  ).toHaveText("$1,250.50");
  await expect(table.getByRole("row").last().getByRole("cell").last()).toHaveText("$1,250.50");

  // Another admin changes the amount while the dialog is open.
  await page.getByRole("button", { name: "Enter spend of elm street (postcard)" }).press("Enter");
  const edit = page.getByRole("dialog", { name: "Edit Spend" });
  await expect(edit.getByRole("textbox").last()).toBeFocused();
  const other = await context.newPage();
  await other.goto("/admin/campaigns");
  await other.getByRole("button", { name: "Enter spend of elm street (postcard)" }).click();
  await other.getByRole("dialog").getByRole("textbox").last().fill("900");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await other.close();
  await edit.getByRole("textbox").last().fill("1300");
  await page.keyboard.press("Enter");
  await expect(edit.getByRole("alert")).toContainText("is $900 now");
  await expectAccessible(page);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toHaveCount(0);
  await expect(table.getByRole("row").last().getByRole("cell").last()).toHaveText("$1,300");

  await page.getByRole("button", { name: "History of the spend" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText([
    /from \$900 to \$1,300/,
    /from \$1,250\.50 to \$900/,
    /: \$1,250\.50/,
  ]);
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Import spend from a file" }).click();
  const buffer = Buffer.from("Source,Campaign,Month,Amount\r\nRadio,Morning show,2020-01,75\r\n");
  await page.getByLabel("CSV file of spend amounts").setInputFiles({ name: "spend.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Check File of spend amounts" }).click();
  await page.getByRole("button", { name: "Import 1 spend amount" }).click();
  await page.getByRole("link", { name: "Look at the spend amounts" }).click();
  await expect(table.getByRole("row", { name: /morning show \(radio\)/ })).toBeVisible();
  await page.getByRole("button", { name: "Earlier months" }).click();
  await expect(table.getByRole("row").last()).toContainText("Total$0$0$0$0$0$0");
  await expectAccessible(page);
  await context.close();
  await stopSite(site);
});
