import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_LIST_NAMES, type Day } from "#deals/day/day.ts";
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { ask, confirm, tokenFor } from "#test/privacy-requests.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { answerOffer, sentOffer } from "#test/sent-offers.ts";
import { startSite } from "#test/server.ts";

/** Friday. */
const [TODAY, TOMORROW, LATER] = ["2026-11-20", "2026-11-21", "2026-11-27"];

async function start() {
  const site = await startSite({ env: { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" } });
  const admin = await addSignedIn(site);
  const call: typeof admin.call = (...request) => admin.call(...request);
  /** Sessions end overnight. */
  const at = async (instant: string) => {
    site.clock.set(instant);
    Object.assign(admin, await addSignedIn(site, { email: `${instant.slice(0, 10)}@example.com` }));
  };
  const day = async (): Promise<Day> => (await call("GET", "/api/day")).json();
  /** The names of the people in each list. */
  const lists = async () => {
    const shown = await day();
    const names = DAY_LIST_NAMES.map((name) => [name, shown[name].lines.map(({ lead }) => lead.person.name).sort()]);
    return { ...Object.fromEntries(names), later: shown.later };
  };
  const log = (leadId: string, entry: object) =>
    call("POST", `/api/leads/${leadId}/log`, { channel: "call", outcome: "reached", ...entry });
  const written = async (name: string) => {
    site.clock.advance(60);
    await sendContactMessage(site, { name, email: `${name.toLowerCase()}@example.com`, message: `I am ${name}.` });
    return (await call("GET", "/api/leads")).json().leads[0]._id as string;
  };
  return { site, admin, call, at, day, lists, log, written };
}

const NONE = { waiting: [], due: [], meetings: [], offers: [], later: 0 };

test("a day: who writes, books or calls waits, and moves on with what staff log, until nothing is left", async () => {
  const { site, admin, call, at, day, lists, log, written } = await start();
  expect(await lists()).toEqual(NONE);
  const ada = await written("Ada");
  const { id } = await bookMeeting(site, {
    firstName: "Ben",
    lastName: "Weiss",
    email: "ben@example.com",
    meetingDate: "2026-11-23",
  });
  const { leadId: ben } = (await call("GET", `/api/bookings/${id}/details`)).json().booking;
  const called = newCall({ name: "Cleo", phone: "(217) 555-0150", reached: false });
  const { leadId: cleo } = (await call("POST", "/api/leads/calls", called)).json();
  expect(await lists()).toEqual({ ...NONE, waiting: ["Ada", "Ben Weiss", "Cleo"] });
  expect((await day()).waiting.lines[0]).toMatchObject({ lead: { _id: ada }, words: "I am Ada." });

  await log(ada, { outcome: "no-answer", next: { what: "Call again", dueDay: TODAY } });
  expect((await lists()).waiting).toContain("Ada");
  await log(ada, { next: { what: "Visit", dueDay: TOMORROW } });
  await log(ben, {});
  await log(cleo, { next: { what: "Call back", dueDay: LATER } });
  // Ben has a meeting on Monday, which is a next step.
  expect(await lists()).toEqual({ ...NONE, due: ["Ada"], later: 2 });
  await at("2026-11-22T15:00:00.000Z");
  expect(await lists()).toEqual({ ...NONE, due: ["Ada"], meetings: ["Ben Weiss"], later: 1 });

  await at("2026-11-23T22:00:00.000Z");
  await call("PATCH", `/api/bookings/${id}/no-show`, { noShow: true });
  expect(await lists()).toEqual({ ...NONE, due: ["Ada", "Ben Weiss"], later: 1 });
  await log(ben, { outcome: "asked-to-stop", stop: ["call"] });
  expect(await lists()).toEqual({ ...NONE, due: ["Ada"], later: 1 });

  const { token } = await sentOffer(admin, ada);
  await log(ada, { outcome: "note", next: null });
  expect(await lists()).toEqual({ ...NONE, offers: ["Ada"], later: 1 });
  site.clock.advance(60);
  await answerOffer(site, token, { answer: "yes", alternative: "cash" });
  expect(await lists()).toEqual({ ...NONE, waiting: ["Ada"], later: 1 });
  expect((await day()).waiting.lines).toMatchObject([{ offer: { answer: "yes" } }]);
  await call("PATCH", `/api/leads/${ada}/stage`, { stage: "Under contract", contractCents: 14_145_500 });
  expect(await lists()).toEqual({ ...NONE, later: 2 });

  await ask(site);
  await confirm(site, await tokenFor(site));
  expect((await day()).waiting.requests).toMatchObject({ count: 1 });
});

test("joined leads are one line, and an answer waits again if the entry that met it is taken back", async () => {
  const { site, admin, call, lists, log, written } = await start();
  const ids = [await written("Ada"), await written("Ben")];
  await call("POST", `/api/leads/${ids[0]}/join`, { leadId: ids[1] });
  expect((await lists()).waiting).toHaveLength(1);
  for (const id of ids) await log(id, {});
  const { token } = await sentOffer(admin, ids[0] ?? "");
  await answerOffer(site, token, { answer: "question", text: "When?" });
  const waits = (await lists()).waiting;
  expect(waits).toHaveLength(1);
  const { logId } = (await log(ids[0] ?? "", { next: { what: "Write", dueDay: LATER } })).json();
  expect(await lists()).toEqual({ ...NONE, later: 1 });
  await call("DELETE", `/api/leads/${ids[0]}/log/${logId}`);
  expect((await lists()).waiting).toEqual(waits);
});

test("steps are due by day and time, and Later says when the next one is", async () => {
  const { site, call, day, log, written } = await start();
  site.clock.set("2026-11-20T18:30:00.000Z");
  const times = { Ada: "16:00", Ben: undefined, Cleo: "12:15", Dora: "09:00" };
  for (const [name, dueTime] of Object.entries(times))
    await log(await written(name), { next: { what: "Call", dueDay: TODAY, ...(dueTime && { dueTime }) } });
  await log(await written("Eli"), { next: { what: "Call", dueDay: LATER, dueTime: "08:00" } });
  const shown = await day();
  expect(shown.due.lines.map(({ lead }) => lead.person.name)).toEqual(["Dora", "Cleo", "Ada", "Ben"]);
  expect(shown).toMatchObject({ later: 1, laterDay: LATER });
  const overdue = (await call("GET", "/api/leads?show=overdue")).json().leads;
  expect(overdue.map(({ nextStep }: { nextStep: object }) => nextStep)).toMatchObject([
    { dueTime: "09:00" },
    { dueTime: "12:15" },
  ]);
});

test("ten lines are shown of each list, and all are counted", async () => {
  const { day, written, call } = await start();
  for (let n = 0; n < 12; n++) await written(`P${n}`);
  const { waiting } = await day();
  expect([waiting.count, waiting.lines.length, waiting.lines[0]?.lead.person.name]).toEqual([12, 10, "P0"]);
  expect((await call("GET", "/api/leads?show=waiting&limit=5")).json()).toMatchObject({
    pagination: { totalItems: 12 },
  });
});

const SLOW = { timeout: 60_000 };

test("whatever staff do, each open lead stands in exactly one list", SLOW, async () => {
  const choices = fc.array(fc.nat(), { minLength: 60, maxLength: 60 });
  await fc.assert(fc.asyncProperty(choices, standsInOneList), { numRuns: 3 });
});

async function standsInOneList(choices: readonly number[]): Promise<void> {
  const { site, admin, call, day, log, written } = await start();
  let made = 0;
  const pick = <One>(all: readonly One[]) => all[(choices[made++ % choices.length] ?? 0) % all.length] as One;
  const leads: string[] = [];
  for (let n = 0; n < 8; n++) leads.push(await written(`P${n}`));
  const step = () => ({ what: "Call", dueDay: pick([TODAY, TOMORROW, LATER]) });
  const acts: ((id: string) => Promise<unknown>)[] = [
    (id) => log(id, { next: pick([step(), null, undefined]) }),
    (id) => log(id, { outcome: "no-answer", next: pick([step(), undefined]) }),
    (id) => log(id, { outcome: "not-interested" }),
    (id) => call("PATCH", `/api/leads/${id}/stage`, { stage: pick(["Contacted", "Met", "Under contract"]) }),
    (id) => call("POST", `/api/leads/${id}/next-steps`, step()),
    (id) => call("POST", `/api/leads/${id}/sleep`, pick([{}, { until: LATER }])),
    (id) => log(id, { outcome: "no-answer", sleepUntil: pick([null, LATER]) }),
    (id) => call("DELETE", `/api/leads/${id}/sleep`),
    (id) => call("POST", `/api/leads/${id}/join`, { leadId: pick(leads) }),
    (id) => call("POST", `/api/leads/${id}/part`),
    (id) => sentOffer(admin, id).catch(() => {}),
    async () => {
      const email = `p${pick([0, 1, 2, 3])}@example.com`;
      const meetingTime = `${pick([1, 2, 3, 4])}:${pick(["00", "30"])} PM`;
      await bookMeeting(site, { email, meetingDate: pick(["2026-11-23", "2026-11-24"]), meetingTime }).catch(() => {});
    },
  ];
  site.clock.set("2026-11-20T18:00:00.000Z");
  for (let turn = 0; turn < 25; turn++) {
    await pick(acts)(pick(leads));
    const shown = await day();
    const ids = DAY_LIST_NAMES.flatMap((name) => shown[name].lines.map(({ lead }) => lead._id));
    expect(new Set(ids).size).toBe(ids.length);
    const counted = DAY_LIST_NAMES.reduce((sum, name) => sum + shown[name].count, 0);
    expect(counted).toBe(ids.length);
    const open = (await call("GET", "/api/leads?show=open")).json().pagination.totalItems;
    const asleep: { _id: string }[] = (await call("GET", "/api/leads?show=asleep")).json().leads;
    expect(counted + shown.later + asleep.filter(({ _id }) => !ids.includes(_id)).length).toBe(open);
  }
}
