import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

test("the charts count leads by weeks of the company's time zone, by sources and situations", async () => {
  // Sunday, 11:30 PM in Chicago: Monday already in UTC.
  const site = await startSite({ now: "2026-11-16T05:30:00.000Z", env: { RATE_LIMIT: "off" } });
  const google = { first: { utmSource: "Google", landingPage: "/" } };
  const book = async (person: string, changes: object) =>
    bookMeeting(site, { email: `${person}@example.com`, ...changes });
  await book("ann", { meetingTime: "9:00 AM", source: google, currentSituation: "divorce" });
  site.clock.set("2026-11-16T06:30:00.000Z");
  const neighbor = { first: { referrer: "https://www.neighbors.example/tips?x=1" } };
  await book("ben", { meetingTime: "9:30 AM", source: neighbor });
  await book("cleo", { meetingTime: "10:00 AM", source: { first: { landingPage: "/" } } });
  await book("dan", { meetingTime: "10:30 AM", source: google });
  await book("eve", { meetingTime: "11:00 AM" });
  // The report names an advertisement by its network, not by the page it was on.
  const advertisement = { first: { clickId: "gclid:Cj0K", referrer: "https://www.google.com/" } };
  await book("fay", { meetingTime: "11:30 AM", source: advertisement });

  const { call } = await addSignedIn(site);
  const said = { heard: { source: "Postcard", campaign: "" }, situation: "foreclosure" };
  expect((await call("POST", "/api/leads/calls", newCall(said))).statusCode).toBe(201);
  await sendContactMessage(site, { email: "gil@example.com" });
  // The same person about the same house is no lead more.
  await sendContactMessage(site, { email: "dan@example.com" });

  const charts = (await call("GET", "/api/analytics/charts")).json();
  expect(charts.weeks).toHaveLength(26);
  expect(charts.weeks.slice(-3)).toEqual([
    { from: "2026-11-02", count: 0 },
    { from: "2026-11-09", count: 1 },
    { from: "2026-11-16", count: 7 },
  ]);
  expect(charts.sources).toEqual([
    { label: "Unknown", count: 2 },
    { label: "google", count: 2 },
    { label: "Direct", count: 1 },
    { label: "Google Ads", count: 1 },
    { label: "neighbors.example", count: 1 },
    { label: "postcard", count: 1 },
  ]);
  expect(charts.situations).toEqual([
    { label: "Inherited Property", count: 5 },
    { label: "Divorce", count: 1 },
    { label: "Foreclosure", count: 1 },
    { label: "Not said", count: 1 },
  ]);
});

test("a lead of more than half a year ago is in no chart", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  await bookMeeting(site);
  site.clock.advance(27 * 7 * 24 * 3600);
  const { call } = await addSignedIn(site);
  const charts = (await call("GET", "/api/analytics/charts")).json();
  expect(charts.weeks.every(({ count }: { count: number }) => count === 0)).toBe(true);
  expect(charts.sources).toEqual([]);
});

test("the time to first contact is a median per week, by the week of the booking or message", async () => {
  // Sunday, 11:30 PM in Chicago: Monday already in UTC.
  const site = await startSite({ now: "2026-11-16T05:30:00.000Z", env: { RATE_LIMIT: "off" } });
  await bookMeeting(site, { meetingTime: "9:00 AM" });
  site.clock.set("2026-11-16T15:00:00.000Z");
  const { call } = await addSignedIn(site);
  for (const meetingTime of ["9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM"]) await bookMeeting(site, { meetingTime });
  const message = { name: "Ann", email: "ann@example.com", message: "Hello" };
  await sendContactMessage(site, message);
  const { bookings } = (await call("GET", "/api/bookings/list")).json();
  const [last, ...others] = [...bookings].sort((a, b) => (a.meetingTime < b.meetingTime ? -1 : 1));
  expect(last.meetingTime).toBe("10:00 AM");
  for (const { _id } of others) {
    site.clock.advance(120);
    await call("PATCH", `/api/bookings/${_id}/first-contact`, { contacted: true });
  }
  const { weeks, timeZone } = (await call("GET", "/api/analytics/first-contact")).json();
  expect(timeZone).toBe("America/Chicago");
  expect(weeks).toHaveLength(12);
  const none = { total: 0, contacted: 0, median: null, wallMedian: null, withinFive: 0 };
  expect(weeks.slice(-3)).toEqual([
    { from: "2026-11-02", bookings: none, messages: none, calls: none, people: [] },
    // In the order of their labels: 10:30, 11:00, 9:00 and 9:30.
    {
      from: "2026-11-09",
      bookings: { ...none, total: 1, contacted: 1, median: 6, wallMedian: 576 },
      messages: none,
      calls: none,
      people: [],
    },
    {
      from: "2026-11-16",
      bookings: { total: 4, contacted: 3, median: 4, wallMedian: 4, withinFive: 2 },
      messages: { ...none, total: 1 },
      calls: none,
      people: [],
    },
  ]);
});

test("exports and deletions stay in the audit log after their records are deleted", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  const message = { name: "Ann", email: "ann@example.com", message: "Hello" };
  await sendContactMessage(site, message);
  const { contacts } = (await call("GET", "/api/contact/admin/submissions")).json();
  await call("DELETE", `/api/contact/admin/submissions/${contacts[0]._id}`);
  await call("GET", "/api/bookings/export/csv?status=Completed");
  const at = site.clock.now().toISOString();
  const actor = "dana@example.com";
  expect((await call("GET", "/api/analytics/activity")).json()).toEqual({
    success: true,
    activity: [
      { at, actor, action: "exported", to: "filtered by status=Completed", subject: "bookings" },
      { at, actor, action: "deleted", subject: "contact" },
    ],
  });
});

test("the agenda begins today and has open meetings only", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { call } = await addSignedIn(site);
  await bookMeeting(site, { firstName: "Later", meetingDate: "2026-11-25" });
  await bookMeeting(site, { firstName: "Today", meetingDate: "2026-11-20", meetingTime: "2:00 PM" });
  await bookMeeting(site, { firstName: "Off", meetingDate: "2026-11-21" });
  const { bookings } = (await call("GET", "/api/bookings/list?search=off")).json();
  await call("PATCH", `/api/bookings/${bookings[0]._id}/status`, { status: "Cancelled" });
  const agenda = (await call("GET", "/api/bookings/agenda")).json();
  expect(agenda.today).toBe("2026-11-20");
  expect(agenda.meetings.map(({ firstName }: { firstName: string }) => firstName)).toEqual(["Today", "Later"]);
});
