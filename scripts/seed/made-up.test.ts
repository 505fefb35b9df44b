import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import { newBookingSchema } from "#inquiries/bookings/booking.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import { contactInputSchema } from "#inquiries/contact/contact.ts";
import { formatTime } from "#platform/dates.ts";
import { madeUpBookings, madeUpMessages, madeUpUsers } from "./made-up.ts";
import { MADE_UP_DOMAIN, MadeUpLeads } from "./made-up-leads.ts";
import { randomFrom } from "./random.ts";

const now = new Date("2026-11-20T06:00:00.000Z");
const rules = siteBookingRules(currentFacts());
const leadsOf = (seed: string) => new MadeUpLeads({ random: randomFrom(`${seed} leads`) });
const bookings = (seed: string) => [
  ...madeUpBookings(500, { random: randomFrom(seed), rules, now, leads: leadsOf(seed) }),
];

test("the same seed makes the same people, another seed others", () => {
  expect(bookings("1")).toEqual(bookings("1"));
  expect(bookings("1")[0]).not.toEqual(bookings("2")[0]);
});

test("made-up data is what the forms would accept, oldest first, and marked as made up", () => {
  let before = "";
  for (const row of bookings("1")) {
    const { street, city, state, zip_code: zipCode } = row;
    const accepted = newBookingSchema.safeParse({
      firstName: row.first_name,
      lastName: row.last_name,
      // Some callers gave none.
      email: row.email ?? `caller@${MADE_UP_DOMAIN}`,
      phone: row.phone,
      preferredContact: row.preferred_contact,
      propertyAddress: { street, city, state, zipCode },
      propertyType: row.property_type,
      currentSituation: row.current_situation,
      timeframeToSell: row.timeframe_to_sell,
      meetingType: row.meeting_type,
      meetingDate: row.meeting_date,
      meetingTime: formatTime(row.meeting_time),
    });
    expect(accepted.error, JSON.stringify(row)).toBeUndefined();
    if (row.email) expect(row.email).toMatch(new RegExp(`@${MADE_UP_DOMAIN}$`));
    expect(row.seat === null).toBe(row.status === "Cancelled");
    expect(row.created_at >= before).toBe(true);
    before = row.created_at;
  }
  for (const row of madeUpMessages(200, { random: randomFrom("1"), now, leads: leadsOf("1") }))
    expect(contactInputSchema.safeParse({ ...row, phone: row.phone ?? undefined }).success).toBe(true);
});

test.each(["1", "2", "3"])("a small site of seed %s looks in use, and holds no slot twice", (seed) => {
  const rows = [...madeUpBookings(200, { random: randomFrom(`${seed} bookings`), rules, now, leads: leadsOf(seed) })];
  const held = rows.filter(({ seat }) => seat !== null);
  const between = (from: string, to: string) =>
    held.filter(({ meeting_date }) => meeting_date >= from && meeting_date <= to).length;
  expect(between("2026-11-20", "2026-11-26")).toBeGreaterThanOrEqual(4);
  expect(between("2026-11-27", "2026-12-03")).toBeGreaterThanOrEqual(3);
  expect(between("2026-11-13", "2026-11-19")).toBeGreaterThanOrEqual(3);
  const slots = new Set(held.map(({ meeting_date, meeting_time }) => `${meeting_date} ${meeting_time}`));
  expect(rules.capacityPerSlot).toBe(1);
  expect(slots.size).toBe(held.length);
});

test("of very many the oldest are five years old", () => {
  const [oldest] = madeUpBookings(1_000_000, { random: randomFrom("1"), rules, now, leads: leadsOf("1") });
  expect(oldest?.created_at.slice(0, 7)).toBe("2021-11");
});

test("nobody made up can sign in", () => {
  const hashes = new Set([...madeUpUsers(5, { random: randomFrom("1"), now })].map((user) => user.password_hash));
  expect([...hashes]).toEqual([expect.stringMatching(/\$A+\$A+$/)]);
});
