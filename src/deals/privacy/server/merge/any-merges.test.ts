// Whatever people send, and whatever staff merge, part, correct and erase, in any order.
import fc from "fast-check";
import { expect, test } from "vitest";
import { phoneDigits } from "#platform/phone.ts";
import { addSignedIn } from "#test/accounts.ts";
import { isDrill } from "#test/drill.ts";
import { newCall } from "#test/people.ts";
import { bookMeeting, freeSlots, sendContactMessage } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const RUNS = isDrill ? 60 : 4;
const STEPS = isDrill ? 40 : 20;
const NAMES = ["ann", "ben", "cas", "dot"] as const;
const KINDS = ["bookings", "contact_messages", "calls"] as const;

type Name = (typeof NAMES)[number];
type Step = {
  does:
    | "book"
    | "write"
    | "ring"
    | "merge"
    | "part"
    | "join"
    | "part lead"
    | "step"
    | "correct"
    | "erase"
    | "erase number";
  name: Name;
  other: Name;
};

const name = fc.constantFrom(...NAMES);
const does = fc.constantFrom(
  ...["book", "write", "ring", "merge", "merge", "part", "join", "join", "part lead", "step"],
  ...["correct", "erase", "erase number"],
);
const steps: fc.Arbitrary<Step[]> = fc.array(fc.record({ does, name, other: name }) as fc.Arbitrary<Step>, {
  minLength: STEPS,
  maxLength: STEPS,
});

test("every inquiry stays in one lead, every permission where it was, and no lead is without a person", {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const site = await startSite({ env: { RATE_LIMIT: "off" } });
      const dana = await addSignedIn(site);
      const perform = performer(site, dana.call);
      for (const one of all) {
        const before = await permissionsOf(site);
        await perform(one);
        expect(await faultsOf(site), JSON.stringify(one)).toEqual([]);
        expect((await permissionsOf(site)).slice(0, before.length), JSON.stringify(one)).toEqual(before);
      }
    }),
    { numRuns: RUNS, ...(!isDrill && { seed: 20_261_126 }) },
  );
});

test("merging and parting again leaves everybody as they were", { timeout: 1_800_000 }, async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const dana = await addSignedIn(site);
  const perform = performer(site, dana.call);
  for (const one of NAMES) await perform({ does: "write", name: one, other: one });
  const merges = fc.array(fc.tuple(name, name), { maxLength: 8 });
  const everybody = async () => ({
    people: (await peopleOf(site)).map(({ version, ...row }) => row),
    leads: await site.database.read.selectFrom("leads").selectAll().orderBy("id").execute(),
  });
  const before = await everybody();
  await fc.assert(
    fc.asyncProperty(merges, async (pairs) => {
      const undo: string[] = [];
      for (const [into, from] of pairs) {
        const [root, merged] = [await personOf(site, into), await personOf(site, from)].map((one) => one?.root_id);
        await perform({ does: "merge", name: into, other: from });
        if (merged && root !== merged) undo.push(merged);
      }
      for (const id of undo.reverse()) await dana.call("POST", `/api/people/${id}/part`, {});
      expect(await everybody()).toEqual(before);
    }),
    { numRuns: RUNS * 3, ...(!isDrill && { seed: 20_261_126 }) },
  );
});

type Call = Awaited<ReturnType<typeof addSignedIn>>["call"];

/** Ann and Ben have one number, and who rings gives no address. */
function performer(site: TestSite, call: Call): (step: Step) => Promise<void> {
  const slots = once(() => freeSlots(site, STEPS));
  const numbers = { ann: "(217) 555-0142", ben: "(217) 555-0142", cas: "(217) 555-0143", dot: "(217) 555-0144" };
  return async ({ does, name, other }) => {
    const from = { email: `${name}@example.com`, phone: numbers[name] };
    const person = await personOf(site, name);
    if (does === "book") {
      const { date, time } = (await slots()).shift() ?? {};
      await bookMeeting(site, { ...from, meetingDate: date, meetingTime: time });
    } else if (does === "write") await sendContactMessage(site, { ...from, name });
    else if (does === "ring") {
      const { date, time } = (await slots()).shift() ?? {};
      const details = { propertyType: "single-family", timeframeToSell: "asap" };
      const meeting = { meetingDate: date, meetingTime: time, meetingType: "in-person-property", ...details };
      const rung = newCall({ name, phone: from.phone, ...(other === "ann" && { meeting }) });
      expectDone(await call("POST", "/api/leads/calls", rung));
    } else if (does === "erase number") {
      const caller = await callerOf(site, from.phone);
      if (caller) expectDone(await call("POST", `/api/people/${caller.id}/erasure`, {}));
    } else if (does === "erase") expectDone(await call("POST", "/api/people/erasure", { email: from.email }));
    else if (does === "correct") {
      const search = `/api/contact/admin/submissions?search=${from.email}`;
      const [message] = (await call("GET", search)).json().contacts;
      const correction = { name, email: `${other}@example.com`, phone: "" };
      if (message)
        expectDone(await call("PATCH", `/api/contact/admin/submissions/${message._id}/correction`, correction));
    } else if (does === "part" && person) expectDone(await call("POST", `/api/people/${person.id}/part`, {}));
    else if (does === "join" && person) {
      const [into, lead] = [await leadOf(site, person.id), await leadOf(site, (await personOf(site, other))?.id)];
      if (into && lead) expectAnswered(await call("POST", `/api/leads/${into}/join`, { leadId: lead, role: "heir" }));
    } else if (does === "part lead" || does === "step") {
      const lead = await leadOf(site, person?.id);
      const step = { what: `Call ${name}`, dueDay: "2026-12-01" };
      if (lead && does === "step") expectAnswered(await call("POST", `/api/leads/${lead}/next-steps`, step));
      else if (lead) expectDone(await call("POST", `/api/leads/${lead}/part`, {}));
    } else if (does === "merge") {
      const merged = name === other ? await callerOf(site, from.phone) : await personOf(site, other);
      if (person && merged) expectDone(await call("POST", `/api/people/${person.id}/merge`, { personId: merged.id }));
    }
  };
}

function expectDone({ statusCode, body }: Awaited<ReturnType<Call>>): void {
  expect(statusCode, body).toBeLessThan(300);
}

/** Joining is refused in some states, always with a reason. */
function expectAnswered({ statusCode, body }: Awaited<ReturnType<Call>>): void {
  expect([200, 201, 400, 409], body).toContain(statusCode);
}

async function leadOf({ database }: TestSite, personId: string | undefined): Promise<string | undefined> {
  const leads = database.read
    .selectFrom("leads")
    .select("id")
    .where("person_id", "=", personId ?? "");
  return (await leads.orderBy("id").executeTakeFirst())?.id;
}

async function peopleOf({ database }: TestSite) {
  return database.read.selectFrom("people").selectAll().orderBy("id").execute();
}

async function personOf(site: TestSite, name: Name) {
  return (await peopleOf(site)).find(({ email }) => email === `${name}@example.com`);
}

async function callerOf(site: TestSite, phone: string) {
  return (await peopleOf(site)).find((one) => !one.email && one.phone_digits === phoneDigits(phone));
}

async function permissionsOf({ database }: TestSite): Promise<object[]> {
  return database.read.selectFrom("permissions").selectAll().orderBy("id").execute();
}

/** What must never be, read from the tables. */
async function faultsOf(site: TestSite): Promise<string[]> {
  const { read } = site.database;
  const people = new Map((await peopleOf(site)).map((row) => [row.id, row]));
  const leads = await read.selectFrom("leads").selectAll().execute();
  const inLead = new Map<string, number>(leads.map(({ id }) => [id, 0]));
  const faults: string[] = [];
  const rootOf = (id: string | undefined) => people.get(id ?? "")?.root_id;
  for (const kind of KINDS)
    for (const { id, lead_id, email } of await read.selectFrom(kind).select(["id", "lead_id", "email"]).execute()) {
      if (inLead.has(lead_id)) inLead.set(lead_id, (inLead.get(lead_id) ?? 0) + 1);
      else faults.push(`${kind} ${id} without a lead`);
      const sender = email && [...people.values()].find((person) => person.email === email);
      const owner = leads.find((lead) => lead.id === lead_id)?.person_id;
      if (sender && rootOf(sender.id) !== rootOf(owner)) faults.push(`${kind} ${id} in a lead of another person`);
    }
  const open = await read.selectFrom("next_steps").selectAll().where("ended_at", "is", null).execute();
  for (const { id, joined_into, is_open, stage, before_joining, next_due_day } of leads) {
    const whole = joined_into === null ? undefined : leads.find((one) => one.id === joined_into);
    if (joined_into !== null && whole?.joined_into !== null) faults.push(`lead ${id} joined into ${joined_into}`);
    if ((joined_into !== null) !== (before_joining !== null && is_open === 0 && String(stage) === "Joined"))
      faults.push(`lead ${id} is ${stage}, joined into ${joined_into}`);
    const day = open.find(({ lead_id }) => lead_id === id)?.due_day ?? null;
    if (joined_into === null && next_due_day !== day) faults.push(`lead ${id} is due ${next_due_day}, not ${day}`);
  }
  for (const { lead_id } of open)
    if (!leads.some(({ id }) => id === lead_id)) faults.push(`a step of lead ${lead_id}, which is gone`);
  for (const { id, person_id, inquiries } of leads) {
    if (!people.has(person_id)) faults.push(`lead ${id} without a person`);
    if (inLead.get(id) !== inquiries) faults.push(`lead ${id} counts ${inquiries}, has ${inLead.get(id)}`);
    if (inLead.get(id) === 0) faults.push(`lead ${id} without an inquiry`);
  }
  for (const { id, root_id, merged_into } of people.values()) {
    const above = merged_into === null ? { root_id: id } : people.get(merged_into);
    if (above?.root_id !== root_id) faults.push(`person ${id} under ${root_id}`);
    if (!leads.some(({ person_id }) => person_id === id || people.get(person_id)?.root_id === root_id))
      faults.push(`person ${id} without a lead`);
  }
  return faults;
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
