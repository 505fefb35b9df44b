import { expect, onTestFinished, test } from "vitest";
import type { AdminLead, Board, LeadList } from "#deals/follow-up/admin.ts";
import { STAGES, shownPlace } from "#people/leads/lead.ts";
import { addSignedIn } from "#test/accounts.ts";
import { startReceiver } from "#test/receiver.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";

type Call = Awaited<ReturnType<typeof addSignedIn>>["call"];

const ENV = { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" };

async function start(env = {}) {
  const site = await startSite({ env: { ...ENV, ...env } });
  return { site, ...(await addSignedIn(site)) };
}

async function someLead(site: TestSite, call: Call, changes = {}): Promise<AdminLead> {
  site.clock.advance(1);
  await sendContactMessage(site, changes);
  return (await list(call)).leads[0] as AdminLead;
}

async function list(call: Call, query = ""): Promise<LeadList> {
  return (await call("GET", `/api/leads${query}`)).json();
}

async function board(call: Call): Promise<Board> {
  return (await call("GET", "/api/leads/board")).json();
}

const names = ({ leads }: { leads: readonly AdminLead[] }) => leads.map(({ person }) => person.name);
const move = (call: Call, { _id, version }: AdminLead, change: object) =>
  call("PATCH", `/api/leads/${_id}/stage`, { version, ...change });

test("a lead goes to the closing by hand, with its amounts, and every change is in the history", async () => {
  const { site, call, user } = await start();
  let lead = await someLead(site, call);
  for (const change of [
    { stage: "Met" },
    { stage: "Under contract", contractCents: 18_500_050, contractDay: "2026-11-20" },
    { stage: "Closed", closingCents: 24_000_000, closingDay: "2026-11-30" },
  ]) {
    const answer = await move(call, lead, change);
    expect(answer.statusCode, answer.body).toBe(200);
    lead = answer.json().lead;
    expect(lead).toMatchObject(change);
  }
  const at = site.clock.now().toISOString();
  expect(lead).toMatchObject({ isOpen: false, metAt: at, contractAt: at, closedAt: at, contractCents: 18_500_050 });
  const cleared = await call("PATCH", `/api/leads/${lead._id}/amounts`, { contractCents: null, version: lead.version });
  expect(cleared.json().lead.contractCents).toBeUndefined();
  expect(cleared.json().lead.closingCents).toBe(24_000_000);
  expect(await historyOf(site, lead._id)).toEqual([
    [user.email, "stage", "New", "Met"],
    [user.email, "amounts", undefined, "Contract price $185,000.50, Contract signed on Nov 20, 2026"],
    [user.email, "stage", "Met", "Under contract"],
    [user.email, "amounts", undefined, "Received at closing $240,000, Closed on Nov 30, 2026"],
    [user.email, "stage", "Under contract", "Closed"],
    [user.email, "amounts", undefined, "Contract price removed"],
  ]);
});

test("a lead is lost with a reason, and asks for a next step again when it is moved back", async () => {
  const { site, call } = await start();
  const lead = await someLead(site, call);
  const without = await move(call, lead, { stage: "Lost" });
  expect([without.statusCode, without.json().fields]).toEqual([400, { reason: "Please choose a reason" }]);
  const lost = (await move(call, lead, { stage: "Lost", reason: "sold-elsewhere" })).json().lead;
  expect(lost).toMatchObject({ stage: "Lost", lostReason: "sold-elsewhere", isOpen: false });
  expect(names(await list(call, "?reason=sold-elsewhere"))).toEqual(["Tomás Ahlgren"]);
  expect(names(await list(call, "?reason=price"))).toEqual([]);
  const back = (await move(call, lost, { stage: "Contacted" })).json().lead;
  expect(back).toMatchObject({ stage: "Contacted", isOpen: true });
  expect(back.lostReason ?? back.lostAt).toBeUndefined();
  expect((await call("GET", "/api/day")).json().waiting.count).toBe(1);
});

test("two admins at once: the second learns what the first has done, and nothing of theirs is saved", async () => {
  const { site, call } = await start();
  const { call: other } = await addSignedIn(site, { email: "lee@example.com" });
  const lead = await someLead(site, call);
  const answers = await Promise.all([
    move(call, lead, { stage: "Met" }),
    move(other, lead, { stage: "Under contract", contractCents: 100 }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const won = answers.find(({ statusCode }) => statusCode === 200)?.json().lead;
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
  expect(refused).toMatchObject({ code: "changed_meanwhile", lead: { stage: won.stage, person: won.person } });
  expect((await list(call)).leads[0]).toEqual(won);
  const late = await call("PATCH", `/api/leads/${lead._id}/amounts`, { closingCents: 5, version: lead.version });
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", lead: { stage: won.stage } });
});

test("of two processes that move one lead at once, one is refused", async () => {
  const { site, call } = await start();
  const second = await startSite({ env: { ...ENV, ...databaseOf(site) } });
  const { call: other } = await addSignedIn(second, { email: "lee@example.com" });
  const lead = await someLead(site, call);
  const answers = await Promise.all([call, other].map((one) => move(one, lead, { stage: "Met" })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await historyOf(site, lead._id)).toHaveLength(1);
});

test.each([
  [{ stage: "Sold" }, "stage"],
  [{ stage: "Closed", closingCents: 1.5 }, "closingCents"],
  [{ stage: "Closed", closingCents: -1 }, "closingCents"],
  [{ stage: "Closed", closingCents: 1e15 }, "closingCents"],
  [{ stage: "Closed", closingCents: "100" }, "closingCents"],
  [{ stage: "Under contract", contractDay: "2026-13-01" }, "contractDay"],
])("%j is refused, and the lead stays where it was", async (change, field) => {
  const { site, call } = await start();
  const lead = await someLead(site, call);
  const answer = await move(call, lead, change);
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  expect((await list(call)).leads[0]).toEqual(lead);
});

test("a stage set by hand is told to webhooks, with person and property", async () => {
  const { site, call } = await start({ WEBHOOK_ALLOW_PRIVATE: "on" });
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  await call("POST", "/api/webhooks/endpoints", {
    name: "The CRM",
    url: receiver.url,
    events: ["lead.stage_changed"],
  });
  const lead = await someLead(site, call);
  await move(call, lead, { stage: "Lost", reason: "price" });
  await site.site.webhooks.sendDue();
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
    type: "lead.stage_changed",
    data: { id: lead._id, name: "Tomás Ahlgren", before: "New", stage: "Lost", reason: "price" },
  });
});

test("the board has every stage in order: open leads by the day of their next step, ended ones by their latest change", async () => {
  const { site, call } = await start();
  const leads: AdminLead[] = [];
  for (const name of ["Ada", "Ben", "Cleo", "Dora", "Emil"])
    leads.push(await someLead(site, call, { email: `${name}@example.com`, name }));
  const [ada, ben, cleo, dora, emil] = leads as [AdminLead, AdminLead, AdminLead, AdminLead, AdminLead];
  for (const [lead, dueDay] of [
    [ada, "2026-11-24"],
    [ben, "2026-11-20"],
  ] as const)
    await call("POST", `/api/leads/${lead._id}/next-steps`, { what: "Call", dueDay });
  for (const lead of [dora, emil]) {
    site.clock.advance(60);
    await move(call, lead, { stage: "Lost", reason: "other" });
  }
  const { stages } = await board(call);
  expect(stages.map(({ stage }) => stage)).toEqual(STAGES);
  const [fresh] = stages;
  expect([fresh?.count, fresh && names(fresh)]).toEqual([3, ["Cleo", "Ben", "Ada"]]);
  const lost = stages.find(({ stage }) => stage === "Lost");
  expect(lost && names(lost)).toEqual(["Emil", "Dora"]);
  expect(names(await list(call, "?show=open"))).toEqual(["Cleo", "Ben", "Ada"]);
  expect(names(await list(call, "?show=without-step"))).toEqual(["Cleo"]);
  expect(cleo.isOpen).toBe(true);
  site.clock.set("2026-11-23T15:00:00.000Z");
  const { call: later } = await addSignedIn(site, { email: "lee@example.com" });
  expect(names(await list(later, "?show=overdue"))).toEqual(["Ben"]);
  expect(names(await list(later, "?stage=Lost"))).toEqual(["Emil", "Dora"]);
});

test("the board counts ended leads as they are, after moves there and back and after one is deleted", async () => {
  const { site, call } = await start();
  const leads: AdminLead[] = [];
  for (const name of ["Ada", "Ben", "Cleo", "Dora"])
    leads.push(await someLead(site, call, { email: `${name}@example.com`, name }));
  const ended = async () =>
    (await board(call)).stages.flatMap(({ stage, count }) => (stage === "Closed" || stage === "Lost" ? [count] : []));
  const moved = await Promise.all(leads.map((lead) => move(call, lead, { stage: "Lost", reason: "price" })));
  expect(await ended()).toEqual([0, 4]);
  const [ada, ben] = moved.map((answer) => answer.json().lead) as [AdminLead, AdminLead];
  await move(call, ada, { stage: "Closed" });
  await move(call, ben, { stage: "Contacted" });
  expect(await ended()).toEqual([1, 2]);
  const { contacts } = (await call("GET", "/api/contact/admin/submissions?search=cleo")).json();
  await call("DELETE", `/api/contact/admin/submissions/${contacts[0]._id}`);
  expect(await ended()).toEqual([1, 1]);
});

test("a stage shows twenty leads on the board, and the list all of them, a page at a time", async () => {
  const { site, call } = await start();
  for (let count = 0; count < 23; count++) await someLead(site, call, { email: `seller${count}@example.com` });
  const [fresh] = (await board(call)).stages;
  expect([fresh?.count, fresh?.leads.length]).toEqual([23, 20]);
  const pages = [await list(call, "?show=open&page=1"), await list(call, "?show=open&page=3")];
  expect(pages.map(({ leads }) => leads.length)).toEqual([10, 3]);
  expect(pages[0]?.pagination).toMatchObject({ totalItems: 23, totalPages: 3 });
});

test.each([
  ["the person's name", "nunez"],
  ["a part of the address", "renee@"],
  ["the phone number as it is spoken", "(217) 555-0142"],
  ["the street as it was written", "1422 Elm Street"],
  ["the street as it is short", "1422 elm st."],
  ["a part of the street", "elm str"],
  ["the city", "springf"],
  ["street and city as they are written", "Elm Street, Springfield"],
  ["street and city as they are short", "elm st springfield il"],
])("a lead is found by %s", async (_case, search) => {
  const { site, call } = await start();
  await sendContactMessage(site);
  await bookMeeting(site);
  const found = await list(call, `?search=${encodeURIComponent(search)}`);
  expect([found.pagination.totalItems, names(found)]).toEqual([1, ["Renée O'Brien-Núñez"]]);
  expect((await list(call, `?search=${encodeURIComponent(search)}&stage=Lost`)).leads).toEqual([]);
});

test("a search that finds nothing is empty in every order", async () => {
  const { call } = await addSignedIn(await startSite());
  for (const sort of ["due", "sum", "stage"]) {
    const answer = await call("GET", `/api/leads?search=zzzz&sort=${sort}`);
    expect([answer.statusCode, answer.json().leads], sort).toEqual([200, []]);
  }
});

test("wildcards of the database are letters like all others", async () => {
  const { site, call } = await start();
  await bookMeeting(site);
  for (const search of ["%", "_", "1422%street", "\\"])
    expect((await list(call, `?search=${encodeURIComponent(search)}`)).leads).toEqual([]);
});

test("a person who asked not to be called is shown so", async () => {
  const { site, call } = await start();
  const lead = await someLead(site, call);
  await call("POST", "/api/permissions/revocations", {
    email: lead.person.email,
    phone: lead.person.phone,
    channels: ["call"],
    words: "Please do not call me",
    said: "phone",
  });
  expect((await list(call)).leads[0]?.person.stopped).toEqual(["call"]);
});

async function historyOf({ database }: TestSite, id: string) {
  const rows = await database.read
    .selectFrom("history")
    .select(["actor", "action", "detail"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ actor, action, detail }) => {
    const { from, to } = JSON.parse(detail ?? "{}");
    return [actor, action, from, to];
  });
}

test.each([
  [{ street: "12 Elm St", city: "Springfield", state: "IL", zipCode: "62704" }, "12 Elm St, Springfield, IL 62704"],
  [{ city: "Springfield", state: "IL" }, "Address not known yet (Springfield, IL)"],
  [{ state: "IL" }, "Address not known yet"],
  [{}, "Address not known yet"],
])("a property whose address is not known says so: %j", (property, shown) => {
  expect(shownPlace(property)).toBe(shown);
});
