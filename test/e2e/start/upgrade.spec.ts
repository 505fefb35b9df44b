import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isLeftOutOfBackups, MIGRATIONS } from "#app/tables.ts";
import { readBackup } from "#platform/server/database/backup/backup.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { expect, startSite, stopSite, test } from "../site.ts";

const RELEASES = join(import.meta.dirname, "../../database/releases");

test("the pages of a 1.0.0 site show after the upgrade what its owner had written into site.config.ts", {
  tag: "@drill",
}, async ({ page }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "site-upgraded-"));
  const database = await openDatabase({ dataDir, databaseUrl: undefined, onConnectionError: () => {} });
  const file = join(RELEASES, "1.0.0.backup");
  await readBackup(database, { file, migrations: MIGRATIONS, leftOut: isLeftOutOfBackups }, async () => {});
  await database.close();
  const siteConfig = join(dataDir, "site.config.ts");
  cpSync(join(RELEASES, "1.0.0-site-config.txt"), siteConfig);
  const upgraded = await startSite({ DATA_DIR: dataDir, SITE_CONFIG: siteConfig });
  await page.goto(`${upgraded.url}/contact`);
  await expect(page).toHaveTitle(/Harbor Light/);
  await expect(page.getByRole("main")).toContainText("9 Quay Street");
  await expect(page.getByRole("link", { name: "(217) 555-0142" }).first()).toBeVisible();
  await stopSite(upgraded, { keepData: true });

  rmSync(siteConfig);
  const later = await startSite({ DATA_DIR: dataDir, SITE_CONFIG: siteConfig });
  await page.goto(later.url);
  await expect(page).toHaveTitle(/Harbor Light/);
  await stopSite(later);
});
