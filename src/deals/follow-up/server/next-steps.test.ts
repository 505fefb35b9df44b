import { expect, test } from "vitest";
import type { Day, DayList } from "#deals/day/day.ts";
import type { AdminLead } from "#deals/follow-up/admin.ts";
import { addAccount, addSignedIn } from "#test/accounts.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

type Call = Awaited<ReturnType<typeof addSignedIn>>["call"];

const ENV = { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" };
const CALL_BACK = { what: "Call back", dueDay: "2026-11-20" };

async function start(now?: string) {
  const site = await startSite({ env: ENV, ...(now && { now }) });
  return { site, ...(await addSignedIn(site)) };
}

/** Of a person who wrote and was reached. */
async function writtenLead(site: TestSite, call: Call, changes = {}): Promise<AdminLead> {
  site.clock.advance(1);
  await sendContactMessage(site, changes);
  const [{ _id }] = (await call("GET", "/api/leads")).json().leads;
  await call("POST", `/api/leads/${_id}/log`, { channel: "call", outcome: "reached" });
  return (await call("GET", `/api/leads/${_id}`)).json().lead;
}

async function today(call: Call, mine = ""): Promise<Day> {
  return (await call("GET", `/api/day${mine}`)).json();
}

const names = ({ lines }: DayList) => lines.map(({ lead }) => lead.person.name);
const due = ({ lines }: DayList) => lines.map(({ lead }) => lead.nextStep?.dueDay);

test("what comes in asks for a next step; once it has one it stands under its day, and done with the one after it under the next", async () => {
  const { site, call, user } = await start();
  const lead = await writtenLead(site, call);
  expect(lead).toMatchObject({ stage: "Contacted", isOpen: true, person: { name: "Tomás Ahlgren" } });
  const bare = await today(call);
  expect([bare.today, bare.due.count, due(bare.due)]).toEqual(["2026-11-20", 1, [undefined]]);

  const added = await call("POST", `/api/leads/${lead._id}/next-steps`, { ...CALL_BACK, assigneeId: user.id });
  expect(added.statusCode, added.body).toBe(201);
  const step = added.json().lead.nextStep;
  expect(step).toMatchObject({ ...CALL_BACK, assignee: { email: user.email, isActive: true }, version: 1 });
  expect(due((await today(call)).due)).toEqual(["2026-11-20"]);

  const next = { what: "Bring the offer", dueDay: "2026-11-23" };
  const done = await call("PATCH", `/api/next-steps/${step._id}`, { done: true, next, version: 1 });
  expect(done.json()).toMatchObject({ message: "Done", lead: { nextStep: { ...next, version: 1 } } });
  expect(done.json().lead.nextStep.assignee).toBeUndefined();
  expect(await today(call)).toMatchObject({ due: { count: 0 }, later: 1 });

  await call("PATCH", `/api/next-steps/${done.json().lead.nextStep._id}`, { done: true });
  expect(names((await today(call)).due)).toEqual(["Tomás Ahlgren"]);
  expect(await historyOf(site, lead._id)).toEqual([
    "done: Bring the offer",
    "Bring the offer, until Nov 23, 2026",
    "done: Call back",
    `Call back, until Nov 20, 2026 (${user.email})`,
  ]);
});

test("a day ends at midnight of the company, wherever the server and the browser are", async () => {
  // Half past eleven on Friday evening in Springfield, and Saturday in London.
  const { site, call } = await start("2026-11-21T05:30:00.000Z");
  const lead = await writtenLead(site, call);
  await call("POST", `/api/leads/${lead._id}/next-steps`, CALL_BACK);
  expect((await today(call)).today).toBe("2026-11-20");
  site.clock.set("2026-11-21T06:01:00.000Z");
  expect(await today(call)).toMatchObject({ today: "2026-11-21", due: { count: 1 } });
});

test.each([
  // The clocks go forward in the night to Sunday, March 14, so that this day has 23 hours.
  ["2027-03-15T04:59:00.000Z", "2027-03-14"],
  ["2027-03-15T05:00:00.000Z", "2027-03-15"],
  // They go back on Sunday, November 7.
  ["2027-11-08T05:59:00.000Z", "2027-11-07"],
  ["2027-11-08T06:00:00.000Z", "2027-11-08"],
])("over a change of the clocks too: at %s it is %s", async (now, day) => {
  const { call } = await start(now);
  expect(await today(call)).toMatchObject({ today: day });
});

test("mine are the steps assigned to me or to nobody; a lead without a step is everybody's", async () => {
  const { site, call, user } = await start();
  const other = await addAccount(site, { email: "lee@example.com" });
  for (const [email, assigneeId] of [
    ["a@example.com", user.id],
    ["b@example.com", other.id],
    ["c@example.com", ""],
  ] as const) {
    const { _id } = await writtenLead(site, call, { email, name: email.slice(0, 1) });
    await call("POST", `/api/leads/${_id}/next-steps`, { ...CALL_BACK, assigneeId });
  }
  await writtenLead(site, call, { email: "d@example.com", name: "d" });
  const [mine, all] = [await today(call, "?mine=yes"), await today(call)];
  expect([names(mine.due), mine.later]).toEqual([["a", "c", "d"], 1]);
  expect(names(all.due)).toEqual(["a", "b", "c", "d"]);
  const board = (await call("GET", "/api/leads/board?mine=yes")).json();
  expect(board.stages[1]).toMatchObject({ stage: "Contacted", count: 1, leads: [{ person: { name: "a" } }] });
  const list = (await call("GET", "/api/leads?mine=yes")).json();
  expect([list.pagination.totalItems, list.leads[0].person.name]).toEqual([1, "a"]);
  expect((await call("GET", "/api/leads/assignees")).json().assignees).toEqual([
    { _id: user.id, email: user.email, isYou: true },
    { _id: other.id, email: "lee@example.com", isYou: false },
  ]);
});

test("a second next step is refused with the first; two at once leave one", async () => {
  const { site, call } = await start();
  const { _id } = await writtenLead(site, call);
  const answers = await Promise.all(
    ["Call back", "Write"].map((what) => call("POST", `/api/leads/${_id}/next-steps`, { ...CALL_BACK, what })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
  const kept = (await call("GET", `/api/leads/${_id}`)).json().lead.nextStep;
  expect(refused).toMatchObject({ code: "step_open", step: { _id: kept._id, what: kept.what } });
});

test("two admins at once: one marks the step done, the other learns that it is", async () => {
  const { site, call } = await start();
  const { call: other } = await addSignedIn(site, { email: "lee@example.com" });
  const { _id } = await writtenLead(site, call);
  const step = (await call("POST", `/api/leads/${_id}/next-steps`, CALL_BACK)).json().lead.nextStep;
  const done = { done: true, next: { what: "Write", dueDay: "2026-11-23" }, version: 1 };
  const answers = await Promise.all([call, other].map((one) => one("PATCH", `/api/next-steps/${step._id}`, done)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
  expect(refused).toMatchObject({ code: "changed_meanwhile", step: { ended: { how: "done" }, version: 2 } });
  expect((await call("GET", `/api/leads/${_id}`)).json().lead.nextStep).toMatchObject({ what: "Write" });
  const late = await other("PATCH", `/api/next-steps/${step._id}`, { what: "Visit" });
  expect(late.statusCode).toBe(409);
});

test("a step is changed in its text, day and account, and an outdated change is refused with the present step", async () => {
  const { site, call, user } = await start();
  const { _id } = await writtenLead(site, call);
  const path = `/api/next-steps/${(await call("POST", `/api/leads/${_id}/next-steps`, CALL_BACK)).json().lead.nextStep._id}`;
  const changed = await call("PATCH", path, { dueDay: "2026-11-24", assigneeId: user.id, version: 1 });
  expect(changed.json().lead.nextStep).toMatchObject({ what: "Call back", dueDay: "2026-11-24", version: 2 });
  const late = await call("PATCH", path, { what: "Write", version: 1 });
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", step: { dueDay: "2026-11-24", version: 2 } });
  const freed = await call("PATCH", path, { assigneeId: "", version: 2 });
  expect(freed.json().lead.nextStep.assignee).toBeUndefined();
});

test.each([
  ["without a text", { ...CALL_BACK, what: "  " }, "what", "Please say what is to be done"],
  ["on a day that does not exist", { ...CALL_BACK, dueDay: "2026-02-30" }, "dueDay", "Please choose a day"],
  ["in the past", { ...CALL_BACK, dueDay: "2026-11-19" }, "dueDay", "Please choose today or a later day"],
  [
    "by a slip in another century",
    { ...CALL_BACK, dueDay: "2126-11-23" },
    "dueDay",
    "Please choose a day within two years",
  ],
  [
    "for a stranger",
    { ...CALL_BACK, assigneeId: "0".repeat(26) },
    "assigneeId",
    "Please choose an admin who may sign in",
  ],
])("a next step %s is refused beside its field, also as the one after another", async (_case, step, field, message) => {
  const { site, call } = await start();
  const { _id } = await writtenLead(site, call);
  const alone = await call("POST", `/api/leads/${_id}/next-steps`, step);
  expect([alone.statusCode, alone.json().fields]).toEqual([400, { [field]: message }]);
  const first = (await call("POST", `/api/leads/${_id}/next-steps`, CALL_BACK)).json().lead.nextStep;
  const after = await call("PATCH", `/api/next-steps/${first._id}`, { done: true, next: step });
  expect([after.statusCode, after.json().fields]).toEqual([400, { [`next.${field}`]: message }]);
  expect((await call("GET", `/api/leads/${_id}`)).json().lead.nextStep).toMatchObject(CALL_BACK);
});

test("only an admin who may sign in is assigned; who may no longer is named so", async () => {
  const { site, call } = await start();
  const seller = await addAccount(site, { email: "seller@example.com", role: "user" });
  const retired = await addAccount(site, { email: "retired@example.com" });
  const { _id } = await writtenLead(site, call);
  const refused = await call("POST", `/api/leads/${_id}/next-steps`, { ...CALL_BACK, assigneeId: seller.id });
  expect(refused.statusCode).toBe(400);
  await call("POST", `/api/leads/${_id}/next-steps`, { ...CALL_BACK, assigneeId: retired.id });
  await call("PATCH", `/api/users/${retired.id}/toggle-active`);
  const assignee = async () => (await call("GET", `/api/leads/${_id}`)).json().lead.nextStep.assignee;
  expect(await assignee()).toEqual({ _id: retired.id, email: "retired@example.com", isActive: false });
  await call("DELETE", `/api/users/${retired.id}`);
  expect(await assignee()).toEqual({ _id: retired.id, isActive: false });
});

test("the next step of a lead that ends is dropped, and one for an ended lead refused", async () => {
  const { site, call } = await start();
  const { _id } = await writtenLead(site, call);
  const step = (await call("POST", `/api/leads/${_id}/next-steps`, CALL_BACK)).json().lead.nextStep;
  const lost = await call("PATCH", `/api/leads/${_id}/stage`, { stage: "Lost", reason: "price" });
  expect(lost.json().lead).toMatchObject({ isOpen: false, lostReason: "price" });
  expect(lost.json().lead.nextStep).toBeUndefined();
  const late = await call("PATCH", `/api/next-steps/${step._id}`, { done: true });
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", step: { ended: { how: "dropped" } } });
  expect((await call("POST", `/api/leads/${_id}/next-steps`, CALL_BACK)).json().code).toBe("lead_ended");
  expect(await today(call)).toMatchObject({ due: { count: 0 }, later: 0 });
});

test("a lead from before the site had next steps asks for none, until staff give it one", async () => {
  const { site, call } = await start();
  const { id } = await bookMeeting(site);
  const { _id } = (await call("GET", "/api/leads")).json().leads[0];
  await site.database.transaction((trx) =>
    trx.updateTable("leads").set({ is_open: 0 }).where("id", "=", _id).execute(),
  );
  await call("PATCH", `/api/bookings/${id}/first-contact`, { contacted: true });
  expect(await today(call)).toMatchObject({ due: { count: 0 } });
  const added = await call("POST", `/api/leads/${_id}/next-steps`, CALL_BACK);
  expect(added.json().lead).toMatchObject({ isOpen: true, nextStep: CALL_BACK });
  expect(await today(call)).toMatchObject({ due: { count: 1 } });
});

test("an unknown lead or step is not found", async () => {
  const { call } = await start();
  const id = "0".repeat(26);
  for (const answer of [
    await call("GET", `/api/leads/${id}`),
    await call("GET", "/api/leads/nonsense"),
    await call("POST", `/api/leads/${id}/next-steps`, CALL_BACK),
    await call("PATCH", `/api/leads/${id}/stage`, { stage: "Met" }),
    await call("PATCH", `/api/leads/${id}/amounts`, { contractCents: 1 }),
    await call("PATCH", `/api/next-steps/${id}`, { done: true }),
    await call("PATCH", "/api/next-steps/nonsense", { done: true }),
  ])
    expect(answer.statusCode).toBe(404);
});

async function historyOf({ database }: TestSite, id: string): Promise<string[]> {
  const rows = await database.read
    .selectFrom("history")
    .select("detail")
    .where("subject_id", "=", id)
    .where("action", "=", "step")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ detail }) => JSON.parse(detail ?? "{}").to);
}
