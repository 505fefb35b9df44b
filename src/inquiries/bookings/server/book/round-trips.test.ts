import { expect, test } from "vitest";
import { startPostgresProxy } from "#test/programs/postgres-proxy.ts";
import { book } from "#test/requests.ts";
import { databaseEnvironment, startSite } from "#test/server.ts";

const onPostgres = test.runIf(process.env.TEST_ENGINE === "postgres");

onPostgres("a booking waits for PostgreSQL four times, with all limits on", async () => {
  const env = await databaseEnvironment();
  const proxy = await startPostgresProxy(env.DATABASE_URL ?? "");
  const site = await startSite({ env: { ...env, DATABASE_URL: proxy.url } });
  const bookAt = async (meetingTime: string, email: string, phone: string) => {
    const headers = { "idempotency-key": `at ${meetingTime}`.replaceAll(" ", "-") };
    const answer = await book(site, { meetingTime, email, phone }, { headers });
    expect(answer.statusCode, answer.body).toBe(201);
    return proxy.takeRoundTrips();
  };
  // The first one also opens a connection, and stores the words of the agreement.
  await bookAt("9:00 AM", "first@example.com", "217 555 0101");
  expect(await bookAt("9:30 AM", "second@example.com", "217 555 0102")).toBe(4);
  // The leads of a person who is known already are read as well.
  expect(await bookAt("10:00 AM", "second@example.com", "217 555 0102")).toBe(5);
});
