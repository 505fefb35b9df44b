import { expect, test, vi } from "vitest";
import { startSite, type TestSite } from "#test/server.ts";
import { readFinding } from "#test/system/findings.ts";

const PROXY = "10.0.0.5";
const HOUR_S = 60 * 60;

/** A visitor's call through a proxy. */
function come({ app }: TestSite, remoteAddress: string) {
  return app.inject({ url: "/api/closures", headers: { "x-forwarded-for": "198.51.100.7" }, remoteAddress });
}

test("a proxy that TRUST_PROXY does not name is reported with the line to write, for an hour after its last request", async () => {
  const site = await startSite({ env: { TRUST_PROXY: "192.168.1.9" } });
  const warn = vi.spyOn(site.app.log, "warn").mockImplementation(() => {});
  await site.app.inject({ url: "/api/closures", remoteAddress: PROXY });
  expect(await readFinding(site, "proxies")).toMatchObject({ state: "ok", found: /TRUST_PROXY is 192\.168\.1\.9/ });
  await come(site, PROXY);
  await come(site, PROXY);
  const finding = await readFinding(site, "proxies");
  expect(finding).toMatchObject({
    state: "warning",
    isQuiet: false,
    found: /X-Forwarded-For come from 10\.0\.0\.5, which TRUST_PROXY does not name/,
    toDo: /write TRUST_PROXY=192\.168\.1\.9,10\.0\.0\.5 into the settings/,
  });
  expect(JSON.stringify(finding)).not.toContain("198.51.100.7");
  expect(warn.mock.calls).toEqual([[{ proxy: PROXY }, expect.stringContaining("TRUST_PROXY does not name")]]);
  site.clock.advance(HOUR_S);
  expect(await readFinding(site, "proxies")).toMatchObject({ state: "ok" });
  warn.mockRestore();
});

test("a proxy that is named, alone or by its range, is no finding", async () => {
  const site = await startSite({ env: { TRUST_PROXY: "10.0.0.0/24" } });
  await come(site, PROXY);
  expect(await readFinding(site, "proxies")).toMatchObject({ state: "ok" });
});

test("a stranger who forges the header raises nothing on the dashboard", async () => {
  const site = await startSite();
  await come(site, "93.184.216.9");
  expect(await readFinding(site, "proxies")).toMatchObject({
    state: "warning",
    isQuiet: true,
    toDo: /any caller can send this header/,
  });
});

test("a stranger's host header does not affect the check of PUBLIC_URL", async () => {
  const env = { TRUST_PROXY: "127.0.0.1" };
  const right = await startSite({ env: { ...env, PUBLIC_URL: "https://homes.example.com" } });
  const unencrypted = await startSite({ env: { ...env, PUBLIC_URL: "http://homes.example.com" } });
  const headers = { host: "homes.example.net", "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https" };
  for (const { app } of [right, unencrypted])
    for (let count = 0; count < 20; count++) await app.inject({ url: "/api/closures", headers });
  expect(await readFinding(right, "public-url")).toMatchObject({
    state: "ok",
    found: "PUBLIC_URL is https://homes.example.com.",
  });
  expect(await readFinding(unencrypted, "public-url")).toMatchObject({
    state: "warning",
    toDo: /^Put a proxy with https/,
  });
});
