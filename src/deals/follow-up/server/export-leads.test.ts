import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { sendContactMessage } from "#test/requests.ts";
import { answerOffer, sentOffer } from "#test/sent-offers.ts";
import { startSite } from "#test/server.ts";

async function start() {
  const site = await startSite({ env: { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" } });
  const admin = await addSignedIn(site);
  const { call } = admin;
  const written = async (name: string) => {
    site.clock.advance(60);
    await sendContactMessage(site, { name, email: `${name.toLowerCase()}@example.com` });
    return (await call("GET", "/api/leads")).json().leads[0]._id as string;
  };
  const names = async (query: string) =>
    (await call("GET", `/api/leads?${query}`))
      .json()
      .leads.map((lead: { person: { name: string } }) => lead.person.name);
  return { site, admin, call, written, names };
}

test("the board sums what each stage is worth, says how long a lead is in it, and what the seller answered", async () => {
  const { site, admin, call, written } = await start();
  const [ada, ben, cleo] = [await written("Ada"), await written("Ben"), await written("Cleo")];
  const { token } = await sentOffer(admin, ada);
  await answerOffer(site, token, { answer: "counter", amountCents: 16_000_000 });
  await call("PATCH", `/api/leads/${ben}/stage`, { stage: "Under contract", contractCents: 10_000_000 });
  await call("PATCH", `/api/leads/${cleo}/stage`, {
    stage: "Closed",
    contractCents: 5_000_000,
    closingCents: 6_000_000,
  });
  const board = async () => {
    const { stages, dormant } = (await call("GET", "/api/leads/board")).json();
    const sums = Object.fromEntries(
      stages.map((one: { stage: string; count: number; sumCents: number }) => [one.stage, [one.count, one.sumCents]]),
    );
    return { sums, dormant, offered: stages[4].leads[0] };
  };
  const { sums, dormant, offered } = await board();
  expect(sums).toMatchObject({
    New: [0, 0],
    "Offer made": [1, 14_145_500],
    "Under contract": [1, 10_000_000],
    Closed: [1, 5_000_000],
    Lost: [0, 0],
  });
  expect(dormant).toBe(0);
  expect(offered).toMatchObject({ sellerAnswer: "counter", stageAt: site.clock.now().toISOString() });
  site.clock.advance(86_000);
  await sentOffer(admin, ada);
  const again = (await board()).offered;
  expect(again).toMatchObject({ stageAt: offered.stageAt });
  expect(again).not.toHaveProperty("sellerAnswer");
  await call("PATCH", `/api/leads/${ada}/stage`, { stage: "Lost", reason: "price" });
  expect((await board()).sums).toMatchObject({ "Offer made": [0, 0], Lost: [1, 0] });
  await site.database.transaction((trx) =>
    trx.updateTable("leads").set({ is_open: 0 }).where("id", "=", ben).execute(),
  );
  expect(await board()).toMatchObject({ dormant: 1, sums: { "Under contract": [0, 0] } });
});

test("the list has the order that is asked for, within a search too", async () => {
  const { site, call, written, names } = await start();
  const [ada, ben, cleo] = [await written("Ada"), await written("Ben"), await written("Cleo")];
  await call("POST", `/api/leads/${ben}/next-steps`, { what: "Call", dueDay: "2026-11-23", dueTime: "12:00" });
  await call("POST", `/api/leads/${cleo}/next-steps`, { what: "Call", dueDay: "2026-11-23" });
  site.clock.advance(60);
  await call("PATCH", `/api/leads/${ada}/stage`, { stage: "Under contract", contractCents: 100 });
  await call("PATCH", `/api/leads/${cleo}/amounts`, { contractCents: 200 });
  expect(await names("sort=came")).toEqual(["Cleo", "Ben", "Ada"]);
  expect(await names("sort=due")).toEqual(["Ben", "Cleo", "Ada"]);
  expect(await names("sort=stage")).toEqual(["Ben", "Cleo", "Ada"]);
  expect(await names("sort=sum")).toEqual(["Cleo", "Ada", "Ben"]);
  expect(await names("sort=sum&search=example.com&limit=2")).toEqual(["Cleo", "Ada"]);
  expect((await call("GET", "/api/leads?sort=luck")).statusCode).toBe(400);
});

test("leads, calls and people are there as files; the leads' file can be imported again", async () => {
  const { call, written } = await start();
  const ada = await written("Ada");
  await call("PATCH", `/api/leads/${ada}`, {
    name: "=Ada",
    property: { street: "9 Oak Ave, Apt 2" },
    situation: "divorce",
  });
  await call("POST", `/api/leads/${ada}/next-steps`, { what: "Call", dueDay: "2026-11-23" });
  await written("Ben");
  await call("POST", "/api/leads/calls", newCall({ name: "Cleo", phone: "217-555-0177", said: "Two\nlines" }));
  await call("POST", `/api/leads/${ada}/log`, { channel: "call", outcome: "asked-to-stop", stop: ["call"] });
  const file = async (path: string) => (await call("GET", path)).body.replace("\uFEFF", "").trim().split("\r\n");
  const [headings, ...lines] = await file("/api/leads/export/csv");
  expect(headings).toMatch(/^Name,Email,Phone,Street,/);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^'=Ada,ada@example.com,.*,"9 Oak Ave, Apt 2",.*,divorce,.*,Lost,Asked us to stop,/);
  expect(await file("/api/leads/export/csv?search=ben")).toHaveLength(2);
  expect(await file("/api/leads/export/csv?stage=Lost")).toHaveLength(2);
  expect((await file("/api/leads/calls/export/csv"))[1]).toMatch(/^Cleo,.*"Two\nlines",dana@example.com,/s);
  expect((await file("/api/people/export/csv"))[1]).toMatch(/^'=Ada,ada@example.com,[^,]*,Calls,/);
  const { entries } = (await call("GET", "/api/audit-log?limit=100")).json();
  const told = entries
    .filter(({ action }: { action: string }) => action === "exported")
    .map(({ to }: { to: string }) => to);
  expect(told).toEqual(["all people", "all calls", "filtered by stage=Lost", "filtered by search", "all leads"]);

  const fresh = await startSite({ now: "2026-11-21T15:00:00.000Z", env: { RATE_LIMIT: "off" } });
  const owner = await addSignedIn(fresh);
  const csv = (await call("GET", "/api/leads/export/csv")).body;
  const imported = await fresh.app.inject({
    method: "POST",
    url: "/api/leads/import?mode=import",
    headers: { authorization: `Bearer ${owner.session.accessToken}`, "content-type": "text/csv" },
    payload: csv,
  });
  expect(imported.statusCode, imported.body).toBeLessThan(300);
  expect((await owner.call("GET", "/api/leads")).json().pagination.totalItems).toBe(3);
});
