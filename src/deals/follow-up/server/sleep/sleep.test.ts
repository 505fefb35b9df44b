import { expect, test } from "vitest";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { sentOffer, tokenOf } from "#test/sent-offers.ts";
import { databaseOf, startSite } from "#test/server.ts";

const LOG = { channel: "call", outcome: "reached" };

async function start() {
  const site = await startSite({ env: { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" } });
  const admin = await addSignedIn(site);
  const call: typeof admin.call = (...request) => admin.call(...request);
  /** At 9:00 AM of that day. Sessions end overnight. */
  const on = async (day: string) => {
    site.clock.set(`${day}T15:00:00.000Z`);
    Object.assign(admin, await addSignedIn(site, { email: `${day}@example.com` }));
    await site.site.housekeeping.tidy();
  };
  /** Ada has written, and staff have reached her. */
  const ada = async (name = "Ada") => {
    await sendContactMessage(site, { name, email: `${name.toLowerCase()}@example.com` });
    const [{ _id }] = (await call("GET", "/api/leads")).json().leads;
    await call("POST", `/api/leads/${_id}/log`, LOG);
    return _id as string;
  };
  const leadOf = async (id: string): Promise<AdminLead> => (await call("GET", `/api/leads/${id}`)).json().lead;
  const names = async (show: string) =>
    (await call("GET", `/api/leads?show=${show}`)).json().leads.map(({ person }: AdminLead) => person.name);
  return { site, admin, call, on, ada, leadOf, names };
}

test("a lead sleeps until a day, asks for nothing before it, and is due again on it", async () => {
  const { call, on, ada, leadOf, names } = await start();
  const id = await ada();
  await call("POST", `/api/leads/${id}/next-steps`, { what: "Call", dueDay: "2026-11-20" });
  const slept = await call("POST", `/api/leads/${id}/sleep`, { until: "2026-11-27" });
  expect(slept.json()).toMatchObject({ message: "Asleep", lead: { isOpen: true, asleep: { until: "2026-11-27" } } });
  expect(slept.json().lead.nextStep).toBeUndefined();
  expect(await names("asleep")).toEqual(["Ada"]);
  expect(await names("without-step")).toEqual([]);
  expect((await call("GET", "/api/day")).json()).toMatchObject({ due: { count: 0 }, later: 0, asleep: 0 });
  await on("2026-11-26");
  expect((await leadOf(id)).asleep).toBeDefined();
  await on("2026-11-27");
  expect((await leadOf(id)).asleep).toBeUndefined();
  expect((await call("GET", "/api/day")).json().due).toMatchObject({ count: 1, lines: [{ lead: { _id: id } }] });
  const { body } = await call("GET", "/api/audit-log?limit=100");
  expect(body).toContain("until Nov 27, 2026");
});

test("a wrong day, an ended lead and an old version are refused, and staff wake a lead by hand", async () => {
  const { call, ada, leadOf } = await start();
  const id = await ada();
  const sleep = (body: object) => call("POST", `/api/leads/${id}/sleep`, body);
  for (const until of ["2026-11-20", "2026-11-31", "soon", "2031-01-01"])
    expect((await sleep({ until })).json().fields, until).toHaveProperty("until");
  const { version } = await leadOf(id);
  expect((await sleep({ version: version - 1 })).json()).toMatchObject({
    code: "changed_meanwhile",
    lead: { version },
  });
  expect((await sleep({ version })).json().lead.asleep.until).toBeUndefined();
  expect((await call("DELETE", `/api/leads/${id}/sleep`)).json().message).toBe("Awake");
  expect((await leadOf(id)).asleep).toBeUndefined();
  await call("PATCH", `/api/leads/${id}/stage`, {
    stage: "Under contract",
    contractCents: 1_000_000,
    contractDay: "2026-11-20",
  });
  expect((await sleep({})).json().fields).toHaveProperty("until");
  const log = { channel: "call", outcome: "no-answer", sleepUntil: null };
  expect((await call("POST", `/api/leads/${id}/log`, log)).json().fields).toHaveProperty("sleepUntil");
  expect((await sleep({ until: "2026-11-27" })).json().fields).toHaveProperty("until");
  await call("PATCH", `/api/leads/${id}/stage`, { stage: "Lost", reason: "price" });
  expect((await sleep({})).json().code).toBe("lead_ended");
  expect((await call("POST", "/api/leads/0123456789abcdefghjkmnpqrs/sleep", {})).statusCode).toBe(404);
});

test("a lead from before the site had next steps that is let sleep is due again like all others", async () => {
  const { site, call, on, ada, names } = await start();
  const id = await ada();
  await site.database.transaction((trx) => trx.updateTable("leads").set({ is_open: 0 }).where("id", "=", id).execute());
  await call("POST", `/api/leads/${id}/sleep`, { until: "2026-11-27" });
  expect(await names("asleep")).toEqual(["Ada"]);
  await on("2026-11-27");
  expect((await call("GET", "/api/day")).json().due.lines).toMatchObject([{ lead: { _id: id } }]);
});

test("any sign of life wakes a lead: of the person, and of staff's work", async () => {
  const { site, admin, call, ada, leadOf } = await start();
  const id = await ada();
  const { offer } = await sentOffer(admin, id);
  const { id: booking } = await bookMeeting(site, { email: "ada@example.com", meetingDate: "2026-11-24" });
  const signs: Record<string, () => Promise<unknown>> = {
    message: () => sendContactMessage(site, { email: "ada@example.com" }),
    call: () => call("POST", "/api/leads/calls", newCall({ email: "ada@example.com" })),
    opening: () => post(site, "/api/offers/view", { token: tokenOf(offer.url) }),
    answer: () => post(site, "/api/offers/answer", { token: tokenOf(offer.url), answer: "question", text: "When?" }),
    moved: () => call("PATCH", `/api/bookings/${booking}/status`, { status: "Cancelled" }),
    logged: () => call("POST", `/api/leads/${id}/log`, { ...LOG, outcome: "note", words: "Her son called." }),
    step: () => call("POST", `/api/leads/${id}/next-steps`, { what: "Call", dueDay: "2026-11-23" }),
    note: () => call("POST", `/api/leads/${id}/notes`, { text: "Her brother decides." }),
    stage: () => call("PATCH", `/api/leads/${id}/stage`, { stage: "Met" }),
  };
  for (const [name, sign] of Object.entries(signs)) {
    await call("POST", `/api/leads/${id}/sleep`, {});
    expect((await leadOf(id)).asleep, name).toBeDefined();
    await sign();
    expect((await leadOf(id)).asleep, name).toBeUndefined();
  }
});

test("a quiet lead falls asleep after thirty days, is counted for a week, and what is planned keeps it awake", async () => {
  const { site, admin, call, on, ada, leadOf, names } = await start();
  await ada();
  const step = await ada("Ben");
  await call("POST", `/api/leads/${step}/next-steps`, { what: "Call", dueDay: "2027-01-20" });
  await sentOffer(admin, await ada("Cleo"), { validUntil: "2026-12-30" });
  const contract = await ada("Dora");
  await call("PATCH", `/api/leads/${contract}/stage`, { stage: "Under contract" });
  await sendContactMessage(site, { name: "Eli", email: "eli@example.com" });
  await bookMeeting(site, { firstName: "Fay", email: "fay@example.com", meetingDate: "2026-12-18" });
  const [{ _id: fay }] = (await call("GET", "/api/leads")).json().leads;
  await call("POST", `/api/leads/${fay}/log`, LOG);
  await on("2026-12-19");
  expect(await names("asleep")).toEqual([]);
  await on("2026-12-21");
  expect(await names("asleep")).toEqual(["Ada"]);
  expect((await call("GET", "/api/day")).json()).toMatchObject({ asleep: 1 });
  await on("2026-12-29");
  expect((await call("GET", "/api/day")).json()).toMatchObject({ asleep: 0 });
  await on("2027-02-05");
  // Cleo's offer and Fay's meeting are more than thirty days ago; Eli still waits.
  expect((await names("asleep")).sort()).toEqual(
    ["Ada", "Cleo", "Fay Delacroix"].map((name) => expect.stringContaining(name.slice(0, 3))),
  );
  await sendContactMessage(site, { email: "ada@example.com" });
  expect((await leadOf((await call("GET", "/api/leads?show=waiting")).json().leads.at(-1)._id)).asleep).toBeUndefined();
});

test("two processes let the same leads sleep once, and one that is touched at that moment stays awake", async () => {
  const { site, call, on, ada, names } = await start();
  for (const name of ["Ada", "Ben", "Cleo", "Dora"]) await ada(name);
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site) } });
  await on("2026-12-20");
  const { _id } = (await call("GET", "/api/leads")).json().leads[0];
  const note = () => call("POST", `/api/leads/${_id}/notes`, { text: "Called." });
  for (const { clock } of [site, other]) clock.set("2026-12-21T14:59:59.000Z");
  await Promise.all([site.site.housekeeping.tidy(), note(), other.site.housekeeping.tidy()]);
  expect(await names("asleep")).toHaveLength(3);
});
