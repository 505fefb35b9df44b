// A list whose matches are counted apart: a letter is in most bookings, and the page shall not wait for their number.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { AdminBooking } from "#inquiries/bookings/admin.ts";
import { addSignedIn } from "#test/accounts.ts";
import { bookMeeting } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const OFF = { env: { RATE_LIMIT: "off" } };
const TIMES = ["9:00 AM", "9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM", "11:30 AM", "12:00 PM", "12:30 PM", "1:00 PM"];
const PEOPLE = ["Ann Zeller", "Bo Li", "José Núñez", "Zoë O'Hara", "Maria Lee", "Jan Zogu", "Al Azzam"];
/** More numbers than the search reads in one go. */
const APART = 15_000;

async function siteWithBookings(): Promise<TestSite> {
  const site = await startSite(OFF);
  for (const [index, name] of PEOPLE.entries()) {
    const [firstName = "", lastName = ""] = name.split(" ");
    await bookMeeting(site, {
      meetingTime: TIMES[index],
      firstName,
      lastName,
      email: `person${index}@example.com`,
      phone: `217-555-01${index}${index}`,
    });
    site.clock.advance(1);
  }
  // As if many bookings lay between them: SQLite searches a window of these numbers at a time.
  if (site.database.engine === "sqlite")
    await site.database.transaction(async (trx) => {
      await sql`update inquiries_search_rows set n = -n`.execute(trx);
      await sql`update inquiries_search_rows set n = -n * ${sql.lit(APART)}`.execute(trx);
    });
  return site;
}

test("a list without its number has the same bookings on each page, and says whether there are more", async () => {
  const { call } = await addSignedIn(await siteWithBookings());
  const page = async (query: string) => (await call("GET", `/api/bookings/list?limit=2&${query}`)).json();
  const idsOf = ({ bookings }: { bookings: AdminBooking[] }) => bookings.map(({ _id }) => _id);
  for (const filter of [
    "",
    "search=a",
    "search=zz",
    "search=Zo",
    "search=7",
    "search=%25",
    "search=a&status=Cancelled",
  ])
    for (const number of [1, 2, 3, 4, 5]) {
      const whole = await page(`${filter}&page=${number}`);
      const uncounted = await page(`${filter}&page=${number}&total=later`);
      expect(idsOf(uncounted), `${filter}, page ${number}`).toEqual(idsOf(whole));
      const { totalItems, totalPages, ...rest } = whole.pagination;
      expect(uncounted.pagination, `${filter}, page ${number}`).toEqual(rest);
      const totals = (await call("GET", `/api/bookings/list/total?limit=2&${filter}`)).json();
      expect(totals).toEqual({ success: true, totalItems, totalPages });
    }
});

test("the numbers asked for apart are right", async () => {
  const { call } = await addSignedIn(await siteWithBookings());
  const count = async (query: string) => (await call("GET", `/api/bookings/list/total?${query}`)).json();
  expect(await count("")).toEqual({ success: true, totalItems: 7, totalPages: 1 });
  expect(await count("search=z&limit=3")).toEqual({ success: true, totalItems: 5, totalPages: 2 });
  expect(await count("search=Ñ")).toEqual(await count("search=n"));
  expect(await count("search=zz")).toMatchObject({ totalItems: 1 });
  expect(await count("search=q")).toEqual({ success: true, totalItems: 0, totalPages: 0 });
  expect(await count("search=a&status=Cancelled")).toMatchObject({ totalItems: 0 });
  expect(await count("search=a&status=Scheduled&meetingType=Phone%20Call")).toMatchObject({ totalItems: 0 });
});

test("housekeeping changes no number", async () => {
  const site = await siteWithBookings();
  const { call } = await addSignedIn(site);
  const [first] = (await call("GET", "/api/bookings/list")).json().bookings as AdminBooking[];
  await call("PATCH", `/api/bookings/${first?._id}/status`, { status: "Cancelled", version: first?.version });
  const numbers = () =>
    Promise.all(
      ["/stats", "/list/total", "/list/total?status=Cancelled", "/list/total?propertyType=Single%20Family"].map(
        async (path) => (await call("GET", `/api/bookings${path}`)).json(),
      ),
    );
  const before = await numbers();
  expect(before).toMatchObject([{ scheduled: 6, cancelled: 1 }, { totalItems: 7 }, { totalItems: 1 }, {}]);
  await site.site.housekeeping.tidy();
  expect(await numbers()).toEqual(before);
  await site.site.housekeeping.tidy();
  expect(await numbers()).toEqual(before);
});

test("anything but later is refused, and so is a number without a session", async () => {
  const site = await siteWithBookings();
  const { call } = await addSignedIn(site);
  for (const total of ["now", "", "later&total=later"]) {
    const answer = await call("GET", `/api/bookings/list?total=${total}`);
    expect(answer.statusCode, total).toBe(400);
    expect(answer.json()).toMatchObject({ success: false });
  }
  expect((await site.app.inject("/api/bookings/list/total?search=a")).statusCode).toBe(401);
});
