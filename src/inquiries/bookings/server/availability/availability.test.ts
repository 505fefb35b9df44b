import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import { type Availability, siteAvailability } from "#inquiries/bookings/availability.ts";
import { newId } from "#platform/server/ids.ts";
import { addSignedIn } from "#test/accounts.ts";
import type { BookingChanges } from "#test/people.ts";
import { bookPatiently, freeTimes, post } from "#test/requests.ts";
import { databaseOf, startSite, type TestSite, type TestSiteOptions } from "#test/server.ts";
import { readRules } from "./store.ts";

const OFF = { RATE_LIMIT: "off" };
const WEDNESDAY = "2026-11-25";

async function start(options: TestSiteOptions = {}) {
  const site = await startSite({ env: OFF, ...options });
  const { call, session } = await addSignedIn(site, { email: "dana@example.com" });
  const change = (changes: Partial<Availability>, version?: number) =>
    call("PUT", "/api/bookings/availability", {
      availability: { ...siteAvailability(currentFacts()), ...changes },
      version,
    });
  return { site, call, change, session };
}

let visitors = 0;

/** Each call is another visitor's. */
function bookAsNext(site: TestSite, changes: BookingChanges = {}) {
  visitors += 1;
  return bookPatiently(site, { email: `visitor${visitors}@example.com`, ...changes });
}

test("a new database starts with the availability of the first version", async () => {
  const { call } = await start();
  expect((await call("GET", "/api/bookings/availability")).json()).toEqual({
    success: true,
    availability: siteAvailability(currentFacts()),
    version: 1,
    outside: { total: 0, bookings: [] },
  });
});

test("an availability of an older version gets defaults for new fields, and an invalid one names the error", async () => {
  const { site, call } = await start();
  const store = (content: object) =>
    site.database.transaction((trx) =>
      trx
        .updateTable("availability")
        .set({ revision: newId(), content: JSON.stringify(content) })
        .execute(),
    );
  const { bufferMinutes, holidays, ...older } = siteAvailability(currentFacts());
  await store({ ...older, slotMinutes: 45 });
  const { availability } = (await call("GET", "/api/bookings/availability")).json();
  expect(availability).toEqual({ ...older, slotMinutes: 45, bufferMinutes, holidays });
  expect(await freeTimes(site, WEDNESDAY)).toContain("9:45 AM");

  await store({ ...older, closures: [{ from: WEDNESDAY, to: WEDNESDAY }] });
  await expect(readRules(site.database.read)).rejects.toThrow("cannot be read: closures.0.reason");
  expect((await bookAsNext(site)).statusCode).toBe(500);
});

test("a change applies at once, in every process", async () => {
  const { site, change } = await start();
  const other = await startSite({ env: { ...databaseOf(site), ...OFF } });
  expect(await freeTimes(other, WEDNESDAY)).toContain("9:00 AM");
  const hours = { ...siteAvailability(currentFacts()).hours, wednesday: { opens: "10:00", closes: "12:00" } };
  expect((await change({ hours, slotMinutes: 60 })).statusCode).toBe(200);
  expect(await freeTimes(other, WEDNESDAY)).toEqual(["10:00 AM", "11:00 AM"]);
  expect((await bookAsNext(other, { meetingTime: "9:00 AM" })).json().code).toBe("slot_not_offered");
  expect((await bookAsNext(other, { meetingTime: "10:00 AM" })).statusCode).toBe(201);
  await change({ closures: [{ from: WEDNESDAY, to: WEDNESDAY, reason: "Roof repair" }] });
  expect(await freeTimes(other, WEDNESDAY)).toEqual([]);
  expect((await bookAsNext(other, { meetingTime: "11:00 AM" })).json().code).toBe("slot_not_offered");
});

test("a closed day says why, and a closed range closes its last day too", async () => {
  const { site, change } = await start();
  await change({ closures: [{ from: "2026-11-24", to: WEDNESDAY, reason: "Staff training" }] });
  const { slots, closed } = (await site.app.inject(`/api/bookings/available-slots?date=${WEDNESDAY}`)).json();
  expect({ slots, closed }).toEqual({ slots: [], closed: { reason: "Staff training" } });
  const sunday = (await site.app.inject("/api/bookings/available-slots?date=2026-11-29")).json();
  expect(sunday).not.toHaveProperty("closed");
  const { days } = (await site.app.inject("/api/bookings/available-days")).json();
  const stateOf = (date: string) => days.find((day: { date: string }) => day.date === date);
  expect(stateOf("2026-11-24")).toMatchObject({ state: "closed", reason: "closed: Staff training" });
  expect(stateOf("2026-11-25")).toMatchObject({ state: "closed", reason: "closed: Staff training" });
  expect(stateOf("2026-11-26")).toMatchObject({ state: "open" });
  expect(stateOf("2026-11-29")).toMatchObject({ state: "closed", reason: "closed on Sundays" });
});

test("one switch closes a year's federal holidays, but for those on which the company works", async () => {
  const { site, change } = await start();
  await change({ holidays: [{ year: 2026, open: ["2026-12-25"] }] });
  const thanksgiving = await site.app.inject("/api/bookings/available-slots?date=2026-11-26");
  expect(thanksgiving.json()).toMatchObject({ slots: [], closed: { reason: "Thanksgiving Day" } });
  expect(await freeTimes(site, "2026-12-25")).not.toEqual([]);
  expect(await freeTimes(site, "2027-01-01")).not.toEqual([]);
  await change({ holidays: [{ year: 2027, open: [] }] });
  expect(await freeTimes(site, "2026-11-26")).not.toEqual([]);
  expect(await freeTimes(site, "2027-01-01")).toEqual([]);
});

test("bookings that fall outside are listed before and after the change, and none is changed", async () => {
  const { site, call, change } = await start();
  await bookAsNext(site, { meetingTime: "9:00 AM", firstName: "Early" });
  await bookAsNext(site, { meetingTime: "11:00 AM" });
  await bookAsNext(site, { meetingDate: "2026-11-27", firstName: "Family" });
  const gone = (await bookAsNext(site, { meetingTime: "9:30 AM" })).json().bookingId;
  await call("PATCH", `/api/bookings/${gone}/status`, { status: "Cancelled" });
  const rows = () => site.database.read.selectFrom("bookings").selectAll().orderBy("id").execute();
  const before = await rows();

  const availability = {
    ...siteAvailability(currentFacts()),
    hours: { ...siteAvailability(currentFacts()).hours, wednesday: { opens: "10:00", closes: "18:00" } },
    closures: [{ from: "2026-11-27", to: "2026-11-28", reason: "Family days" }],
  };
  const outside = {
    total: 2,
    bookings: [
      { firstName: "Early", meetingTime: "9:00 AM", reason: "outside the hours, 10:00 AM to 6:00 PM" },
      { firstName: "Family", meetingDate: "2026-11-27", reason: "closed: Family days" },
    ],
  };
  const checked = await call("POST", "/api/bookings/availability/check", availability);
  expect(checked.json()).toMatchObject({ outside });
  expect((await call("GET", "/api/bookings/availability")).json()).toMatchObject({ version: 1, outside: { total: 0 } });
  expect((await change(availability)).json()).toMatchObject({ version: 2, outside });
  expect((await call("GET", "/api/bookings/availability")).json()).toMatchObject({ version: 2, outside });
  expect(await rows()).toEqual(before);
});

test("a change by another admin is not overwritten, and the history says who changed what", async () => {
  const { site, call, change } = await start();
  const colleague = await addSignedIn(site, { email: "marcus@example.com" });
  expect((await change({ slotMinutes: 60 }, 1)).json().version).toBe(2);
  const late = await colleague.call("PUT", "/api/bookings/availability", {
    availability: { ...siteAvailability(currentFacts()), horizonDays: 30 },
    version: 1,
  });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", version: 2, availability: { slotMinutes: 60 } });
  await change({ slotMinutes: 60, closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Family" }] }, 2);
  await change({ slotMinutes: 60, closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Family" }] }, 3);
  const { history } = (await call("GET", "/api/bookings/availability/history")).json();
  expect(history).toMatchObject([
    { actor: "dana@example.com", action: "changed", to: "closed dates added: Dec 24, 2026 to Dec 26, 2026 (Family)" },
    { actor: "dana@example.com", action: "changed", to: "slot length: 30 → 60 minutes" },
  ]);
  expect(history).toHaveLength(2);
});

test("invalid settings are refused at their field", async () => {
  const { call, change } = await start();
  const closure = { from: "2026-12-26", to: "2026-12-24", reason: " " };
  const monday = { opens: "18:00", closes: "09:00" };
  const refused: [Partial<Record<keyof Availability, unknown>>, Record<string, string>][] = [
    [{ hours: { monday } }, { "hours.monday.closes": "Closing must be after opening" }],
    [
      { hours: { monday: { opens: "9", closes: "18:00" } } },
      { "hours.monday.opens": "Please enter a time such as 09:00" },
    ],
    [
      { hours: { friday: { opens: "09:00", closes: "09:45" } }, slotMinutes: 60 },
      { "hours.friday.closes": "Friday is shorter than one meeting" },
    ],
    [{ slotMinutes: 3 }, { slotMinutes: "Please enter 5 to 480 minutes" }],
    [{ capacityPerSlot: 0 }, { capacityPerSlot: "Please enter 1 to 20 meetings" }],
    [{ horizonDays: 1.5 }, { horizonDays: "Please enter 1 to 365 days" }],
    [{ bufferMinutes: -30 }, { bufferMinutes: "Please enter 0 to 240 minutes" }],
    [{ closures: [closure] }, { "closures.0.reason": "Please give a reason: visitors read it" }],
    [{ closures: [{ ...closure, reason: "Family" }] }, { "closures.0.to": "The last day is before the first" }],
    [{ closures: [{ ...closure, to: "2027-02-30" }] }, { "closures.0.to": "Please choose a day" }],
    [
      {
        holidays: [
          { year: 2026, open: [] },
          { year: 2026, open: [] },
        ],
      },
      { holidays: "A year is listed twice" },
    ],
  ];
  for (const [changes, fields] of refused) {
    const answer = await change(changes as Partial<Availability>);
    expect(answer.statusCode, JSON.stringify(changes)).toBe(400);
    const named = Object.entries(fields).map(([name, message]) => [`availability.${name}`, message]);
    expect(answer.json().fields).toMatchObject(Object.fromEntries(named));
  }
  expect((await call("GET", "/api/bookings/availability")).json().version).toBe(1);
});

test("after a change of length a new slot is not offered over a meeting of the old length", async () => {
  const { site, change } = await start();
  await bookAsNext(site, { meetingTime: "10:30 AM", meetingType: "phone" });
  await change({ slotMinutes: 60 });
  expect(await freeTimes(site, WEDNESDAY)).not.toContain("10:00 AM");
  expect((await freeTimes(site, WEDNESDAY)).slice(0, 2)).toEqual(["9:00 AM", "11:00 AM"]);
  expect((await bookAsNext(site, { meetingTime: "10:00 AM" })).json().code).toBe("slot_taken");
  const longer = await bookAsNext(site, { meetingTime: "11:00 AM" });
  const invite = (await site.app.inject(`/api/bookings/${longer.json().bookingId}/invite.ics`)).body;
  expect(invite).toMatch(/DTEND:20261125T180000Z/);
  await change({});
  expect(await freeTimes(site, WEDNESDAY)).not.toContain("11:30 AM");
  expect(await freeTimes(site, WEDNESDAY)).toContain("12:00 PM");
  expect((await bookAsNext(site, { meetingTime: "11:30 AM" })).json().code).toBe("slot_taken");
});

test("a cancelled meeting of the old length comes back only where it still fits", async () => {
  const { site, call, change } = await start();
  const { bookingId } = (await bookAsNext(site, { meetingTime: "10:30 AM" })).json();
  const setStatus = (status: string) => call("PATCH", `/api/bookings/${bookingId}/status`, { status });
  await setStatus("Cancelled");
  await change({ slotMinutes: 60 });
  const rival = (await bookAsNext(site, { meetingTime: "10:00 AM" })).json().bookingId;
  expect((await setStatus("Scheduled")).json().code).toBe("slot_taken");
  await call("PATCH", `/api/bookings/${rival}/status`, { status: "Cancelled" });
  expect((await setStatus("Scheduled")).statusCode).toBe(200);
  expect(await freeTimes(site, WEDNESDAY)).not.toContain("10:00 AM");
});

test("capacity may be raised and lowered; a slot that holds too many is full", async () => {
  const { site, call, change } = await start();
  const first = (await bookAsNext(site)).json().bookingId;
  expect(await freeTimes(site, WEDNESDAY)).not.toContain("10:00 AM");
  await change({ capacityPerSlot: 2 });
  expect(await freeTimes(site, WEDNESDAY)).toContain("10:00 AM");
  await bookAsNext(site);
  expect((await bookAsNext(site)).statusCode).toBe(409);
  const lowered = (await change({ capacityPerSlot: 1 })).json();
  expect(lowered.outside).toMatchObject({
    total: 2,
    bookings: [{ reason: "more meetings at the same time than can be held" }, {}],
  });
  // Cancelling frees the first seat; the second is still taken.
  await call("PATCH", `/api/bookings/${first}/status`, { status: "Cancelled" });
  expect(await freeTimes(site, WEDNESDAY)).not.toContain("10:00 AM");
  expect((await bookAsNext(site)).statusCode).toBe(409);
});

test("an imported meeting that fits no slot keeps its time free all the same, also after another import", async () => {
  const { site, session } = await start();
  const headings =
    "First name,Last name,Email,Phone,Preferred contact,Street,City,State,ZIP code,Property type,Current situation,Timeframe to sell,Meeting type,Meeting date,Meeting time";
  const meetings = [`${WEDNESDAY},10:15 AM`, "2026-11-24,10:00 AM", "2026-11-24,3:15 PM"];
  for (const [number, meeting] of meetings.entries()) {
    const line = `Ana,Moved,ana${number}@example.com,2175550111,phone,1 Elm Street,Springfield,IL,62701,condo,divorce,asap,phone,${meeting}`;
    const answer = await post(site, "/api/bookings/import?mode=import", `${headings}\n${line}`, {
      headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" },
    });
    expect(answer.json()).toMatchObject({ success: true, report: { made: 1 } });
  }
  expect((await freeTimes(site, WEDNESDAY)).slice(0, 3)).toEqual(["9:00 AM", "9:30 AM", "11:00 AM"]);
  for (const meetingTime of ["10:00 AM", "10:30 AM"])
    expect((await bookAsNext(site, { meetingTime })).json().code).toBe("slot_taken");
});

test("a buffer keeps the time around meetings in person free, and times depend on the type of meeting", async () => {
  const { site, call, change } = await start();
  await change({ bufferMinutes: 45 });
  await bookAsNext(site, { meetingTime: "12:00 PM", meetingType: "in-person-property" });
  const { bookingId } = (await bookAsNext(site, { meetingTime: "3:00 PM", meetingType: "phone" })).json();
  const byPhone = await freeTimes(site, WEDNESDAY, "phone");
  for (const near of ["11:00 AM", "11:30 AM", "12:00 PM", "12:30 PM", "1:00 PM"]) expect(byPhone).not.toContain(near);
  for (const free of ["10:30 AM", "1:30 PM", "2:30 PM", "3:30 PM"]) expect(byPhone).toContain(free);
  const atHome = await freeTimes(site, WEDNESDAY, "in-person-property");
  for (const near of ["2:00 PM", "2:30 PM", "3:30 PM", "4:00 PM"]) expect(atHome).not.toContain(near);
  for (const free of ["1:30 PM", "4:30 PM"]) expect(atHome).toContain(free);
  expect(await freeTimes(site, WEDNESDAY)).toEqual(atHome);
  expect((await bookAsNext(site, { meetingTime: "3:30 PM" })).json().code).toBe("slot_taken");
  expect((await bookAsNext(site, { meetingTime: "3:30 PM", meetingType: "virtual" })).statusCode).toBe(201);
  const { days, dependsOnMeetingType } = (await site.app.inject("/api/bookings/available-days")).json();
  expect(dependsOnMeetingType).toBe(true);
  expect(days.find(({ date }: { date: string }) => date === WEDNESDAY).available).toBe(
    (await freeTimes(site, WEDNESDAY)).length,
  );

  const move = (meetingTime: string) =>
    call("PATCH", `/api/bookings/${bookingId}/status`, { status: "Rescheduled", meetingDate: WEDNESDAY, meetingTime });
  expect((await move("12:30 PM")).json().code).toBe("slot_taken");
  expect((await move("1:30 PM")).statusCode).toBe(200);
});

test("two processes, everybody at once around one buffer: no two meetings come too close", {
  timeout: 60_000,
}, async () => {
  const { site, change } = await start();
  const other = await startSite({ env: { ...databaseOf(site), ...OFF } });
  await change({ bufferMinutes: 45, slotMinutes: 30 });
  const times = ["9:00 AM", "9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM", "11:30 AM", "12:00 PM", "12:30 PM"];
  const days = ["2026-11-24", "2026-11-25", "2026-11-27", "2026-11-30", "2026-12-01"];
  await Promise.all(
    days.flatMap((meetingDate) =>
      times.flatMap((meetingTime, index) =>
        [site, other].map((process, number) =>
          bookAsNext(process, {
            meetingDate,
            meetingTime,
            meetingType: (index + number) % 2 ? "phone" : "in-person-property",
          }),
        ),
      ),
    ),
  );
  const taken = await takenSpans(site);
  expect(taken.length).toBeGreaterThanOrEqual(days.length);
  expectCapacity(taken, 45);
});

test("bookings in flight while length and capacity change never overlap", { timeout: 60_000 }, async () => {
  const { site, change } = await start();
  const other = await startSite({ env: { ...databaseOf(site), ...OFF } });
  const days = ["2026-11-24", "2026-11-25", "2026-11-27", "2026-11-30", "2026-12-01"];
  const times = ["9:00 AM", "9:30 AM", "9:45 AM", "10:00 AM", "10:30 AM", "11:00 AM", "11:15 AM", "11:30 AM"];
  const bookings = days.flatMap((meetingDate) =>
    times.flatMap((meetingTime) =>
      [site, other].map((process) => bookAsNext(process, { meetingDate, meetingTime, meetingType: "phone" })),
    ),
  );
  for (const slotMinutes of [60, 45, 30, 90, 15]) expect((await change({ slotMinutes })).statusCode).toBe(200);
  const statuses = (await Promise.all(bookings)).map(({ statusCode }) => statusCode);
  expect(statuses.every((status) => [201, 400, 409].includes(status))).toBe(true);
  const taken = await takenSpans(site);
  expect(taken).toHaveLength(statuses.filter((status) => status === 201).length);
  expectCapacity(taken, 0);
});

test("a day that is closed while visitors book it: every accepted booking is listed as outside", async () => {
  const { site, call, change } = await start();
  const other = await startSite({ env: { ...databaseOf(site), ...OFF } });
  const times = ["9:00 AM", "9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM", "11:30 AM", "12:00 PM", "12:30 PM"];
  const bookings = times.map((meetingTime, index) => bookAsNext(index % 2 ? site : other, { meetingTime }));
  const answer = await change({ closures: [{ from: WEDNESDAY, to: WEDNESDAY, reason: "Roof repair" }] });
  const booked = (await Promise.all(bookings)).filter(({ statusCode }) => statusCode === 201).length;
  expect(answer.json().outside.total).toBe(booked);
  expect((await call("GET", "/api/bookings/availability")).json().outside.total).toBe(booked);
  expect((await bookAsNext(other, { meetingTime: "1:00 PM" })).json().code).toBe("slot_not_offered");
});

type Span = { day: string; start: number; end: number; isInPerson: boolean };

async function takenSpans(site: TestSite): Promise<Span[]> {
  const rows = await site.database.read.selectFrom("bookings").selectAll().where("seat", "is not", null).execute();
  return rows.map((row) => {
    const [hours = 0, minutes = 0] = row.meeting_time.split(":").map(Number);
    const start = hours * 60 + minutes;
    const isInPerson = row.meeting_type.startsWith("in-person");
    return { day: row.meeting_date, start, end: start + row.meeting_minutes, isInPerson };
  });
}

function expectCapacity(taken: readonly Span[], bufferMinutes: number): void {
  for (const one of taken)
    for (const other of taken) {
      if (one === other || one.day !== other.day || other.start < one.start) continue;
      const buffer = one.isInPerson || other.isInPerson ? bufferMinutes : 0;
      expect(other.start - one.end, JSON.stringify([one, other])).toBeGreaterThanOrEqual(buffer);
    }
}
