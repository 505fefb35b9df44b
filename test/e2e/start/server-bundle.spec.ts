// What the build makes of the server: its own lines in stack traces, and every program that it starts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import sharp from "sharp";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { newContactMessage } from "../../people.ts";
import { freePort } from "../../programs/postgres.ts";
import { post } from "../../programs/requests.ts";
import { ADMIN_EMAIL, expect, type RunningSite, startSite, stopSite, test } from "../site.ts";

const root = join(import.meta.dirname, "../../..");

test("an error in the log names the lines of the sources", async () => {
  const site = await startSite();
  let log = "";
  site.process.stdout?.on("data", (chunk) => {
    log += chunk;
  });
  withDatabase(site, (database) => database.exec("drop table messages"));
  expect((await post(`${site.url}/api/contact`, newContactMessage())).status).toBe(500);
  await expect.poll(() => log).toContain("request failed");
  const line = log.split("\n").find((text) => text.includes("request failed")) ?? "{}";
  const { stack } = (JSON.parse(line) as { err: { stack: string } }).err;
  const [, name = "", file = "", number] =
    /at (?:async )?(\w+) \(file:\S+\/(src\/people\/leads\/\S+?):(\d+):\d+\)/.exec(stack) ?? [];
  expect(stack).toContain("no such table");
  // The line with the call, in the function that the trace names.
  const source = readFileSync(join(root, file), "utf8").split("\n");
  expect(source.slice(0, Number(number)).join("\n")).toContain(`function ${name}(`);
  expect(source[Number(number) - 1]).toMatch(/\bawait\b|\.execute/);
  // Packages stand in the bundle as they are published, so their lines are those of the bundle.
  for (const [, bundled = "", at] of stack.matchAll(/(build-server\/[\w.-]+):(\d+)/g))
    expect(moduleAt(bundled, Number(at)), `${bundled}:${at}`).toMatch(/^node_modules\//);
  await stopSite(site);
});

/** The bundler writes the name of each module above it. */
function moduleAt(file: string, line: number): string | undefined {
  const above = readFileSync(join(root, file), "utf8").split("\n").slice(0, line);
  return above.findLast((text) => MODULE.test(text))?.replace(MODULE, "");
}

const MODULE = /^\/\/ (?=(?:src|node_modules|migrations|scripts)\/)/;

test("the metrics name the commit of the build, and nothing that a stranger gets does", async () => {
  const commit = readFileSync(join(root, "build-server/commit"), "utf8");
  const metrics = await freePort();
  test.skip(commit === "", "a folder without git has no commit");
  const site = await startSite({ METRICS_PORT: String(metrics) });
  const built = readdirSync(join(root, "build"), { recursive: true, withFileTypes: true });
  const texts = built.filter((entry) => entry.isFile() && /\.(html|js|css|json|txt|xml)$/.test(entry.name));
  expect(texts.length).toBeGreaterThan(10);
  const [short] = commit.split("-");
  for (const { parentPath, name } of texts)
    expect(readFileSync(join(parentPath, name), "utf8").includes(short ?? commit), name).toBe(false);
  for (const path of [
    "/",
    "/book",
    "/login",
    "/admin",
    "/nowhere",
    "/healthz",
    "/readyz",
    "/api/docs",
    "/api/system",
  ]) {
    const answer = await fetch(`${site.url}${path}`);
    expect(`${await answer.text()} ${JSON.stringify([...answer.headers])}`, path).not.toContain(short);
  }
  expect(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()).toContain(`commit="${commit}"`);
  await stopSite(site);
});

test("a picture and a backup are processes of the bundle, and make way for visitors", async () => {
  test.skip(process.platform !== "linux", "needs /proc");
  const kept = await startSite();
  await stopSite(kept, { keepData: true });
  withDatabase(kept, (database) => {
    const at = new Date().toISOString();
    const add = database.prepare(
      "insert into backup_runs (id, due_at, started_at, outcome, is_encrypted, copy_outcome, proof_outcome, tries) values ('left', ?, ?, 'running', 0, 'not yet', 'not yet', 0)",
    );
    add.run(at, at);
  });
  const site = await startSite({
    DATA_DIR: kept.dataDir,
    WORKER_POLL_SECONDS: "1",
    // Without it nothing would be copied.
    BACKUP_PASSPHRASE: "correct horse battery",
    BACKUP_COMMAND: JSON.stringify([process.execPath, "-e", "setInterval(() => {}, 1000)", "{file}"]),
  });
  await expect
    .poll(() => programsOf(site))
    .toEqual([{ program: join(root, "build-server/backup-process.js"), nice: 10 }]);
  expect(programOf(site.process.pid)).toBe("build-server/main.js");

  const login = await post(`${site.url}/api/auth/login`, { email: ADMIN_EMAIL, password: site.adminPassword });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: "grey" } })
    .jpeg()
    .toBuffer();
  const answer = await fetch(`${site.url}/api/site/pictures`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "image/jpeg" },
    body: new Uint8Array(picture),
  });
  expect(answer.status).toBe(201);
  await stopSite(site);
});

test("the build holds all programs and migrations", () => {
  const built = join(root, "build-server");
  const programs = readdirSync(built).filter((name) => /^[a-z-]+\.js$/.test(name));
  expect(programs.sort()).toEqual([
    "backup-process.js",
    "main.js",
    "read-picture.js",
    "render-worker.js",
    "source-lines.js",
  ]);
  const migrations = readdirSync(join(root, "migrations")).filter((name) => name.endsWith(".ts"));
  const found = readdirSync(join(built, "migrations")).filter((name) => name.endsWith(".js"));
  expect(found).toEqual(migrations.map((name) => name.replace(/ts$/, "js")));
});

function withDatabase({ dataDir }: RunningSite, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE), { timeout: 5_000 });
  work(database);
  database.close();
}

/** What a process has started itself. */
function programsOf({ process: { pid } }: RunningSite): { program: string | undefined; nice: number }[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return children.map((child) => {
    // The fields after the name, which may contain spaces; nice is field 19.
    const fields = readFileSync(`/proc/${child}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return { program: programOf(Number(child)), nice: Number(fields[16]) };
  });
}

function programOf(pid: number | undefined): string | undefined {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[1];
}
