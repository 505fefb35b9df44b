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
  // What the site does by itself in the meantime can add one, and takes none away.
  const strangers = [
    await bookAt("9:30 AM", "second@example.com", "217 555 0102"),
    await bookAt("10:30 AM", "third@example.com", "217 555 0103"),
    await bookAt("11:30 AM", "fourth@example.com", "217 555 0104"),
  ];
  expect(Math.min(...strangers)).toBe(4);
  // The leads of a person who is known already are read as well.
  const known = [
    await bookAt("10:00 AM", "second@example.com", "217 555 0102"),
    await bookAt("11:00 AM", "third@example.com", "217 555 0103"),
  ];
  expect(Math.min(...known)).toBe(5);
});
