import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { signInAsAdmin } from "../accounts.ts";
import { expect, type RunningSite, test } from "../site.ts";

test("an admin sees on the dashboard that a backup failed, reads what to do, and checks again", async ({
  page,
  site,
}) => {
  await signInAsAdmin(page, site, "/admin/system");
  await expect(page.getByRole("heading", { name: "System", level: 1 })).toBeVisible();
  const backups = page.getByRole("region", { name: "Backups" });
  await expect(backups).toContainText("Backups are not encrypted");
  await expect(page.getByRole("status").filter({ hasText: "Version" })).toContainText(/Version \d+\.\d+\.\d+/);
  await expectAccessible(page);

  addBackupRun(site, "failed");
  await page.goto("/admin");
  const note = page.getByText("There is trouble with the site itself.");
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "See how the site is" }).click();
  await expect(page.getByRole("heading", { name: "System", level: 1 })).toBeFocused();
  // Troubles come first.
  await expect(page.getByRole("region").first()).toContainText("The folder cannot be written.");
  await expect(page.getByRole("listitem").filter({ hasText: "Nightly backup" })).toContainText("To do: Correct what");

  addBackupRun(site, "good");
  await tabTo(page, "main button");
  await page.keyboard.press("Enter");
  await expect(backups.getByRole("listitem").filter({ hasText: "Nightly backup" })).toContainText("Fine");
});

test("the page fits a phone", { tag: "@drill" }, async ({ phone, site }) => {
  await signInAsAdmin(phone, site, "/admin/system");
  await expect(phone.getByRole("region", { name: "Machine and files" })).toBeVisible();
  await expectAccessible(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

let runs = 0;

function addBackupRun({ dataDir }: RunningSite, outcome: "good" | "failed"): void {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE), { timeout: 5_000 });
  const at = new Date(Date.now() + runs++).toISOString();
  const problem = outcome === "failed" ? "The folder cannot be written" : null;
  database
    .prepare(
      `insert into backup_runs (id, due_at, started_at, ended_at, outcome, problem, is_encrypted, copy_outcome, proof_outcome, tries)
       values (?, ?, ?, ?, ?, ?, 0, 'not set', ?, 1)`,
    )
    .run(at, at, at, at, outcome, problem, outcome === "good" ? "good" : "not yet");
  database.close();
}
