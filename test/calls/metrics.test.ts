import { expect, onTestFinished, test } from "vitest";
import { book } from "../requests.ts";
import { startSite } from "../server.ts";

test("metrics have their own address and contain no personal data", async () => {
  const { site, app } = await startSite({ env: { METRICS_PORT: "0" } });
  const port = await site.metrics?.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => site.metrics?.close());
  const booked = await book({ app });
  await app.inject(`/api/bookings/${booked.json().bookingId}`);
  await app.inject("/api/users");
  await app.inject("/calendar/0123456789abcdefghjkmnpqrs.ics");

  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toContain("version=0.0.4");
  for (const [method, route, status] of [
    ["POST", "/api/bookings", 201],
    ["GET", "/api/bookings/:id", 200],
    ["GET", "/api/users", 401],
    ["GET", "/calendar/:secret.ics", 404],
  ])
    expect(text).toMatch(
      `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"} 1\n`,
    );
  expect(text).toMatch(/^mail_overdue \d+$/m);
  expect(text).toMatch(/^mail_failed 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).not.toMatch(new RegExp(`renee|0123456789abc|${booked.json().bookingId}`, "i"));
  // Each line as Prometheus parses it.
  for (const line of text.trim().split(/\n+/))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? ([\d.e+-]+|NaN|Nan))$/);
  expect((await fetch(`http://127.0.0.1:${port}/api/bookings/list`)).status).toBe(404);
});

test("without METRICS_PORT there are none, and the site's own address never has them", async () => {
  const { site, app } = await startSite();
  expect(site.metrics).toBeUndefined();
  expect((await app.inject("/metrics")).statusCode).toBe(404);
});
