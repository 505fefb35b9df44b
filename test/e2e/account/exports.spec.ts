import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { ageProof, makeAccount, PASSWORD, signIn } from "../accounts.ts";
import { expect, type RunningSite, test } from "../site.ts";

const EMAIL = "takes.out.much@example.com";

test("at the owner's figure an export asks who it is, and then goes on", async ({ page, site }) => {
  await takeOutAll(site, await makeAccount(site, { email: EMAIL, role: "admin" }));
  await signIn(page, EMAIL, PASSWORD);
  await expect(page).toHaveURL(/\/admin$/);
  await ageProof(page, site);
  await page.goto("/admin/audit-log");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit_log_/);

  await page.goto(`/admin/audit-log?person=${EMAIL}`);
  await expect(page.getByText(/^Exported: everything \([\d,]+ rows?\)$/).first()).toBeVisible();
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Rules" }).click();
  await expect(page.getByLabel("Rows a day that one may take out")).toHaveValue("5000");
});

/** As if this account had taken out the figure of each day around now already. */
async function takeOutAll({ dataDir }: RunningSite, userId: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE));
  const add = database.prepare(
    "insert into exports (id, taker_id, day, row_count, entry_id) values (?, ?, ?, 5000, 0)",
  );
  for (const days of [-1, 0, 1]) {
    const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    add.run(`${userId} ${day}`, userId, day);
  }
  database.close();
}
