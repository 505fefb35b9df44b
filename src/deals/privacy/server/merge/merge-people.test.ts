import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { isDrill } from "#test/drill.ts";
import { newCall } from "#test/people.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";

const RENEE = "renee@example.com";
const JACK = "jack@example.com";
const ROUNDS = isDrill ? 50 : 5;
const EVE = "eve@example.com";
const PHONE = "(217) 555-0142";

/** Renée has a meeting; Jack has her number, Eve another. */
async function siteWithThree() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const dana = await addSignedIn(site);
  await bookMeeting(site, { email: RENEE, phone: PHONE });
  await sendContactMessage(site, { email: JACK, name: "Jack", phone: "+1 217.555.0142" });
  await sendContactMessage(site, { email: EVE, name: "Eve", phone: "(312) 555-0100" });
  const idOf = async (text: string): Promise<string> =>
    (await dana.call("GET", `/api/people/search?search=${encodeURIComponent(text)}`)).json().people[0]._id;
  const [renee, jack, eve] = [await idOf(RENEE), await idOf(JACK), await idOf(EVE)];
  const page = async (id: string) => (await dana.call("GET", `/api/people/${id}`)).json();
  const merge = (into: string, from: string) => dana.call("POST", `/api/people/${into}/merge`, { personId: from });
  const part = (id: string) => dana.call("POST", `/api/people/${id}/part`, {});
  return { site, ...dana, renee, jack, eve, page, merge, part };
}

test("the same number with another address is linked and shown, and merged by nobody but staff", async () => {
  const { page, renee, jack, eve } = await siteWithThree();
  expect((await page(renee)).linked).toMatchObject([{ _id: jack, name: "Jack", email: JACK }]);
  expect((await page(jack)).linked).toMatchObject([{ _id: renee }]);
  expect((await page(eve)).linked).toEqual([]);
  expect((await page(renee)).leads).toHaveLength(1);
});

test("a number stays linked after the person has given another one", async () => {
  const { site, page, renee, jack } = await siteWithThree();
  await sendContactMessage(site, { email: JACK, name: "Jack", phone: "(312) 555-0177" });
  const [linked] = (await page(renee)).linked;
  expect(linked).toMatchObject({ _id: jack });
  // The first number stays theirs: a stranger may know the address.
  expect(linked.phone).not.toBe("(312) 555-0177");
});

test("two people who are merged are one page from either side, and parted they are two as before", async () => {
  const { page, merge, part, renee, jack } = await siteWithThree();
  const before = [await page(renee), await page(jack)];
  expect((await merge(renee, jack)).json()).toMatchObject({ success: true, personId: renee });
  for (const id of [renee, jack]) {
    const merged = await page(id);
    expect(merged.person._id).toBe(renee);
    expect(merged.identities.map(({ _id }: { _id: string }) => _id)).toEqual([renee, jack]);
    expect(merged.leads).toHaveLength(2);
    expect(merged.linked).toEqual([]);
  }
  expect((await part(jack)).json()).toMatchObject({ success: true, personId: jack });
  const after = [await page(renee), await page(jack)];
  for (const [index, person] of after.entries()) {
    expect(person.leads).toEqual(before[index].leads);
    expect(person.identities).toEqual(before[index].identities);
  }
  expect(after[0].events).toContainEqual(expect.objectContaining({ kind: "history", by: "dana@example.com" }));
});

test("a person is not merged with itself", async () => {
  const { page, merge, renee } = await siteWithThree();
  const before = await page(renee);
  const refused = await merge(renee, renee);
  expect([refused.statusCode, refused.json().code]).toEqual([400, "invalid_input"]);
  expect((await page(renee)).leads).toEqual(before.leads);
});

test("a chain of merges is parted link by link, and merging in a circle is one person", async () => {
  const { page, merge, part, renee, jack, eve } = await siteWithThree();
  await merge(jack, eve);
  await merge(renee, jack);
  expect((await page(eve)).leads).toHaveLength(3);
  expect((await merge(eve, renee)).json().personId).toBe(renee);
  await part(jack);
  expect((await page(renee)).identities).toHaveLength(1);
  expect((await page(eve)).person._id).toBe(jack);
  await part(eve);
  for (const id of [renee, jack, eve]) expect((await page(id)).identities).toHaveLength(1);
  expect((await part(renee)).json()).toMatchObject({ success: true, personId: renee });
});

test("what a merged address sends next belongs to the leads of the one person", async () => {
  const { site, page, merge, renee, jack } = await siteWithThree();
  await merge(renee, jack);
  await bookMeeting(site, { email: JACK, meetingTime: "11:00 AM" });
  const { leads } = await page(renee);
  expect(leads.map(({ inquiries }: { inquiries: number }) => inquiries).sort()).toEqual([1, 2]);
});

test("what joined a lead of the one person goes back with its notes when the two part, and outlives the other", async () => {
  const { site, call, page, merge, part, renee, jack } = await siteWithThree();
  await merge(renee, jack);
  const { id } = await bookMeeting(site, { email: JACK, meetingTime: "11:00 AM" });
  await call("PUT", `/api/bookings/${id}/notes`, { notes: "Jack has the keys." });
  await part(jack);
  const own = await page(jack);
  expect(own.leads.map(({ inquiries }: { inquiries: number }) => inquiries)).toEqual([2]);
  expect(own.events.map(({ text }: { text?: string }) => text)).toContain("Jack has the keys.");
  expect((await page(renee)).leads.map(({ inquiries }: { inquiries: number }) => inquiries)).toEqual([1]);
  await call("POST", "/api/people/erasure", { email: RENEE });
  expect((await call("GET", `/api/bookings/${id}/details`)).statusCode).toBe(200);
  expect((await page(jack)).leads).toEqual(own.leads);
  expect(await danglingIn(site)).toEqual([]);
});

test("a lead keeps nothing of the inquiry that goes back, which brings its own stage", async () => {
  const { site, call, page, merge, part, jack, eve } = await siteWithThree();
  site.clock.advance(60);
  await sendContactMessage(site, { email: EVE, name: "Eve" });
  const before = (await page(eve)).leads;
  await merge(eve, jack);
  const said = { name: "Jack", email: JACK, reached: false, heard: { source: "postcard" } };
  await call("POST", "/api/leads/calls", newCall(said));
  const held = await bookMeeting(site, { email: JACK, meetingTime: "11:00 AM" });
  const cancelled = await bookMeeting(site, {
    email: JACK,
    meetingTime: "2:00 PM",
    propertyAddress: { street: "9 Oak Lane", city: "Springfield", state: "IL", zipCode: "62704" },
  });
  await call("PATCH", `/api/bookings/${cancelled.id}/status`, { status: "Cancelled" });
  await call("PATCH", `/api/bookings/${held.id}/status`, { status: "Completed" });
  await part(jack);
  const shown = (lead: object) => ({ ...lead, version: undefined });
  expect((await page(eve)).leads.map(shown)).toEqual(before.map(shown));
  const own = (await page(jack)).leads.map(({ place, stage }: { place: string; stage: string }) => [place, stage]);
  expect(own.sort()).toEqual([
    ["12 Elm St, Springfield, IL 62704", "New"],
    ["1422 Elm Street, Springfield, IL 02134", "Met"],
    ["9 Oak Lane, Springfield, IL 62704", "New"],
  ]);
});

test("parting while both send more leaves every inquiry with who sent it", async () => {
  const { site, page, merge, part, renee, jack } = await siteWithThree();
  for (let round = 0; round < ROUNDS; round++) {
    await merge(renee, jack);
    await Promise.all([
      ...[RENEE, JACK, RENEE, JACK].map((email) => sendContactMessage(site, { email })),
      part(jack),
      ...[RENEE, JACK, RENEE, JACK].map((email) => sendContactMessage(site, { email })),
    ]);
    for (const [id, email] of [
      [renee, RENEE],
      [jack, JACK],
    ] as const) {
      const leadIds = (await page(id)).leads.map(({ _id }: { _id: string }) => _id);
      const own = site.database.read.selectFrom("contact_messages").select("lead_id").where("email", "=", email);
      for (const { lead_id } of await own.execute()) expect(leadIds).toContain(lead_id);
    }
  }
  expect(await danglingIn(site)).toEqual([]);
});

test("erasing the one that others are merged into leaves those merged with each other", async () => {
  const { call, page, merge, renee, jack, eve } = await siteWithThree();
  await merge(renee, jack);
  await merge(renee, eve);
  await call("POST", "/api/people/erasure", { email: RENEE });
  const left = (await page(eve)).identities.map(({ _id }: { _id: string }) => _id);
  expect(left.sort()).toEqual([jack, eve].sort());
});

test("unknown people are neither shown, merged nor parted", async () => {
  const { call, merge, part, renee } = await siteWithThree();
  const nobody = "0123456789abcdefghjkmnpqrs";
  for (const id of [nobody, "nothing"]) {
    expect((await call("GET", `/api/people/${id}`)).statusCode).toBe(404);
    expect((await merge(renee, id)).statusCode).toBe(404);
    expect((await merge(id, renee)).statusCode).toBe(404);
    expect((await part(id)).statusCode).toBe(404);
    expect((await call("GET", `/api/people/of-lead/${id}`)).statusCode).toBe(404);
  }
});

test("two admins who merge the same two people into each other at once get one person", async () => {
  const { site, renee, jack, page } = await siteWithThree();
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site) } });
  const [dana, tom] = [
    await addSignedIn(site, { email: "dana2@example.com" }),
    await addSignedIn(other, { email: "tom@example.com" }),
  ];
  const answers = await Promise.all([
    dana.call("POST", `/api/people/${renee}/merge`, { personId: jack }),
    tom.call("POST", `/api/people/${jack}/merge`, { personId: renee }),
  ]);
  for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
  const [one, two] = [await page(renee), await page(jack)];
  expect(one.person).toEqual(two.person);
  expect(one.identities).toHaveLength(2);
});

test("erasing one of two merged people leaves the other's inquiries, also in a lead that began with the erased one", async () => {
  const { site, call, page, merge, renee, jack } = await siteWithThree();
  await merge(renee, jack);
  await bookMeeting(site, { email: JACK, meetingTime: "11:00 AM" });
  const erased = await call("POST", "/api/people/erasure", { email: RENEE });
  expect(erased.statusCode, erased.body).toBe(200);
  expect((await call("GET", `/api/people/${renee}`)).statusCode).toBe(404);
  const left = await page(jack);
  expect(left.person).toMatchObject({ _id: jack, name: expect.not.stringContaining("Renée") });
  expect(left.leads.map(({ inquiries }: { inquiries: number }) => inquiries)).toEqual([2]);
  expect(await danglingIn(site)).toEqual([]);
});

test("an erasure takes leads, notes, steps and people, and an export has them before", async () => {
  const { site, call, page, renee } = await siteWithThree();
  const [lead] = (await page(renee)).leads;
  await call("POST", `/api/leads/${lead._id}/notes`, { text: "Sister of Tomás." });
  const file = (await call("POST", "/api/people/export", { email: RENEE })).json();
  expect(file).toMatchObject({
    people: [{ email: RENEE, name: expect.stringContaining("Renée") }],
    leads: [{ id: lead._id, stage: "Meeting set" }],
    notes: [{ text: "Sister of Tomás.", author: "dana@example.com" }],
  });
  await call("POST", "/api/people/erasure", { email: RENEE });
  expect(await danglingIn(site)).toEqual([]);
  const notes = await site.database.read.selectFrom("notes").selectAll().execute();
  expect(notes).toEqual([]);
});

/** Rows that belong to a lead or person that is not there. */
async function danglingIn({ database }: TestSite): Promise<string[]> {
  const leads = new Set((await database.read.selectFrom("leads").select("id").execute()).map(({ id }) => id));
  const people = new Set((await database.read.selectFrom("people").select("id").execute()).map(({ id }) => id));
  const dangling: string[] = [];
  for (const table of ["bookings", "contact_messages", "notes", "next_steps", "contact_tries", "calls"] as const)
    for (const { lead_id } of await database.read.selectFrom(table).select("lead_id").execute())
      if (!leads.has(lead_id)) dangling.push(`${table} of lead ${lead_id}`);
  for (const { person_id } of await database.read.selectFrom("leads").select("person_id").execute())
    if (!people.has(person_id)) dangling.push(`lead of person ${person_id}`);
  for (const { root_id, merged_into } of await database.read.selectFrom("people").selectAll().execute())
    if (!people.has(root_id) || (merged_into && !people.has(merged_into))) dangling.push(`person of ${root_id}`);
  return dangling;
}

test("a merged person without a lead of their own keeps the inquiries that are in another's", async () => {
  const { site, call, merge, renee, jack } = await siteWithThree();
  await merge(renee, jack);
  await bookMeeting(site, { email: JACK, phone: PHONE, meetingTime: "1:00 PM" });
  const { contacts } = (await call("GET", `/api/contact/admin/submissions?search=${JACK}`)).json();
  const correction = { name: "Dot", email: "dot@example.com", phone: "" };
  await call("PATCH", `/api/contact/admin/submissions/${contacts[0]._id}/correction`, correction);
  expect((await call("POST", "/api/people/erasure", { email: RENEE })).statusCode).toBe(200);
  const bookings = await site.database.read.selectFrom("bookings").select(["email", "lead_id"]).execute();
  expect(bookings.map(({ email }) => email)).toEqual([JACK]);
  const lead = (await call("GET", `/api/leads/${bookings[0]?.lead_id}`)).json().lead;
  expect(lead.person.email).toBe(JACK);
});
