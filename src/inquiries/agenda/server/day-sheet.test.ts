import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import type { DaySheet } from "#inquiries/agenda/admin.ts";
import { siteAvailability } from "#inquiries/bookings/availability.ts";
import { addSignedIn } from "#test/accounts.ts";
import { newBooking } from "#test/people.ts";
import { bookMeeting } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

async function signedInSite() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { call } = await addSignedIn(site);
  const sheet = async (query = ""): Promise<DaySheet> => {
    const answer = await call("GET", `/api/bookings/day-sheet${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  return { site, call, sheet };
}

test("the sheet shows today and the six days after it, each day in order of time, and why a day is closed", async () => {
  const { site, call, sheet } = await signedInSite();
  await bookMeeting(site, { meetingTime: "10:00 AM", firstName: "Second" });
  await bookMeeting(site, { meetingTime: "9:00 AM", firstName: "First" });
  await bookMeeting(site, { meetingDate: "2026-11-20", meetingTime: "5:00 PM", firstName: "Today" });
  await bookMeeting(site, { meetingDate: "2026-11-30", firstName: "Later" });
  const closures = [{ from: "2026-11-25", to: "2026-11-26", reason: "Thanksgiving" }];
  await call("PUT", "/api/bookings/availability", { availability: { ...siteAvailability(currentFacts()), closures } });
  const { today, timeZone, days } = await sheet();
  expect({ today, timeZone }).toEqual({ today: "2026-11-20", timeZone: "America/Chicago" });
  expect(days.map(({ date }) => date)).toEqual([20, 21, 22, 23, 24, 25, 26].map((day) => `2026-11-${day}`));
  expect(days.flatMap(({ meetings }) => meetings.map(({ firstName }) => firstName))).toEqual([
    "Today",
    "First",
    "Second",
  ]);
  expect(days.filter(({ closed }) => closed).map(({ date, closed }) => [date, closed])).toEqual([
    ["2026-11-22", "closed on Sundays"],
    ["2026-11-25", "closed: Thanksgiving"],
    ["2026-11-26", "closed: Thanksgiving"],
  ]);
  const other = await sheet("?date=2026-11-30&days=1");
  expect(other.today).toBe("2026-11-20");
  expect(other.days.map(({ date, meetings }) => [date, meetings[0]?.firstName])).toEqual([["2026-11-30", "Later"]]);
  expect((await call("GET", "/api/bookings/day-sheet?days=1")).json().days).toHaveLength(1);
});

test("a meeting on the sheet has the facts for the visit, without attribution", async () => {
  const { site, call, sheet } = await signedInSite();
  const { id } = await bookMeeting(site, { source: { first: { utmSource: "google" } } });
  await call("PUT", `/api/bookings/${id}/notes`, { notes: "Dog in the yard." });
  const [meeting] = (await sheet("?date=2026-11-25&days=1")).days[0]?.meetings ?? [];
  const { consent: _, ...typed } = newBooking();
  expect(meeting).toEqual({ ...typed, _id: id, status: "Scheduled", meetingMinutes: 30, notes: "Dog in the yard." });
});

test("the sheet has scheduled, rescheduled and completed meetings, but no cancelled ones", async () => {
  const { site, call, sheet } = await signedInSite();
  for (const [meetingTime, status] of [
    ["9:00 AM", "Scheduled"],
    ["10:00 AM", "Cancelled"],
    ["11:00 AM", "Completed"],
    ["12:00 PM", "Rescheduled"],
  ] as const) {
    const { id } = await bookMeeting(site, { meetingTime, email: `${status}@example.com` });
    if (status !== "Scheduled")
      expect((await call("PATCH", `/api/bookings/${id}/status`, { status })).statusCode).toBe(200);
  }
  const [day] = (await sheet("?date=2026-11-25&days=1")).days;
  expect(day?.meetings.map(({ status }) => status)).toEqual(["Scheduled", "Completed", "Rescheduled"]);
});

test("today is the company's day, also while it is tomorrow in UTC", async () => {
  const { site, call } = await signedInSite();
  site.clock.set("2026-11-21T03:00:00.000Z");
  const { call: later } = await addSignedIn(site, { email: "late@example.com" });
  expect((await later("GET", "/api/bookings/day-sheet")).json()).toMatchObject({ today: "2026-11-20" });
  expect((await call("GET", "/api/bookings/day-sheet")).statusCode).toBe(401);
});

test("an invalid day or number of days is refused", async () => {
  const { call } = await signedInSite();
  for (const query of ["date=2026-02-30", "date=tomorrow", "date=9999-12-31", "date=", "days=0", "days=32", "days=x"]) {
    const answer = await call("GET", `/api/bookings/day-sheet?${query}`);
    expect(answer.statusCode, query).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([query.split("=")[0]]);
  }
});
