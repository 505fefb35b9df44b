// Clients that let go in the middle, and clients that ask and do not read. Slow senders are in http.test.ts.
import { once } from "node:events";
import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { addSignedIn } from "./accounts.ts";
import { startProcess } from "./processes.ts";
import { databaseEnvironment, startSite, type TestSite } from "./server.ts";

const JSON_TYPE = { "content-type": "application/json" };

test("an upload that the client breaks off is told of as the client's, not as an error of ours", async () => {
  const site = await startProcess({ ...(await databaseEnvironment()), LOG_LEVEL: "info" });
  let log = "";
  site.process.stdout?.on("data", (chunk) => {
    log += chunk;
  });
  await breakOff(`${site.url}/api/bookings`, JSON_TYPE);
  await breakOff(`${site.url}/api/contact`, { ...JSON_TYPE, "transfer-encoding": "chunked" });
  const told = () =>
    log
      .split("\n")
      .filter((line) => line.includes("reqId"))
      .map((line) => JSON.parse(line))
      .map(({ level, route, status }) => [level, route, status]);
  await expect.poll(() => told().length).toBeGreaterThanOrEqual(2);
  expect(told()).toEqual([
    [30, "/api/bookings", 499],
    [30, "/api/contact", 499],
  ]);
});

test("a form or a file that the client breaks off is no 5xx in the figures", async () => {
  const site = await startSite({ env: { METRICS_PORT: "0" } });
  const { session } = await addSignedIn(site);
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const port = await site.site.metrics?.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => site.site.metrics?.close());
  const csv = { "content-type": "text/csv", authorization: `Bearer ${session.accessToken}` };
  await breakOff(`${urlOf(site.app)}/api/bookings/import?mode=check`, csv);
  await breakOff(`${urlOf(site.app)}/api/bookings`, JSON_TYPE);
  const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const broken = async () =>
    [...(await figures()).matchAll(/_count\{method="POST",route="(\/api\/bookings[^"]*)",status="(\d+)"\} (\d+)/g)].map(
      ([, ...figure]) => figure.join(" "),
    );
  await expect.poll(async () => (await broken()).length).toBe(2);
  expect(await broken()).toEqual(["/api/bookings/import 499 1", "/api/bookings 499 1"]);
});

/** Sends the head and the beginning of a body, and is gone once the server has asked for it. */
async function breakOff(url: string, headers: Record<string, string>): Promise<void> {
  const length = headers["transfer-encoding"] ? {} : { "content-length": "5000" };
  const sent = send(url, { method: "POST", headers: { ...headers, ...length, expect: "100-continue" } });
  sent.on("error", () => {});
  sent.flushHeaders();
  await once(sent, "continue");
  await new Promise<void>((resolve) => sent.write('{"firstName":"Ren', () => resolve()));
  sent.destroy();
}

function urlOf(app: TestSite["app"]): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
