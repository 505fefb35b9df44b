import { expect, test } from "vitest";
import { bookingQuerySchema } from "#bookings/filters.ts";
import { listBookings } from "#bookings/server/listing.ts";
import { siteBookingRules } from "#bookings/slots.ts";
import { foldText, searchedDigits } from "#platform/search.ts";
import { madeUpBookings, randomFrom } from "../scripts/made-up.ts";
import { startSite } from "./server.ts";

const BOOKINGS = 3_000;
const SEARCHES = 60;

test("search and filters find what a plain look at every row finds, page by page", async () => {
  const { database, clock } = await startSite();
  const random = randomFrom("search");
  const rows = [...madeUpBookings(BOOKINGS, { random, rules: siteBookingRules, now: clock.now() })];
  await database.transaction(async (trx) => {
    for (let start = 0; start < rows.length; start += 250)
      await trx
        .insertInto("bookings")
        .values(rows.slice(start, start + 250))
        .execute();
  });
  const newest = rows.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));

  for (let count = 0; count < SEARCHES; count++) {
    const person = rows[Math.floor(random() * rows.length)];
    const source = [`${person?.first_name} ${person?.last_name}`, person?.email, person?.phone][count % 3] ?? "";
    const length = 1 + Math.floor(random() * 12);
    const start = Math.floor(random() * Math.max(1, source.length - length));
    const search = source.slice(start, start + length).trim() || "a";
    const query = bookingQuerySchema.parse({
      search,
      ...(count % 4 === 0 && { status: "Cancelled" }),
      ...(count % 5 === 0 && { meetingType: "In-Person Meeting" }),
      ...(count % 7 === 0 && { page: "2" }),
    });
    const digits = searchedDigits(search);
    const expected = newest
      .filter((row) => !query.status || query.status.includes(row.status))
      .filter((row) => !query.meetingType || query.meetingType.includes(row.meeting_type))
      .filter(
        (row) =>
          row.search_text.includes(foldText(search)) || (digits !== undefined && row.phone_digits.includes(digits)),
      );
    const found = await listBookings(database, query, query);
    expect(found.total, search).toBe(expected.length);
    const from = (query.page - 1) * query.limit;
    expect(
      found.rows.map(({ id }) => id),
      search,
    ).toEqual(expected.slice(from, from + query.limit).map(({ id }) => id));
  }
});
