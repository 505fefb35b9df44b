import { once } from "node:events";
import { createServer } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import { makeCertificate } from "#test/programs/certificates.ts";
import { sentMails, startSite, startSiteWithMail } from "#test/server.ts";
import { readFinding } from "#test/system/findings.ts";

const DAY_MS = 24 * 60 * 60_000;

test("a certificate is reported and mailed fourteen days before its end", async () => {
  const { url, endsAt, trust } = await startHttps(365);
  const now = (daysLeft: number) => new Date(endsAt.getTime() - daysLeft * DAY_MS).toISOString();
  const sites = await startSiteWithMail({ env: { PUBLIC_URL: url }, now: now(300) });
  const { site } = sites;
  expect(await readFinding(site, "certificate")).toMatchObject({ state: "warning", found: /SELF_SIGNED/ });
  trust();
  const other = await startSite({ env: { PUBLIC_URL: url }, now: now(300) });
  expect(await readFinding(other, "certificate")).toMatchObject({ state: "ok", found: /in 300 days/ });
  const soon = await startSite({ env: { PUBLIC_URL: url }, now: now(20) });
  expect(await readFinding(soon, "certificate")).toMatchObject({ state: "warning", found: /in 20 days/ });
  const ended = await startSite({ env: { PUBLIC_URL: url }, now: now(-1) });
  expect(await readFinding(ended, "certificate")).toMatchObject({ state: "trouble", found: /has ended/ });
  site.clock.set(now(13));
  await site.site.system.checkAlarms();
  site.clock.advance(300);
  await site.site.system.checkAlarms();
  expect((await sentMails(sites)).map(({ subject }) => subject)).toContain("Alarm: The certificate ends soon");
});

test("without an answer, or without https, the certificate is not checked, and that takes no longer than seconds", async () => {
  const closed = await startSite({ env: { PUBLIC_URL: "https://localhost:1" } });
  const before = performance.now();
  expect(await readFinding(closed, "certificate")).toMatchObject({ state: "not checked", found: /ECONNREFUSED/ });
  expect(performance.now() - before).toBeLessThan(8_000);
  const plain = await startSite();
  expect(await readFinding(plain, "certificate")).toMatchObject({ state: "not checked" });
});

/** A server on this machine with a certificate of its own, until the test ends. `trust` makes this process trust it. */
async function startHttps(days: number) {
  const { key, cert, endsAt, trust } = makeCertificate(days);
  const server = createServer({ key, cert }, (_request, response) => response.end());
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `https://localhost:${typeof address === "object" ? address?.port : ""}`;
  return { url, endsAt, trust };
}
