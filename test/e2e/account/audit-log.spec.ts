import { readFile } from "node:fs/promises";
import { expectAccessible } from "../accessibility.ts";
import { makeAccount, signInAsAdmin } from "../accounts.ts";
import { expect, OWNER_IN_LIST, test } from "../site.ts";

test("an admin sees what was done to an account, and filters and exports all that was done", { tag: "@drill" }, async ({
  page,
  site,
}) => {
  await makeAccount(site, { email: "kim.of.the.list@example.com" });
  await signInAsAdmin(page, site, "/admin/users?search=kim.of.the.list");
  await page.getByRole("button", { name: "Deactivate: kim.of.the.list@example.com" }).click();
  await expect(page.getByRole("button", { name: "Activate: kim.of.the.list@example.com" })).toBeVisible();
  await page.getByRole("button", { name: "History: kim.of.the.list@example.com" }).click();
  const history = page.getByRole("dialog", { name: "History of kim.of.the.list@example.com" });
  await expect(history.getByRole("listitem")).toContainText([/^Deactivated.*owner@example.com/, /^Made/]);
  await expectAccessible(page, "the history of an account");
  await page.keyboard.press("Escape");

  await page.goto("/admin");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Audit Log" }).click();
  await expect(page.getByRole("heading", { name: "Audit Log", level: 1 })).toBeFocused();
  await page.getByLabel("Who").selectOption("owner@example.com");
  await page.getByLabel("About").selectOption("Account");
  await expect(page).toHaveURL(/person=owner%40example.com&kind=account/);
  const first = page.getByRole("region", { name: "Audit log" }).getByRole("row").nth(1);
  await expect(first).toContainText("Deactivated");
  await page.getByLabel("From").fill("2020-01-01");
  await expect(page.getByRole("button", { name: "Remove filter From: 2020-01-01" })).toBeVisible();
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain("owner@example.com,Deactivated,Account,account,");
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(first).toContainText("Exported: by owner@example.com, account, from 2020-01-01");

  await page.goto("/admin/audit-log?kind=account");
  await first.getByRole("link", { name: "Account: kim.of.the.list@example.com" }).click();
  await expect(page).toHaveURL(/\/admin\/users\?search=kim/);
});

test("the list is readable on a phone, and a filter that matches nothing says so", { tag: "@drill" }, async ({
  phone,
  site,
}) => {
  await makeAccount(site, { email: "lee.of.the.phone@example.com" });
  await signInAsAdmin(phone, site, "/admin/audit-log");
  await expect(
    phone
      .getByRole("list", { name: /^Audit log/ })
      .getByRole("listitem")
      .first(),
  ).toBeVisible();
  await expectAccessible(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.getByLabel("From").fill("2099-01-01");
  await expect(phone.getByText("Nothing was done that matches.")).toBeVisible();
  await phone.goto(OWNER_IN_LIST);
  await expect(phone.getByRole("button", { name: /^History: owner/ })).toBeVisible();
});
