import { expect, onTestFinished, test } from "vitest";
import { createSite } from "#app/server.ts";
import { sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";
import { readFinding } from "#test/system/findings.ts";

type Request = { headers?: Record<string, string>; remoteAddress?: string };

const PUBLIC_URL = "https://homes.example.com";
const HOST = "homes.example.com";
const FORWARDED = { host: HOST, "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https" };

async function arrive({ app, site }: TestSite, count: number, request: Request): Promise<void> {
  for (let number = 0; number < count; number++) await app.inject({ url: "/api/closures", ...request });
  await site.system.tick();
}

test("a proxy that is not named in TRUST_PROXY is told with the line to write", async () => {
  const site = await startSite({ env: { PUBLIC_URL } });
  await arrive(site, 10, { headers: FORWARDED, remoteAddress: "10.0.0.5" });
  const finding = await readFinding(site, "proxies");
  expect(finding).toMatchObject({ state: "warning", found: /proxy at 10\.0\.0\.5, which TRUST_PROXY does not name/ });
  expect(finding.toDo).toContain("Write TRUST_PROXY=10.0.0.5 into the settings");
  expect(JSON.stringify(finding)).not.toContain("198.51.100.7");
});

test("a named proxy that says who the visitors are is fine, and one that does not is told", async () => {
  const env = { PUBLIC_URL, TRUST_PROXY: "10.0.0.0/24" };
  const fine = await startSite({ env });
  await arrive(fine, 10, { headers: FORWARDED, remoteAddress: "10.0.0.5" });
  expect(await readFinding(fine, "proxies")).toMatchObject({ state: "ok" });
  expect(await readFinding(fine, "public-url")).toMatchObject({ state: "ok" });
  const silent = await startSite({ env });
  await arrive(silent, 10, { headers: { host: HOST }, remoteAddress: "10.0.0.5" });
  expect(await readFinding(silent, "proxies")).toMatchObject({
    state: "warning",
    found: /none of 10 requests from there has X-Forwarded-For/,
    toDo: /X-Forwarded-For \$remote_addr/,
  });
  const elsewhere = await startSite({ env });
  await arrive(elsewhere, 10, { headers: { host: HOST }, remoteAddress: "192.168.1.9" });
  expect(await readFinding(elsewhere, "proxies")).toMatchObject({
    state: "warning",
    found: /none of .* came from there/,
  });
});

test("what strangers send as the host says nothing of PUBLIC_URL, and hides nothing that is wrong with it", async () => {
  const env = { TRUST_PROXY: "127.0.0.1" };
  const right = await startSite({ env: { ...env, PUBLIC_URL } });
  const unencrypted = await startSite({ env: { ...env, PUBLIC_URL: `http://${HOST}` } });
  for (const [host, count] of [
    ["a.1", 20],
    ["homes.example.net", 60],
  ] as const)
    for (const site of [right, unencrypted])
      await arrive(site, count, { headers: { ...FORWARDED, host }, remoteAddress: "127.0.0.1" });
  expect(await readFinding(right, "public-url")).toMatchObject({ state: "ok", found: `PUBLIC_URL is ${PUBLIC_URL}.` });
  expect(await readFinding(unencrypted, "public-url")).toMatchObject({
    state: "warning",
    found: /^Visitors come over https/,
    toDo: /^Write PUBLIC_URL=https:\/\/homes\.example\.com/,
  });
  const figures = await right.database.read.selectFrom("system_figures").select("name").execute();
  expect(JSON.stringify(figures)).not.toMatch(/a\.1|example\.net/);
});

test("a stranger who forges headers raises nothing among other visitors, and never an alarm by mail", async () => {
  const sites = await startSiteWithMail({ env: { PUBLIC_URL } });
  const { site } = sites;
  await arrive(site, 20, { headers: { host: HOST }, remoteAddress: "93.184.216.4" });
  const forged = { "x-forwarded-for": "10.0.0.1", "x-forwarded-proto": "http" };
  for (let number = 0; number < 15; number++)
    await site.app.inject({
      url: "/api/closures",
      headers: { ...forged, host: `made-up-${number}.example.net` },
      remoteAddress: "93.184.216.9",
    });
  await site.site.system.tick();
  for (const id of ["proxies", "public-url"]) expect(await readFinding(site, id)).toMatchObject({ state: "ok" });
  await arrive(site, 100, { headers: { ...forged, host: "<script>" }, remoteAddress: "93.184.216.9" });
  for (let look = 0; look < 5; look++) {
    await site.site.system.look();
    site.clock.advance(300);
  }
  expect(await readFinding(site, "proxies")).toMatchObject({
    state: "warning",
    toDo: /any caller can send this header/,
  });
  expect((await sentMails(sites)).filter(({ subject }) => /proxy|PUBLIC_URL/i.test(subject))).toEqual([]);
  // The names that strangers make up do not fill the table.
  const rows = await site.database.read
    .selectFrom("system_figures")
    .select("name")
    .where("kind", "=", "proxy")
    .execute();
  expect(rows.length).toBeLessThan(20);
  expect(JSON.stringify(rows)).not.toContain("93.184.216.9");
});

test("pages count as well, and probes of the site do not", async () => {
  const site = await startSite();
  const withPages = await createSite(site, (_request, response) => {
    response.end("a page");
    return true;
  });
  onTestFinished(() => withPages.app.close());
  const url = await withPages.app.listen({ port: 0, host: "127.0.0.1" });
  const headers = { "x-forwarded-for": "198.51.100.7" };
  for (let number = 0; number < 6; number++) await fetch(`${url}/about`, { headers });
  await arrive(site, 30, { headers, remoteAddress: "10.0.0.5" });
  await withPages.system.tick();
  const counts = await site.database.read
    .selectFrom("system_figures")
    .selectAll()
    .where("kind", "=", "proxy")
    .execute();
  expect(counts.find(({ name }) => name.endsWith("untrusted 127.0.0.1"))).toMatchObject({ count: 6 });
  const before = counts.find(({ name }) => name.endsWith(" all"))?.count;
  await site.app.inject("/healthz");
  await site.app.inject("/readyz");
  await site.site.system.tick();
  const after = await site.database.read.selectFrom("system_figures").selectAll().where("kind", "=", "proxy").execute();
  expect(after.find(({ name }) => name.endsWith(" all"))?.count).toBe(before);
});
