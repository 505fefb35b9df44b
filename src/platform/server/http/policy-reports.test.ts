import { expect, test } from "vitest";
import { startProcess } from "#test/programs/processes.ts";
import * as overHttp from "#test/programs/requests.ts";
import { post } from "#test/requests.ts";
import { databaseEnvironment, startSite, type TestSite } from "#test/server.ts";
import { REPORTS_PER_ADDRESS } from "./policy-reports.ts";

const REPORT = {
  "document-uri": "https://homes.example.com/booking-confirmation/0123456789abcdefghjkmnpqrs?phone=5125550100",
  "violated-directive": "script-src-elem",
  "effective-directive": "script-src-elem",
  "blocked-uri": "https://evil.example/steal.js?token=secret",
  "original-policy": "default-src 'none'",
};

test("a browser's report leaves a short line: nothing that leads to a person, nothing that is not a word", async () => {
  const site = await startProcess({ ...(await databaseEnvironment()), LOG_LEVEL: "warn" });
  let log = "";
  site.process.stdout?.on("data", (chunk) => {
    log += chunk;
  });
  const odd = {
    "violated-directive": "style-src-attr 'self'",
    "blocked-uri": "inline\n{}",
    "document-uri": "not a page",
  };
  for (const content of [REPORT, odd])
    expect((await overHttp.post(`${site.url}/api/policy-reports`, { "csp-report": content })).status).toBe(200);
  await expect.poll(() => log.split("\n").filter((line) => line.includes("policy refused")).length).toBe(2);
  const [first, second] = log
    .split("\n")
    .filter((line) => line.includes("policy refused"))
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({
    directive: "script-src-elem",
    refused: "https://evil.example",
    page: "/booking-confirmation",
  });
  expect(second).toMatchObject({ directive: "style-src-attr", refused: "", page: "/" });
  for (const hidden of ["0123456789abcdef", "5125550100", "secret"]) expect(log).not.toContain(hidden);
});

test("one address may send twenty reports in ten minutes; anything else is refused", async () => {
  const site = await startSite();
  for (let count = 0; count < REPORTS_PER_ADDRESS.count; count++)
    expect((await report(site, REPORT)).statusCode).toBe(200);
  expect((await report(site, REPORT)).statusCode).toBe(429);
  site.clock.advance(REPORTS_PER_ADDRESS.windowSeconds);
  expect((await report(site, REPORT)).statusCode).toBe(200);
  expect((await send(site, "[]")).statusCode).toBe(400);
  expect((await send(site, "{")).statusCode).toBe(400);
  expect((await send(site, JSON.stringify({ "csp-report": { "blocked-uri": 7 } }))).statusCode).toBe(400);
  expect((await send(site, "x".repeat(9_000))).statusCode).toBe(413);
});

async function report(site: TestSite, content: object) {
  return send(site, JSON.stringify({ "csp-report": content }));
}

async function send(site: TestSite, payload: string) {
  const headers = { "content-type": "application/csp-report" };
  return post(site, "/api/policy-reports", payload, { headers });
}
