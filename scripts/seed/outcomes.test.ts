import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import { STAGES } from "#people/leads/lead.ts";
import { madeUpBookings, madeUpMessages } from "./made-up.ts";
import { MadeUpLeads } from "./made-up-leads.ts";
import { rowsOf } from "./outcomes.ts";
import { randomFrom } from "./random.ts";

const now = new Date("2026-11-20T06:00:00.000Z");
const rules = siteBookingRules(currentFacts());

function aYear(seed = "1", returning?: number) {
  const leads = new MadeUpLeads({ random: randomFrom(`${seed} leads`), ...(returning !== undefined && { returning }) });
  const bookings = [...madeUpBookings(365, { random: randomFrom(`${seed} bookings`), rules, now, leads })];
  const messages = [...madeUpMessages(90, { random: randomFrom(`${seed} contacts`), now, leads })];
  const made = leads.takeFinished({ isEnd: true });
  const rows = rowsOf(made, { random: randomFrom(`${seed} outcomes`), rules, now });
  return { bookings, messages, spend: leads.spend, ...rows };
}

test("the same seed makes the same leads", () => {
  expect(aYear("7").leads).toEqual(aYear("7").leads);
});

test("every booking, message and call belongs to a lead, and every lead to one person", () => {
  const { bookings, messages, inquiries: calls, leads, people } = aYear();
  const counts = new Map<string, number>();
  for (const { lead_id } of [...bookings, ...messages, ...calls]) counts.set(lead_id, (counts.get(lead_id) ?? 0) + 1);
  expect(leads.map(({ id, inquiries }) => [id, inquiries])).toEqual(leads.map(({ id }) => [id, counts.get(id)]));
  expect([...counts.keys()].filter((id) => !leads.some((lead) => lead.id === id))).toEqual([]);
  const ids = new Set(people.map(({ id }) => id));
  expect(ids.size).toBe(people.length);
  expect(leads.filter(({ person_id }) => !ids.has(person_id))).toEqual([]);
  const emails = people.map(({ email_key }) => email_key).filter(Boolean);
  expect(new Set(emails).size).toBe(emails.length);
  expect(people.length).toBeLessThan(leads.length);
  expect(leads.some(({ inquiries }) => inquiries > 2)).toBe(true);
  expect(bookings.some(({ email }) => email === null)).toBe(true);
});

test.each(["1", "2", "3"])(
  "the year of seed %s is believable: fewer at every stage, and some lost for every usual reason",
  (seed) => {
    const { leads, phone_calls: calls } = aYear(seed);
    const share = (part: readonly unknown[]) => part.length / leads.length;
    const [held, offered, contracts, closed] = (["met_at", "offered_at", "contract_at", "closed_at"] as const).map(
      (at) => leads.filter((lead) => lead[at]),
    ) as [typeof leads, typeof leads, typeof leads, typeof leads];
    expect(share(held)).toBeGreaterThan(0.35);
    expect(offered.length).toBeLessThan(held.length);
    expect(contracts.length).toBeLessThan(offered.length / 2);
    expect(closed.length).toBeLessThan(contracts.length);
    expect(closed.length).toBeGreaterThan(10);
    expect(share(calls)).toBeGreaterThan(0.08);
    expect(share(calls)).toBeLessThan(0.3);
    expect(new Set(leads.map(({ stage }) => stage))).toEqual(new Set(STAGES));
    expect(new Set(leads.map(({ lost_reason }) => lost_reason)).size).toBeGreaterThanOrEqual(6);
    for (const lead of leads) {
      expect(lead.lost_reason !== null).toBe(lead.stage === "Lost");
      const times = [lead.met_at, lead.offered_at, lead.contract_at, lead.closed_at].filter((at) => at !== null);
      expect(times).toEqual(times.toSorted());
      for (const at of [...times, lead.created_at]) expect(at <= now.toISOString()).toBe(true);
      expect(lead.offer_cents !== null).toBe(lead.offered_at !== null);
      expect(lead.contract_cents !== null).toBe(lead.contract_at !== null);
    }
  },
);

test("some open leads have no next step, most have, and those that ended have none", () => {
  const { leads, next_steps } = aYear();
  const open = leads.filter(({ is_open }) => is_open === 1);
  expect(open.length).toBeGreaterThan(20);
  expect(next_steps.length).toBeGreaterThan(open.length * 0.8);
  expect(next_steps.length).toBeLessThan(open.length);
  const openIds = new Set(open.map(({ id }) => id));
  expect(next_steps.filter(({ lead_id }) => !openIds.has(lead_id))).toEqual([]);
  for (const { id, next_due_day } of leads)
    expect(next_due_day).toBe(next_steps.find(({ lead_id }) => lead_id === id)?.due_day ?? null);
});

test("an offer is the one that its lead names, and who signed a contract did not say no", () => {
  const { leads, offers, offer_answers } = aYear();
  expect(offers.length).toBeGreaterThan(40);
  for (const { lead_id, offer_cents, sent_at } of offers)
    expect(leads.find(({ id }) => id === lead_id)).toMatchObject({ offer_cents, offered_at: sent_at });
  for (const { offer_id, answer } of offer_answers) {
    const leadId = offers.find(({ id }) => id === offer_id)?.lead_id;
    expect(leads.find(({ id }) => id === leadId)?.contract_at !== null).toBe(answer === "yes");
  }
  expect(new Set(offer_answers.map(({ answer }) => answer))).toEqual(new Set(["yes", "no"]));
  expect(offers.some(({ opened_count }) => opened_count === 0)).toBe(true);
});

test("campaigns cost something in the months in which they brought people", () => {
  const { spend, leads } = aYear();
  const brought = leads.filter(({ first_utm_source }) => first_utm_source && first_utm_source !== "neighbor");
  const cents = [...spend.values()].reduce((sum, amount) => sum + amount, 0);
  expect(cents / brought.length).toBeGreaterThan(5_000);
  expect(cents / brought.length).toBeLessThan(40_000);
  expect(spend.size).toBeGreaterThan(40);
});

test("as many bookings come from people who are known as is asked for", () => {
  const { people, bookings } = aYear("1", 0.7);
  expect(people.length - 90 * 0.65).toBeLessThan(bookings.length * 0.5);
});
