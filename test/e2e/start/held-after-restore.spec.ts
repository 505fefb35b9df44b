import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { bookMeeting, lastOpenDay } from "../../programs/requests.ts";
import { startSmtp } from "../../smtp.ts";
import { expectAccessible, tabTo } from "../accessibility.ts";
import { fillCredentials } from "../accounts.ts";
import { ADMIN_EMAIL, expect, startSite, stopSite, test } from "../site.ts";

test("an admin learns what waits after a restore without the journal, and lets it go by keyboard", {
  tag: "@drill",
}, async ({ browser }) => {
  const smtp = await startSmtp();
  const folder = mkdtempSync(join(tmpdir(), "site-held-"));
  const [file, dataDir] = [join(folder, "backup"), join(folder, "restored")];
  const first = await startSite();
  await run("backup", { DATA_DIR: first.dataDir }, file);
  await stopSite(first);
  const said = await run("restore", { DATA_DIR: dataDir }, file, "--without-journal");
  expect(said).toContain("held until an admin confirms");

  const site = await startSite({ DATA_DIR: dataDir, SMTP_URL: smtp.url });
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await bookMeeting(site, { meetingDate: await lastOpenDay(site) });
  await page.goto("/admin");
  await fillCredentials(page, ADMIN_EMAIL, first.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  const note = page.getByRole("region", { name: "Restored from a backup" });
  await expect(note).toContainText("it was restored without the journal of removals");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await expectAccessible(page, `dashboard at ${width}`);
  }
  expect(smtp.mails).toEqual([]);

  await tabTo(page, "section[aria-labelledby=held] button");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Release what waits?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page, "the dialog");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Release" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(note).toBeHidden();
  await expect.poll(() => smtp.mails.flatMap(({ to }) => to)).toContain("renee@example.com");
  // The running site keeps its journal.
  await expect.poll(() => existsSync(join(dataDir, "backups", JOURNAL_NAME))).toBe(true);

  await context.close();
  await smtp.close();
  await stopSite(site);
  rmSync(folder, { recursive: true, force: true });
});

test("the privacy page says how long backups live, by the setting of this start", { tag: "@drill" }, async ({
  browser,
}) => {
  for (const [env, words] of [
    [{}, "A backup is made every night, and deleted after 12 months at the latest"],
    [{ BACKUP_KEEP: "5d,1w" }, "deleted after 1 week at the latest"],
    [{ BACKUP_AT: "off" }, "Backups are made by hand"],
  ] as const) {
    const site = await startSite(env);
    const page = await browser.newPage();
    await page.goto(`${site.url}/privacy`);
    await expect(page.getByRole("region", { name: "In figures" }).or(page.locator("#in-figures"))).toContainText(words);
    await page.close();
    await stopSite(site);
  }
});

async function run(command: "backup" | "restore", env: Record<string, string>, ...words: string[]): Promise<string> {
  const script = join(import.meta.dirname, "../../../scripts/database", `${command}.ts`);
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words], {
    env: { ...process.env, ...env },
  });
  return stdout;
}
