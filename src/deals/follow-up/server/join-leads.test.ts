import { expect, test } from "vitest";
import type { AuditLogEntry } from "#platform/audit-log.ts";
import { addSignedIn } from "#test/accounts.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

const ELM = { street: "1422 Elm Street", city: "Springfield", state: "IL", zipCode: "62704" };
const RENEE = "renee@example.com";
const JACK = "jack@example.com";
const EVE = "eve@example.com";

/** Three heirs of one house: Renée has a meeting, Jack and Eve have written. */
async function siteWithHeirs() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const dana = await addSignedIn(site);
  await bookMeeting(site, { email: RENEE, propertyAddress: ELM });
  site.clock.advance(60);
  await sendContactMessage(site, { email: JACK, name: "Jack" });
  site.clock.advance(60);
  await sendContactMessage(site, { email: EVE, name: "Eve" });
  const personOf = async (email: string) =>
    (
      await dana.call(
        "GET",
        `/api/people/${(await dana.call("GET", `/api/people/search?search=${email}`)).json().people[0]._id}`,
      )
    ).json();
  const leadOf = async (email: string): Promise<string> => (await personOf(email)).leads[0]._id;
  const [renee, jack, eve] = [await leadOf(RENEE), await leadOf(JACK), await leadOf(EVE)];
  const join = (into: string, leadId: string, more: object = {}) =>
    dana.call("POST", `/api/leads/${into}/join`, { leadId, role: "heir", ...more });
  const part = (id: string) => dana.call("POST", `/api/leads/${id}/part`, {});
  const show = async (id: string) => (await dana.call("GET", `/api/leads/${id}`)).json().lead;
  const list = async (query = "") => (await dana.call("GET", `/api/leads${query}`)).json();
  const step = (id: string, what: string) =>
    dana.call("POST", `/api/leads/${id}/next-steps`, { what, dueDay: "2026-11-30" });
  const tryOf = (id: string) => dana.call("POST", `/api/leads/${id}/log`, { channel: "call", outcome: "left-message" });
  return { site, ...dana, renee, jack, eve, personOf, join, part, show, list, step, tryOf };
}

test("joined leads are one lead, with the inquiries, tries, notes, steps and offers of all", async () => {
  const { call, renee, jack, eve, personOf, join, show, list, step, tryOf } = await siteWithHeirs();
  await tryOf(jack);
  await step(jack, "Call Jack");
  await call("POST", `/api/leads/${jack}/notes`, { text: "Jack has the key" });
  await call("POST", `/api/leads/${jack}/offers`);
  expect((await join(renee, jack)).json()).toMatchObject({ success: true, message: "Joined into one lead" });
  await join(renee, eve, { role: "executor" });
  for (const id of [renee, jack, eve])
    expect(await show(id)).toMatchObject({
      _id: renee,
      person: { name: "Renée O'Brien-Núñez" },
      stage: "Meeting set",
      inquiries: 3,
      tries: 1,
      nextStep: { what: "Call Jack" },
      joined: [
        { _id: jack, role: "heir", person: { name: "Jack" } },
        { _id: eve, role: "executor", person: { name: "Eve" } },
      ],
    });
  expect(await list()).toMatchObject({ leads: [{ _id: renee }], pagination: { totalItems: 1 } });
  expect((await list("?search=jack")).leads).toMatchObject([{ _id: renee }]);
  expect((await call("GET", `/api/leads/${renee}/notes`)).json().notes).toMatchObject([{ text: "Jack has the key" }]);
  expect((await call("GET", `/api/leads/${renee}/log`)).json().log).toHaveLength(1);
  expect((await call("GET", `/api/leads/${renee}/offers`)).json().offers).toHaveLength(1);
  const { leads, events } = await personOf(JACK);
  expect(leads).toMatchObject([{ _id: renee, stage: "Meeting set" }]);
  expect(events.filter(({ kind }: { kind: string }) => kind === "booking")).toHaveLength(1);
});

test("parted leads are as they were, and the joined one counts once in boards and reports", async () => {
  const { site, call, renee, jack, join, part, show, step } = await siteWithHeirs();
  await step(jack, "Call Jack");
  const read = async () => ({
    renee: await show(renee),
    jack: await show(jack),
    board: (await call("GET", "/api/leads/board")).json(),
  });
  const numbers = async () => {
    const counts = site.database.read.selectFrom("lead_counts").select(({ fn }) => fn.sum("leads").as("leads"));
    return Number((await counts.where("touch", "=", "first").executeTakeFirst())?.leads);
  };
  const before = await read();
  expect(await numbers()).toBe(3);
  await join(renee, jack);
  expect(await numbers()).toBe(2);
  const { stages } = (await read()).board;
  expect(stages.map(({ stage, count }: { stage: string; count: number }) => [stage, count])).toContainEqual(["New", 1]);
  expect((await part(jack)).json()).toMatchObject({ message: "Two leads again", lead: { _id: jack, stage: "New" } });
  expect(await numbers()).toBe(3);
  expect(without(await read())).toEqual(without(before));
  const { entries } = (await call("GET", "/api/audit-log?limit=100")).json();
  const told = entries.flatMap(({ action, to }: AuditLogEntry) => (/merged|parted/.test(action) ? to : []));
  expect(told).toHaveLength(4);
  expect(told.join()).not.toContain("Jack");
});

/** Versions only go up. */
function without(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, one) => (["version", "updatedAt"].includes(key) ? undefined : one)));
}

test("what comes in while leads are joined moves the whole, and stays with its person when they part", async () => {
  const { site, jack, renee, join, part, show } = await siteWithHeirs();
  await join(renee, jack);
  await bookMeeting(site, { email: JACK, propertyAddress: ELM, meetingTime: "11:00 AM" });
  expect(await show(renee)).toMatchObject({ inquiries: 3, stage: "Meeting set" });
  await part(jack);
  expect(await show(renee)).toMatchObject({ inquiries: 1, stage: "Meeting set" });
  expect(await show(jack)).toMatchObject({ inquiries: 2, stage: "Meeting set", property: ELM });
});

test("an offer to one of them names that person and that person's address, never another's", async () => {
  const { call, renee, jack, join } = await siteWithHeirs();
  const { offer } = (await call("POST", `/api/leads/${jack}/offers`)).json();
  await join(renee, jack);
  const { recipient, personId } = (await call("GET", `/api/offers/${offer._id}`)).json();
  expect(recipient).toMatchObject({ name: "Jack", email: JACK });
  expect(JSON.stringify(recipient)).not.toContain("Elm");
  expect(personId).toBeTypeOf("string");
});

test("joining says why it is refused", async () => {
  const { call, renee, jack, eve, join, step, show } = await siteWithHeirs();
  const codeOf = async (answer: ReturnType<typeof join>) => {
    const { statusCode, ...refused } = await answer;
    return [statusCode, refused.json().code];
  };
  expect(await codeOf(join(renee, renee))).toEqual([400, "invalid_input"]);
  expect(await codeOf(join(renee, "nothing"))).toEqual([404, "not_found"]);
  expect(await codeOf(join(jack, renee))).toEqual([409, "lead_further"]);
  expect(await codeOf(join(renee, jack, { role: "king" }))).toEqual([400, "invalid_input"]);
  expect(await codeOf(join(renee, jack, { version: 77 }))).toEqual([409, "changed_meanwhile"]);
  await step(renee, "Visit");
  await step(jack, "Call Jack");
  expect(await codeOf(join(renee, jack))).toEqual([409, "step_open"]);
  await call("PATCH", `/api/leads/${eve}/stage`, { stage: "Lost", reason: "price" });
  expect(await codeOf(join(eve, jack))).toEqual([409, "lead_ended"]);
  expect((await join(renee, eve)).statusCode).toBe(200);
  expect((await join(renee, eve)).statusCode).toBe(200);
  expect(await codeOf(join(jack, eve))).toEqual([409, "lead_joined"]);
  expect(await codeOf(join(jack, renee))).toEqual([409, "lead_joined"]);
  expect((await show(renee)).joined).toHaveLength(1);
});

test("when the one that stands for all is erased, the others go on where it stood", async () => {
  const { site, call, renee, jack, eve, join, show, list } = await siteWithHeirs();
  await join(renee, jack);
  await join(renee, eve);
  await call("PATCH", `/api/leads/${renee}/stage`, { stage: "Under contract", contractCents: 9_000_000 });
  site.clock.advance(60);
  await call("PATCH", `/api/leads/${renee}`, { askingCents: 21_000_000, owedCents: 0 });
  const writtenAt = site.clock.now().toISOString();
  site.clock.advance(60);
  expect((await call("POST", "/api/people/erasure", { email: RENEE })).statusCode).toBe(200);
  expect(await list()).toMatchObject({ leads: [{ _id: jack }], pagination: { totalItems: 1 } });
  expect(await show(eve)).toMatchObject({
    _id: jack,
    stage: "Under contract",
    contractCents: 9_000_000,
    askingCents: 21_000_000,
    owedCents: 0,
    joined: [{ _id: eve }],
  });
  const heir = site.database.read.selectFrom("leads").select("touched_at").where("id", "=", jack);
  expect(await heir.executeTakeFirst()).toEqual({ touched_at: writtenAt });
  const left = await site.database.read.selectFrom("leads").selectAll().execute();
  expect(JSON.stringify(left)).not.toContain(renee);
});

test("a lead that stood for others leaves them its notes and steps when its only inquiry is deleted", async () => {
  const { site, call, jack, eve, join, show, step, tryOf } = await siteWithHeirs();
  await join(jack, eve);
  await step(jack, "Visit");
  await tryOf(jack);
  await call("POST", `/api/leads/${jack}/notes`, { text: "The roof leaks" });
  const messages = site.database.read.selectFrom("contact_messages").select("id").where("email", "=", JACK);
  const { id } = await messages.executeTakeFirstOrThrow();
  expect((await call("DELETE", `/api/contact/admin/submissions/${id}`)).statusCode).toBe(200);
  expect(await show(eve)).toMatchObject({ _id: eve, inquiries: 1, tries: 1, nextStep: { what: "Visit" } });
  expect((await call("GET", `/api/leads/${eve}/notes`)).json().notes).toMatchObject([{ text: "The roof leaks" }]);
});

test("a role is said of each person, and taken back", async () => {
  const { call, renee, jack, join, show } = await siteWithHeirs();
  await join(renee, jack);
  const say = (id: string, role: string | null) => call("PATCH", `/api/leads/${id}/role`, { role });
  await say(renee, "owner");
  await say(jack, "spouse");
  expect(await show(renee)).toMatchObject({ role: "owner", joined: [{ role: "spouse" }] });
  await say(renee, null);
  expect((await show(renee)).role).toBeUndefined();
});

test("two joins at once leave every lead in one", async () => {
  const { renee, jack, eve, join, show } = await siteWithHeirs();
  const answers = await Promise.all([join(jack, eve), join(eve, jack), join(renee, jack), join(renee, eve)]);
  for (const { statusCode } of answers) expect([200, 400, 409]).toContain(statusCode);
  const wholes = new Map((await Promise.all([renee, jack, eve].map(show))).map((lead) => [lead._id, lead]));
  const counts = [...wholes.values()].map(({ joined = [] }) => 1 + joined.length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
});
