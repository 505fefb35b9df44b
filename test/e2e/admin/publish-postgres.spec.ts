// Two processes of the site on one PostgreSQL.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Facts } from "#company/facts/schema.ts";
import { startPostgres } from "../../programs/postgres.ts";
import { adminSession } from "../accounts.ts";
import { expect, type RunningSite, startSite, stopSite, test } from "../site.ts";

async function nameOn({ url }: RunningSite): Promise<string | undefined> {
  const html = await (await fetch(`${url}/about`)).text();
  return /"company":\{"name":"([^"]*)"/.exec(html)?.[1];
}

test("what one process publishes stands on the other's pages within five seconds, and both start alike again", {
  tag: "@drill",
}, async () => {
  const postgres = await startPostgres();
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), "site-e2e-")));
  try {
    const client = new pg.Client(postgres.url("postgres"));
    await client.connect();
    await client.query("create database site");
    await client.end();
    const start = (folder = "") =>
      startSite({
        DATA_DIR: folder,
        DATABASE_URL: postgres.url("site"),
        AUTH_SECRET: "seven wet umbrellas ".repeat(3),
      });
    const one = await start(folders[0]);
    const other = await start(folders[1]);

    const { accessToken } = await adminSession(one);
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      return (await fetch(`${one.url}/api/site${path}`, init)).json();
    };
    const { published } = await call("GET", "");
    const facts: Facts = { ...published.facts, company: { ...published.facts.company, name: "Two Of Us" } };
    await call("PUT", "/draft", { facts, version: 0, basedOn: 1 });
    expect(await call("POST", "/publish", { version: 1 })).toEqual({ success: true, number: 2 });
    expect(await nameOn(one)).toBe("Two Of Us");
    await expect.poll(() => nameOn(other), { timeout: 5_000 }).toBe("Two Of Us");

    await stopSite(other, { keepData: true });
    const again = await start(folders[1]);
    expect(await nameOn(again)).toBe("Two Of Us");
    await Promise.all([one, again].map((site) => stopSite(site, { keepData: true })));
  } finally {
    await postgres.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});
