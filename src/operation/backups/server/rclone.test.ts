// Copies with the real rclone, to a WebDAV server on this machine.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ENCRYPTED_JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { emptyFolder, latestRun, RECIPIENT, siteWithBackups, workerOf } from "#test/programs/backups.ts";

const SLOW = { timeout: 240_000 };
const NAME = "porchlight-2026-11-20T150000Z.backup.age";
const PASSWORD = "a-password-of-the-target";

test("rclone copies a backup to another machine, and fetches it back to be proven", SLOW, async ({ skip }) => {
  if (!hasRclone()) skip("rclone is not installed: apt-get install rclone");
  const target = emptyFolder();
  const url = await serveWebdav(target);
  setEnvironment({
    RCLONE_CONFIG_OFFSITE_TYPE: "webdav",
    RCLONE_CONFIG_OFFSITE_URL: url,
    RCLONE_CONFIG_OFFSITE_VENDOR: "other",
    RCLONE_CONFIG_OFFSITE_USER: "porchlight",
    RCLONE_CONFIG_OFFSITE_PASS: execFileSync("rclone", ["obscure", PASSWORD]).toString().trim(),
  });
  const site = await siteWithBackups({
    BACKUP_RECIPIENT: RECIPIENT,
    BACKUP_COMMAND: "rclone copyto {file} offsite:porchlight/{name}",
    BACKUP_FETCH_COMMAND: "rclone copyto offsite:porchlight/{name} {file}",
  });
  await workerOf(site).runDue();
  expect(await latestRun(site)).toMatchObject({
    outcome: "good",
    copy: { outcome: "good", problem: null },
    proof: { outcome: "good", problem: null },
  });
  const row = await site.database.read.selectFrom("backup_runs").select("report").executeTakeFirstOrThrow();
  expect(JSON.parse(row.report ?? "")).toMatchObject({ isFetched: true });
  expect(readdirSync(join(target, "porchlight")).sort()).toEqual([NAME, ENCRYPTED_JOURNAL_NAME]);
  expect(readFileSync(join(target, "porchlight", NAME))).toEqual(readFileSync(join(site.folder, NAME)));
});

test("rclone's own words say why a target refuses, without its password", SLOW, async ({ skip }) => {
  if (!hasRclone()) skip("rclone is not installed: apt-get install rclone");
  const url = await serveWebdav(emptyFolder());
  const wrong = execFileSync("rclone", ["obscure", "another"]).toString().trim();
  setEnvironment({
    RCLONE_CONFIG_OFFSITE_TYPE: "webdav",
    RCLONE_CONFIG_OFFSITE_URL: url,
    RCLONE_CONFIG_OFFSITE_USER: "porchlight",
    RCLONE_CONFIG_OFFSITE_PASS: wrong,
  });
  const site = await siteWithBackups({
    BACKUP_RECIPIENT: RECIPIENT,
    BACKUP_COMMAND: "rclone --retries 1 --low-level-retries 1 copyto {file} offsite:{name}",
  });
  await workerOf(site).runDue();
  const { copy } = (await latestRun(site)) ?? {};
  expect(copy?.outcome).toBe("failed");
  expect(copy?.problem).toMatch(/^rclone ended with status 1: .*401/);
  expect(copy?.problem).not.toContain(wrong);
});

function hasRclone(): boolean {
  try {
    execFileSync("rclone", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Until the test ends. */
async function serveWebdav(folder: string): Promise<string> {
  const server: ChildProcess = spawn(
    "rclone",
    ["serve", "webdav", folder, "--addr", "127.0.0.1:0", "--user", "porchlight", "--pass", PASSWORD],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  onTestFinished(() => {
    server.kill("SIGKILL");
  });
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.on("data", (chunk) => {
      said += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? [];
      if (url) resolve(url);
    });
    server.once("exit", () => reject(new Error(said)));
  });
}

/** Until the test ends. */
function setEnvironment(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) {
    process.env[name] = value;
    onTestFinished(() => {
      delete process.env[name];
    });
  }
}
