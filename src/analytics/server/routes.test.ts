import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { newBooking } from "#test/people.ts";
import { startSite, type TestSite } from "#test/server.ts";

async function book(site: TestSite, changes: Parameters<typeof newBooking>[0]) {
  const answer = await site.app.inject({ method: "POST", url: "/api/bookings", payload: newBooking(changes) });
  expect(answer.statusCode, answer.body).toBe(201);
}

test("the charts count weeks of the company's time zone, sources and situations", async () => {
  // Sunday, 11:30 PM in Chicago: Monday already in UTC.
  const site = await startSite({ now: "2026-11-16T05:30:00.000Z", env: { RATE_LIMIT: "off" } });
  const google = { first: { utmSource: "Google", landingPage: "/" } };
  await book(site, { meetingTime: "9:00 AM", source: google, currentSituation: "divorce" });
  site.clock.set("2026-11-16T06:30:00.000Z");
  const neighbor = { first: { referrer: "https://www.neighbors.example/tips?x=1" } };
  await book(site, { meetingTime: "9:30 AM", source: neighbor });
  await book(site, { meetingTime: "10:00 AM", source: { first: { landingPage: "/" } } });
  await book(site, { meetingTime: "10:30 AM", source: google });
  await book(site, { meetingTime: "11:00 AM" });

  const { call } = await addSignedIn(site);
  const charts = (await call("GET", "/api/analytics/charts")).json();
  expect(charts.weeks).toHaveLength(26);
  expect(charts.weeks.slice(-3)).toEqual([
    { from: "2026-11-02", count: 0 },
    { from: "2026-11-09", count: 1 },
    { from: "2026-11-16", count: 4 },
  ]);
  expect(charts.sources).toEqual([
    { label: "google", count: 2 },
    { label: "Direct", count: 1 },
    { label: "Unknown", count: 1 },
    { label: "neighbors.example", count: 1 },
  ]);
  expect(charts.situations).toEqual([
    { label: "Inherited Property", count: 4 },
    { label: "Divorce", count: 1 },
  ]);
});

test("a booking of more than half a year ago is in no chart", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  await book(site, {});
  site.clock.advance(27 * 7 * 24 * 3600);
  const { call } = await addSignedIn(site);
  const charts = (await call("GET", "/api/analytics/charts")).json();
  expect(charts.weeks.every(({ count }: { count: number }) => count === 0)).toBe(true);
  expect(charts.sources).toEqual([]);
});

test("exports and deletions can be read after what they were about is gone", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  const message = { name: "Ann", email: "ann@example.com", message: "Hello" };
  await site.app.inject({ method: "POST", url: "/api/contact", payload: message });
  const { contacts } = (await call("GET", "/api/contact/admin/submissions")).json();
  await call("DELETE", `/api/contact/admin/submissions/${contacts[0]._id}`);
  await call("GET", "/api/bookings/export/csv?status=Completed");
  const at = site.clock.now().toISOString();
  const actor = "dana@example.com";
  expect((await call("GET", "/api/analytics/activity")).json()).toEqual({
    success: true,
    activity: [
      { at, actor, action: "exported", to: "filtered by status", subject: "bookings" },
      { at, actor, action: "deleted", subject: "contact" },
    ],
  });
});

test("the agenda begins today and holds what is still to be held", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { call } = await addSignedIn(site);
  await book(site, { firstName: "Later", meetingDate: "2026-11-25" });
  await book(site, { firstName: "Today", meetingDate: "2026-11-20", meetingTime: "2:00 PM" });
  await book(site, { firstName: "Off", meetingDate: "2026-11-21" });
  const { bookings } = (await call("GET", "/api/bookings/list?search=off")).json();
  await call("PATCH", `/api/bookings/${bookings[0]._id}/status`, { status: "Cancelled" });
  const agenda = (await call("GET", "/api/bookings/agenda")).json();
  expect(agenda.today).toBe("2026-11-20");
  expect(agenda.meetings.map(({ firstName }: { firstName: string }) => firstName)).toEqual(["Today", "Later"]);
});
