import { expect, test } from "vitest";
import type { Promptness } from "#deals/offers/admin.ts";
import { addSignedIn } from "#test/accounts.ts";
import { bookLead, sentOffer } from "#test/sent-offers.ts";
import { startSite, type TestSite } from "#test/server.ts";

const TIMES = ["9:00 AM", "9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM", "11:30 AM"];
const MINUTE = 60;

async function hold(site: TestSite, number: number): Promise<string> {
  const email = `seller${number}@example.com`;
  const lead = await bookLead(site, { email, meetingTime: TIMES[number], meetingType: "phone" });
  const metAt = site.clock.now().toISOString();
  await site.database.transaction((trx) =>
    trx.updateTable("leads").set({ stage: "Met", met_at: metAt }).where("id", "=", lead).execute(),
  );
  return lead;
}

test("the median from meeting to offer counts business hours, and is not shown for fewer than five", async () => {
  const site = await startSite({
    env: { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "7200" },
    now: "2026-11-20T23:00:00.000Z",
  });
  const admin = await addSignedIn(site);
  const leads: string[] = [];
  for (let number = 0; number < 6; number++) leads.push(await hold(site, number));
  const read = async () => (await admin.call("GET", "/api/offers/promptness")).json<Promptness>();
  const thisWeek = async () => (await read()).weeks.at(-1);
  expect(await thisWeek()).toEqual({ from: "2026-11-16", met: 6, offered: 0, median: null });
  // Friday 5 PM plus one business hour is the closing; the next offer goes out on Saturday after 11:00 AM.
  site.clock.advance(30 * MINUTE);
  for (const lead of leads.slice(0, 2)) await sentOffer(admin, lead);
  site.clock.advance(30 * MINUTE);
  for (const lead of leads.slice(2, 4)) await sentOffer(admin, lead);
  expect(await thisWeek()).toMatchObject({ met: 6, offered: 4, median: null });
  const saturday = await signInAt(site, "2026-11-21T17:00:00.000Z");
  await sentOffer(saturday, leads[4] ?? "");
  const { weeks, waiting, waitingTotal } = (await saturday.call("GET", "/api/offers/promptness")).json<Promptness>();
  expect(weeks).toHaveLength(12);
  expect(weeks.at(-1)).toEqual({ from: "2026-11-16", met: 6, offered: 5, median: 60 });
  expect(waitingTotal).toBe(1);
  expect(waiting).toMatchObject([{ leadId: leads[5], name: "Renée O'Brien-Núñez", minutes: 120 }]);
});

test("a person who has an offer, is lost or only had a meeting set waits for none", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const withOffer = await hold(site, 0);
  const lost = await hold(site, 1);
  await bookLead(site, { email: "seller2@example.com", meetingTime: TIMES[2], meetingType: "phone" });
  await sentOffer(admin, withOffer);
  await site.database.transaction((trx) =>
    trx.updateTable("leads").set({ stage: "Lost", is_open: 0 }).where("id", "=", lost).execute(),
  );
  const { waiting, waitingTotal } = (await admin.call("GET", "/api/offers/promptness")).json<Promptness>();
  expect([waiting, waitingTotal]).toEqual([[], 0]);
});

async function signInAt(site: TestSite, instant: string) {
  site.clock.set(instant);
  return addSignedIn(site, { email: "saturday@example.com" });
}
