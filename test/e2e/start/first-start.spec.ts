// The owner's first day, and a locked-out admin.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { freePort } from "../../programs/postgres.ts";
import { post } from "../../programs/requests.ts";
import { expect, test } from "../site.ts";

const root = join(import.meta.dirname, "../../..");

async function runSite(dataDir: string) {
  const port = String(await freePort());
  const child = spawn(process.execPath, ["build-server/main.js"], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: "trace" },
  });
  const site = { url: `http://localhost:${port}`, output: "", stop: async () => {} };
  site.stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      site.output += chunk;
      if (site.output.includes("The site is at")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => reject(new Error(site.output)));
  });
  await ready;
  return site;
}

async function postAndRead(url: string, body: object, token?: string) {
  const answer = await post(url, body, token ? { authorization: `Bearer ${token}` } : {});
  return { status: answer.status, body: await answer.json() };
}

test("the first start prints the admin's password once, keeps its secret, and logs neither", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "site-first-"));
  let site = await runSite(dataDir);
  const [, password = ""] = /admin@localhost\.local\. Password, shown only this once: (\S+)/.exec(site.output) ?? [];
  expect(password.length).toBeGreaterThan(16);
  const email = "admin@localhost.local";
  const login = await postAndRead(`${site.url}/api/auth/login`, { email, password });
  expect(login.body.role).toBe("admin");
  expect((await postAndRead(`${site.url}/api/auth/login`, { email, password: "a wrong password" })).status).toBe(401);
  const feed = await postAndRead(
    `${site.url}/api/bookings/calendar-feeds`,
    { name: "My phone" },
    login.body.accessToken,
  );
  const feedSecret = /\/calendar\/(\w{26})\.ics$/.exec(feed.body.url)?.[1] ?? "";
  expect(feedSecret).not.toBe("");
  expect((await fetch(`${site.url}/calendar/${feedSecret}.ics`)).status).toBe(200);
  for (const wrong of [`${feedSecret}x.ics`, feedSecret, `${feedSecret}.ics/x`])
    expect((await fetch(`${site.url}/calendar/${wrong}`)).status).toBe(404);

  const secretFile = join(dataDir, "auth-secret");
  const secret = readFileSync(secretFile, "utf8").trim();
  expect(statSync(secretFile).mode & 0o777).toBe(0o600);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  await site.stop();
  const log = site.output.split("\n").filter((line) => line.startsWith("{"));
  for (const hidden of [
    password,
    "a wrong password",
    login.body.accessToken,
    login.body.refreshToken,
    secret,
    feedSecret,
  ])
    expect(log.join("\n")).not.toContain(hidden);
  const refusal = log.map((line) => JSON.parse(line)).find(({ code }) => code === "bad_credentials");
  expect(refusal).toMatchObject({
    route: "/api/auth/login",
    status: 401,
    actor: login.body._id,
    reqId: expect.any(String),
  });
  expect(refusal.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

  site = await runSite(dataDir);
  expect(site.output).not.toContain("Password");
  const refreshed = await postAndRead(`${site.url}/api/auth/refresh`, { refreshToken: login.body.refreshToken });
  expect(refreshed.status).toBe(200);
  expect(readFileSync(secretFile, "utf8").trim()).toBe(secret);

  const output = execFileSync(process.execPath, ["scripts/database/admin.ts", "Marcus@example.com"], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  const [, hisPassword = ""] = /Marcus@example\.com is an active admin now\. .*: (\S+)/.exec(output) ?? [];
  const his = await postAndRead(`${site.url}/api/auth/login`, { email: "marcus@example.com", password: hisPassword });
  expect(his.body).toMatchObject({ role: "admin", isActive: true });
  await site.stop();
  rmSync(dataDir, { recursive: true });
});

test("the start says how many passkeys another PUBLIC_URL leaves behind", { tag: "@drill" }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "site-passkeys-"));
  await (await runSite(dataDir)).stop();
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE));
  const at = new Date().toISOString();
  const add =
    database.prepare(`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, rp_id,
    name, created_at) values (?, 'someone', ?, '', 0, '[]', ?, 'Phone', ?)`);
  for (const host of ["localhost", "old.example", "older.example"]) add.run(host, host, host, at);
  database.close();
  const site = await runSite(dataDir);
  expect(site.output).toContain(
    "Passkeys that work only at the host they were made for, not at localhost of PUBLIC_URL: 2",
  );
  await site.stop();
  rmSync(dataDir, { recursive: true });
});

test("the admin command asks for one plain address", () => {
  for (const wrong of [[], ["not-an-address"], ["a@example.com", "b@example.com"]])
    expect(() =>
      execFileSync(process.execPath, ["scripts/database/admin.ts", ...wrong], { cwd: root, stdio: "pipe" }),
    ).toThrow(/Usage: npm run admin -- EMAIL/);
});
