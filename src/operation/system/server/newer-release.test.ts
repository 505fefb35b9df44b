import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { siteVersion } from "#platform/server/version.ts";
import { startSite } from "#test/server.ts";
import { readFinding, readSystem } from "#test/system/findings.ts";

const DAY_MS = 24 * 60 * 60_000;

test("where the owner wants it, the site asks once a week for a newer release, and says which is out", async () => {
  const remote = makeRemote(["v0.1.0", `v${siteVersion()}`]);
  const site = await startSite({ env: { UPDATE_REMOTE: remote.folder } });
  const released = () => readFinding(site, "release");
  const later = async (days: number) => {
    site.clock.set(new Date(site.clock.now().getTime() + days * DAY_MS).toISOString());
    await site.site.system.checkAlarms();
  };
  expect(await released()).toMatchObject({ state: "not checked" });
  await later(0);
  expect(await released()).toMatchObject({ state: "ok" });
  remote.tag("v9.10.0");
  remote.tag("v9.9.0");
  remote.tag("v99-draft");
  await later(6);
  expect(await released()).toMatchObject({ state: "ok" });
  await later(2);
  expect(await released()).toMatchObject({ state: "warning", found: expect.stringContaining("9.10.0"), isQuiet: true });
  rmSync(remote.folder, { recursive: true });
  await later(8);
  expect(await released()).toMatchObject({ state: "warning", found: expect.stringContaining("did not answer") });
});

test("a site as shipped asks nobody", async () => {
  const site = await startSite();
  await site.site.system.checkAlarms();
  expect((await readSystem(site)).findings.map(({ id }) => id)).not.toContain("release");
  expect(existsSync(join(site.config.dataDir, "newest-release.json"))).toBe(false);
});

function makeRemote(tags: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "remote-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], { cwd: folder });
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "--message=A release");
  const tag = (name: string) => void git("tag", name);
  tags.forEach(tag);
  return { folder, tag };
}
