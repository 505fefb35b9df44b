import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommand, withoutSecrets } from "./commands.ts";

test("a command gets path and name as they are, no shell, and none of the site's settings", async () => {
  const folder = emptyFolder();
  const said = join(folder, "said $(touch here); *");
  for (const [name, value] of [
    ["AUTH_SECRET", "secret-of-the-site"],
    ["BACKUP_PASSPHRASE", "correct horse battery"],
    ["RCLONE_CONFIG_OFFSITE_TYPE", "webdav"],
  ] as const) {
    process.env[name] = value;
    onTestFinished(() => {
      delete process.env[name];
    });
  }
  const program = `require("fs").writeFileSync(process.argv[1], JSON.stringify([process.argv[2], process.env]))`;
  expect(
    await runCommand([process.execPath, "-e", program, "{file}", "to:{name}/{file}"], { file: said, backoffMs: [] }),
  ).toBe(null);
  const [word, environment] = JSON.parse(readFileSync(said, "utf8"));
  expect(word).toBe(`to:said $(touch here); */${said}`);
  expect(environment).toMatchObject({ RCLONE_CONFIG_OFFSITE_TYPE: "webdav", PATH: process.env.PATH });
  expect(Object.keys(environment).filter((name) => /AUTH_SECRET|BACKUP_|DATABASE|SMTP/.test(name))).toEqual([]);
});

test("a command that hangs is ended with its children, and a missing one is reported", async () => {
  const folder = emptyFolder();
  const inner = `setInterval(() => require("fs").writeFileSync(${JSON.stringify(join(folder, "beat"))}, String(Date.now())), 20)`;
  const outer = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}], { stdio: "inherit" });
    setInterval(() => {}, 1000)`;
  const hanging = [process.execPath, "-e", outer, "{file}"];
  // Its pipe stays open as long as the inner process lives, so that this resolves only after both have ended.
  expect(await runCommand(hanging, { file: "/nowhere", backoffMs: [], timeoutMs: 1_500 })).toMatch(
    / took longer than 0 minutes$/,
  );
  expect(await runCommand(["no-such-program", "{file}"], { file: "/nowhere", backoffMs: [] })).toBe(
    "no-such-program could not be started (ENOENT)",
  );
});

test("the output of a command is shown without passwords", () => {
  const environment = { RCLONE_CONFIG_OFFSITE_PASS: "hunter22", HOME: "/home/site", SHORT_KEY: "a" };
  expect(withoutSecrets("at https://me:hunter22@example.com/a with hunter22 in /home/site", environment)).toBe(
    "at https://***@example.com/a with *** in /home/site",
  );
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "site-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
