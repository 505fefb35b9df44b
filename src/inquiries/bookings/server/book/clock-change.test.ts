import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import { siteAvailability } from "#inquiries/bookings/availability.ts";
import { FILE_HEADINGS } from "#inquiries/bookings/columns.ts";
import { csvLine } from "#platform/server/csv/csv.ts";
import { addSignedIn } from "#test/accounts.ts";
import { book, freeTimes, post } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

const SPRING = "2027-03-14";
const AUTUMN = "2027-11-07";

async function openAtNight() {
  const site = await startSite({ now: "2027-03-08T15:00:00.000Z", env: { RATE_LIMIT: "off" } });
  const { call, session } = await addSignedIn(site);
  const hours = { sunday: { opens: "01:00", closes: "04:00" } };
  const availability = { ...siteAvailability(currentFacts()), hours, horizonDays: 365 };
  expect((await call("PUT", "/api/bookings/availability", { availability })).statusCode).toBe(200);
  const slots = (date: string) => freeTimes(site, date);
  const bookAt = (meetingDate: string, meetingTime: string) =>
    book(site, {
      meetingDate,
      meetingTime,
      email: `at${meetingDate}.${meetingTime.slice(0, 1)}@example.com`,
    });
  return { site, call, session, slots, bookAt };
}

test("a meeting in the hour that the spring change skips is neither offered nor taken, by whatever way it is asked for", async () => {
  const { site, call, slots, bookAt } = await openAtNight();
  expect(await slots(SPRING)).toEqual(["1:00 AM", "1:30 AM", "3:00 AM", "3:30 AM"]);
  const { days } = (await site.app.inject("/api/bookings/available-days")).json();
  expect(days.find(({ date }: { date: string }) => date === SPRING)).toMatchObject({ state: "open", available: 4 });
  for (const time of ["2:00 AM", "2:30 AM"]) {
    const answer = await bookAt(SPRING, time);
    expect(answer.statusCode, time).toBe(400);
    expect(answer.json().code).toBe("slot_not_offered");
  }

  const booked = (await bookAt(SPRING, "3:00 AM")).json();
  const moved = { meetingDate: SPRING, meetingTime: "2:30 AM" };
  const byStaff = await call("PATCH", `/api/bookings/${booked.bookingId}/status`, { status: "Rescheduled", ...moved });
  expect(byStaff.json().code).toBe("slot_not_offered");
  const token = new URL(booked.manageUrl).hash.slice(1);
  const payload = { token, sequence: 0, ...moved };
  const byVisitor = await post(site, "/api/manage-meeting/move", payload);
  expect(byVisitor.json().code).toBe("slot_not_offered");
  expect(await slots(SPRING)).toEqual(["1:00 AM", "1:30 AM", "3:30 AM"]);
});

test("the hour that the autumn change doubles is offered once, and each of its times is taken once", async () => {
  const { slots, bookAt } = await openAtNight();
  expect(await slots(AUTUMN)).toEqual(["1:00 AM", "1:30 AM", "2:00 AM", "2:30 AM", "3:00 AM", "3:30 AM"]);
  expect((await bookAt(AUTUMN, "1:30 AM")).statusCode).toBe(201);
  expect((await bookAt(AUTUMN, "1:30 AM")).json().code).toBe("slot_taken");
  expect(await slots(AUTUMN)).toEqual(["1:00 AM", "2:00 AM", "2:30 AM", "3:00 AM", "3:30 AM"]);
});

test("an imported meeting in the skipped hour stays unchanged and is listed as outside", async () => {
  const { site, call, session } = await openAtNight();
  const line: Record<string, string> = {
    "First name": "Renée",
    "Last name": "Núñez",
    Email: "renee@example.com",
    Phone: "(217) 555-0101",
    "Preferred contact": "Phone",
    Street: "12 Elm Street",
    City: "Springfield",
    State: "IL",
    "ZIP code": "62704",
    "Property type": "Condo",
    "Current situation": "Other",
    "Timeframe to sell": "As soon as possible",
    "Meeting type": "Phone call",
    "Meeting date": SPRING,
    "Meeting time": "2:30 AM",
  };
  const file = csvLine(FILE_HEADINGS) + csvLine(FILE_HEADINGS.map((name) => line[name] ?? ""));
  const imported = await post(site, "/api/bookings/import?mode=import", file, {
    headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" },
  });
  expect(imported.json()).toMatchObject({ success: true });
  const { outside } = (await call("GET", "/api/bookings/availability")).json();
  expect(outside.bookings).toEqual([
    expect.objectContaining({ meetingTime: "2:30 AM", reason: "skipped by the clock change, 2:00 AM to 3:00 AM" }),
  ]);
});
