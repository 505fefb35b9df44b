import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { siteVersion } from "#platform/server/version.ts";
import { freePort } from "../../programs/postgres.ts";
import { expect, test } from "../site.ts";

type Run = { output: string; code: number | null };

/** Runs the launcher until it ends, or until it prints `until`; then stops it as a supervisor does. */
async function launch(env: Record<string, string>, until?: string): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), "site-start-"));
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "error", ...env },
  });
  let output = "";
  const hear = (chunk: Buffer) => {
    output += chunk;
    if (until && output.includes(until)) child.kill("SIGTERM");
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  rmSync(dataDir, { recursive: true, force: true });
  return { output, code };
}

test("the launcher starts the site, prints its URL, and passes on the stop signal", async () => {
  const port = await freePort();
  const { output, code } = await launch({ PORT: String(port), LOG_LEVEL: "info" }, "The site is at");
  expect(output).toContain(`The site is at http://localhost:${port} (version ${siteVersion()})`);
  const started = output.split("\n").find((line) => line.includes('"msg":"site started"'));
  expect(JSON.parse(started ?? "{}")).toMatchObject({ level: 30, version: siteVersion(), database: "sqlite" });
  expect(output).toMatch(/The first admin is admin@localhost\.local\. Password, shown only this once: \S+/);
  expect(code).toBe(0);
});

test("pages are shown while the application loads, and a stop in that moment answers what has arrived", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "site-early-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["build-server/main.js"], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "error", PORT: String(port) },
    stdio: "ignore",
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  await expect.poll(() => isShown(url), { intervals: [1] }).toBe(true);
  const call = fetch(`${url}/api/bookings/available-days`);
  child.kill("SIGTERM");
  expect((await call).status).toBe(200);
  expect(await ended).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});

async function isShown(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined);
  return answer?.status === 200;
}

test("a setting that cannot be used is named in one line", { tag: "@drill" }, async () => {
  const bad = [
    [{ PORT: "abc" }, "PORT must be a whole number"],
    [{ PORT: "70000" }, "PORT must be at most 65535"],
    [{ PUBLIC_URL: "example.com" }, "PUBLIC_URL must be"],
    [{ RATE_LIMIT: "maybe" }, "RATE_LIMIT must be on or off"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must be"],
    [{ DATABASE_URL: "postgres://x@localhost/x" }, "AUTH_SECRET is required"],
    [{ AUTH_SECRET: "secret" }, "AUTH_SECRET must have at least 32 characters"],
    [{ ADMIN_PASSWORD: "password1" }, "ADMIN_PASSWORD: This is one of the most common passwords."],
    [{ TRUST_PROXY: "everybody" }, "TRUST_PROXY must be"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of"],
  ] as const;
  for (const [env, words] of bad) {
    const { output, code } = await launch(env);
    expect(output.match(/^Cannot start: .*$/gm)).toHaveLength(1);
    expect(output).toContain(`Cannot start: ${words}`);
    expect(output).not.toMatch(/^ {4}at /m);
    expect(code).toBe(1);
  }
});

test("a taken port, an impossible folder and a file that is no database each get a plain error", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.on("listening", resolve));
  const address = taken.address();
  const port = typeof address === "object" ? address?.port : 0;
  expect((await launch({ PORT: String(port) })).output).toContain(`port ${port} is in use`);
  taken.close();

  expect((await launch({ DATA_DIR: "/dev/null/nothing" })).output).toContain(
    "the data folder cannot be made or written",
  );
  expect(
    (await launch({ DATABASE_URL: `postgres://x@127.0.0.1:${await freePort()}/x`, AUTH_SECRET: "x".repeat(32) }))
      .output,
  ).toContain("the database of DATABASE_URL does not answer");

  const secretless = mkdtempSync(join(tmpdir(), "site-secretless-"));
  writeFileSync(join(secretless, "auth-secret"), "");
  const weak = await launch({ DATA_DIR: secretless });
  expect(weak.output.match(/^Cannot start: .*$/gm)).toEqual([
    expect.stringMatching(
      /auth-secret, which keeps the secret behind tokens and links, is empty\. .* stay signed in\.$/,
    ),
  ]);
  expect(weak.output).not.toMatch(/^ {4}at /m);
  expect(weak.code).toBe(1);
  rmSync(secretless, { recursive: true, force: true });

  const folder = mkdtempSync(join(tmpdir(), "site-broken-"));
  writeFileSync(join(folder, "site.db"), "this is no database, however long one looks at it".repeat(100));
  const { output, code } = await launch({ DATA_DIR: folder });
  expect(output).toContain("the database in DATA_DIR cannot be used");
  expect(code).toBe(1);
  rmSync(folder, { recursive: true, force: true });
});
