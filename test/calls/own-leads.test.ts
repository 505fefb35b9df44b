// What a person sees who is limited to own and unclaimed leads: asked of every route.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { EVENTS_PATH } from "#delivery/live/change.ts";
import { BELONGS_TO_COLLEAGUE } from "#people/leads/errors.ts";
import { newId } from "#platform/server/ids.ts";
import { addSignedIn } from "../accounts.ts";
import { newCall } from "../people.ts";
import { hear, SOON } from "../programs/event-streams.ts";
import { bookMeeting, freeSlots, sendContactMessage } from "../requests.ts";
import { startSite, type TestSite } from "../server.ts";

type Admin = Awaited<ReturnType<typeof addSignedIn>>;
type Whose = { name: string; phone: string };

const SLOW = { timeout: 120_000 };
/** Nothing of these may be in an answer to who sees own leads only. */
const COLLEAGUES = { name: "Quartermaine", phone: "312555010" };
const OWN = { name: "Lindqvist", phone: "312555020" };
const UNCLAIMED = { name: "Abernathy", phone: "312555030" };

test("no answer to who sees own leads only holds anything of a colleague's", SLOW, async () => {
  const { site, owner, limited, theirs, ofOne } = await startWithLeads();
  const reading = site.app.guardedRoutes.filter(
    ({ method, url, access }) => method === "GET" && access === "admin" && url !== EVENTS_PATH,
  );
  expect(reading.length).toBeGreaterThan(60);
  const unknowns = new Map<string, Awaited<ReturnType<Admin["call"]>>>();
  let compared = 0;
  for (const { url } of reading)
    for (const address of addressesOf(url, ofOne)) {
      // What is kept for the owner must not reach the other.
      if (!url.includes("export")) await owner.call("GET", address);
      const { statusCode, body } = await limited.call("GET", address);
      expect(statusCode, `${address}: ${body}`).toBeLessThan(500);
      const told = withoutAsked(body, address);
      for (const secret of [...theirs, COLLEAGUES.name, COLLEAGUES.phone, "Hidden Hollow"])
        expect(told.includes(secret), `GET ${address} tells ${secret}: ${body.slice(0, 1_500)}`).toBe(false);
      const [id] = theirs.filter((one) => address.includes(one));
      if (!id) continue;
      const unknown = unknowns.get(url) ?? (await limited.call("GET", address.replaceAll(id, newId())));
      unknowns.set(url, unknown);
      expect(statusCode, address).toBe(unknown.statusCode);
      if (statusCode >= 400) expect(body, address).toBe(unknown.body);
      compared++;
    }
  expect(compared).toBeGreaterThan(100);
});

test("own and unclaimed leads are listed, found and counted, and nothing else", SLOW, async () => {
  const { owner, limited } = await startWithLeads();
  const seen = async (admin: Admin, url: string) => (await admin.call("GET", url)).json();
  for (const { name } of [OWN, UNCLAIMED])
    for (const url of ["/api/leads", "/api/bookings/list", "/api/contact/admin/submissions", "/api/people/search"])
      for (const search of ["", `?search=${name}`])
        expect(JSON.stringify(await seen(limited, url + search)), url + search).toContain(name);
  const all = await seen(owner, "/api/leads");
  const some = await seen(limited, "/api/leads");
  expect(some.pagination.totalItems).toBe((all.pagination.totalItems / 3) * 2);
  expect((await seen(limited, "/api/bookings/list/total")).totalItems).toBe(2);
  expect((await seen(owner, "/api/bookings/list/total")).totalItems).toBe(3);
  expect((await seen(limited, "/api/people/search?search=example.com")).pagination.totalItems).toBe(
    some.pagination.totalItems,
  );
  const csv = (await limited.call("GET", "/api/leads/export/csv")).body;
  expect(csv.trim().split("\n")).toHaveLength(some.pagination.totalItems + 1);
});

test("no route changes a colleague's records for who sees own leads only", SLOW, async () => {
  const { site, limited, ofOne, leadId, stepId, bookingId } = await startWithLeads();
  const before = await recordsOf(site);
  const changing = site.app.guardedRoutes.filter(
    ({ method, url, access }) => !["GET", "HEAD"].includes(method) && access === "admin" && url.includes(":"),
  );
  expect(changing.length).toBeGreaterThan(40);
  for (const { method, url } of changing)
    for (const id of ofOne) {
      const answer = await limited.call(method as "POST", url.replace(/:\w+/g, id), { version: 1 });
      expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(500);
    }
  const step = { what: "Call", dueDay: "2026-11-30" };
  const log = { channel: "call", outcome: "reached" };
  const calls: [string, string, object?][] = [
    ["POST", `/api/leads/${leadId}/claim`, {}],
    ["DELETE", `/api/leads/${leadId}/claim`],
    ["POST", `/api/leads/${leadId}/notes`, { text: "Mine" }],
    ["POST", `/api/leads/${leadId}/next-steps`, step],
    ["POST", `/api/leads/${leadId}/log`, log],
    ["PATCH", `/api/leads/${leadId}/stage`, { stage: "Contacted", version: 1 }],
    ["PATCH", `/api/leads/${leadId}/role`, { role: null }],
    ["DELETE", `/api/leads/${leadId}/sleep`],
    ["POST", `/api/leads/${leadId}/offers`, {}],
    ["PATCH", `/api/next-steps/${stepId}`, { done: true, version: 1 }],
    ["PATCH", `/api/bookings/${bookingId}/status`, { status: "Completed", version: 1 }],
  ];
  for (const [method, url, body] of calls) {
    const answer = await limited.call(method as "POST", url, body);
    const unknown = await limited.call(method as "POST", url.replace(/[0-9a-z]{26}/, newId()), body);
    expect([answer.statusCode, answer.body], `${method} ${url}`).toEqual([404, unknown.body]);
  }
  expect(await recordsOf(site)).toEqual(before);
});

test("a known number says that it belongs to a colleague, and nothing of whom", async () => {
  const { site, owner, limited, leadId, ownLeadId } = await startWithLeads();
  const { person } = (await owner.call("GET", `/api/leads/${leadId}`)).json().lead;
  const known = { email: person.email, phone: person.phone };
  for (const [field, value] of Object.entries(known)) {
    const found = await limited.call("GET", `/api/leads/callers?${field}=${encodeURIComponent(value)}`);
    expect(found.json()).toMatchObject({ callers: [], belongsToColleague: true });
  }
  const own = (await owner.call("GET", `/api/leads/callers?phone=${OWN.phone}1`)).json();
  expect([own.callers.length, own.belongsToColleague]).toEqual([1, undefined]);
  const before = await recordsOf(site);
  const entered = await limited.call("POST", "/api/leads/calls", newCall(known));
  expect([entered.statusCode, entered.json()]).toEqual([
    409,
    { success: false, code: "belongs_to_colleague", message: BELONGS_TO_COLLEAGUE, error: BELONGS_TO_COLLEAGUE },
  ]);
  const joined = await limited.call("POST", `/api/leads/${ownLeadId}/join`, { leadId, role: "heir" });
  expect(joined.statusCode, joined.body).toBeGreaterThanOrEqual(400);
  const merged = await limited.call("POST", `/api/people/${(await personOf(owner, ownLeadId))._id}/merge`, {
    personId: person._id,
  });
  expect(merged.statusCode).toBe(404);
  for (const url of ["/api/people/export", "/api/people/erasure"])
    expect((await limited.call("POST", url, { email: known.email })).statusCode, url).toBe(409);
  expect(await recordsOf(site)).toEqual(before);
});

test("an open stream tells nothing of a colleague's leads, but that one left", async () => {
  const { site, owner, limited, leadId, freeLeadId } = await startWithLeads();
  const url = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const [all, own] = [await hear(url, owner.session.accessToken), await hear(url, limited.session.accessToken)];
  await owner.call("POST", `/api/leads/${leadId}/notes`, { text: "Theirs" });
  await expect.poll(() => all.changes().some(({ id }) => id === leadId), SOON).toBe(true);
  await owner.call("POST", `/api/leads/${freeLeadId}/notes`, { text: "Free" });
  await expect.poll(() => own.changes().some(({ id }) => id === freeLeadId), SOON).toBe(true);
  expect(own.changes().some(({ id }) => id === leadId)).toBe(false);
  const told = own.changes().length;
  const claim = await owner.call("POST", `/api/leads/${freeLeadId}/claim`, {});
  expect(claim.statusCode, claim.body).toBe(200);
  await expect
    .poll(() => own.changes().slice(told), SOON)
    .toContainEqual(expect.objectContaining({ kind: "lead", id: "" }));
  expect((await limited.call("GET", `/api/leads/${freeLeadId}`)).statusCode).toBe(404);
  await owner.call("DELETE", `/api/leads/${freeLeadId}/claim`);
  expect((await limited.call("GET", `/api/leads/${freeLeadId}`)).statusCode).toBe(200);
});

test("a limit binds feeds and keys that were made before it, and nobody who has it gives more", async () => {
  const { site, owner } = await startWithLeads();
  const kim = await addSignedIn(site, { email: "kim@example.com" });
  const { url } = (await kim.call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  const form = { name: "CRM", scope: "read-leads", endsOn: "2026-12-31" };
  const { token } = (await kim.call("POST", "/api/keys", form)).json();
  const byKey = async () =>
    (await site.app.inject({ url: "/api/bookings/list", headers: { authorization: `Bearer ${token}` } })).body;
  const byFeed = async () => (await site.app.inject(new URL(url).pathname)).body;
  for (const read of [byKey, byFeed]) expect(await read()).toContain(COLLEAGUES.name);
  const change = await owner.call("PUT", `/api/users/${kim.user.id}`, { ownLeadsOnly: true });
  expect(change.json().user, change.body).toMatchObject({ ownLeadsOnly: true });
  const { history } = (await owner.call("GET", `/api/users/${kim.user.id}/history`)).json();
  expect(history[0]).toMatchObject({ action: "duties", from: "all leads", to: "own and unclaimed leads" });
  for (const read of [byKey, byFeed]) {
    expect(await read()).toContain(UNCLAIMED.name);
    expect(await read()).not.toContain(COLLEAGUES.name);
  }
  const admin = { email: "noor@example.com", role: "admin", duties: ["answer"] };
  const refused = [
    await kim.call("POST", "/api/keys", { ...form, name: "Another" }),
    await kim.call("POST", "/api/users", { ...admin, password: "nine quiet ladders", ownLeadsOnly: false }),
    await kim.call("POST", "/api/users/invitations", { ...admin, ownLeadsOnly: false }),
    await kim.call("PUT", `/api/users/${kim.user.id}`, { ownLeadsOnly: false }),
    await kim.call("PATCH", `/api/users/${owner.user.id}/toggle-active`),
  ];
  for (const answer of refused) expect([answer.statusCode, answer.json().code]).toEqual([403, "more_duties"]);
  const invited = await kim.call("POST", "/api/users/invitations", admin);
  expect(invited.json().invitation, invited.body).toMatchObject({ ownLeadsOnly: true });
  const last = await owner.call("PUT", `/api/users/${owner.user.id}`, { ownLeadsOnly: true });
  expect([last.statusCode, last.json().code]).toEqual([409, "last_admin"]);
});

/** Each way in has brought three people: one is the colleague's, one the own, one nobody's. */
async function startWithLeads() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const owner = await addSignedIn(site, { email: "dana@example.com" });
  const limited = await addSignedIn(site, { email: "vic@example.com", ownLeadsOnly: true });
  const slots = await freeSlots(site, 3);
  for (const [index, whose] of [COLLEAGUES, OWN, UNCLAIMED].entries()) await bringIn(site, owner, whose, slots[index]);
  const leads = async ({ name }: Whose) =>
    (await owner.call("GET", `/api/leads?search=${name}&limit=50`)).json().leads as { _id: string }[];
  await assign(owner, await leads(COLLEAGUES), owner);
  await assign(owner, await leads(OWN), limited);
  const theirLeads = (await leads(COLLEAGUES)).map(({ _id }) => _id);
  const booked = (await owner.call("GET", `/api/bookings/list?search=${COLLEAGUES.name}`)).json().bookings[0];
  const leadId = booked.leadId ?? theirLeads[0];
  const offer = await owner.call("POST", `/api/leads/${leadId}/offers`, {});
  expect(offer.statusCode, offer.body).toBe(201);
  await owner.call("POST", `/api/leads/${leadId}/notes`, { text: `${COLLEAGUES.name} rang` });
  const [ownLead] = await leads(OWN);
  const [freeLead] = await leads(UNCLAIMED);
  const theirs = await idsOf(site, theirLeads);
  const { rows } = await sql<{ id: string }>`select id from next_steps where lead_id = ${leadId}`.execute(
    site.database.read,
  );
  return {
    site,
    owner,
    limited,
    theirs,
    ofOne: await idsOf(site, [leadId]),
    leadId,
    bookingId: booked._id as string,
    stepId: rows[0]?.id ?? "",
    ownLeadId: ownLead?._id ?? "",
    freeLeadId: freeLead?._id ?? "",
  };
}

async function bringIn(
  site: TestSite,
  owner: Admin,
  { name, phone }: Whose,
  slot: { date: string; time: string } | undefined,
): Promise<void> {
  const street = name === COLLEAGUES.name ? "Hidden Hollow" : "Open Road";
  const of = (number: number) => ({ email: `${name.toLowerCase()}${number}@example.com`, phone: `${phone}${number}` });
  const place = (number: number) => ({
    street: `${number} ${street}`,
    city: "Springfield",
    state: "IL",
    zipCode: "62704",
  });
  await bookMeeting(site, {
    ...of(1),
    firstName: "Ada",
    lastName: name,
    propertyAddress: place(1),
    meetingDate: slot?.date,
    meetingTime: slot?.time,
  });
  await sendContactMessage(site, { ...of(2), name: `Ben ${name}` });
  const call = await owner.call(
    "POST",
    "/api/leads/calls",
    newCall({ ...of(3), name: `Cas ${name}`, property: place(3), reached: false }),
  );
  expect(call.statusCode, call.body).toBe(201);
}

async function assign(by: Admin, leads: readonly { _id: string }[], { user }: Admin): Promise<void> {
  expect(leads.length).toBe(3);
  for (const { _id } of leads) {
    const step = { what: "Call back", dueDay: "2026-11-23", assigneeId: user.id };
    const answer = await by.call("POST", `/api/leads/${_id}/next-steps`, step);
    expect(answer.statusCode, answer.body).toBe(201);
  }
}

async function personOf(admin: Admin, leadId: string): Promise<{ _id: string }> {
  return (await admin.call("GET", `/api/leads/${leadId}`)).json().lead.person;
}

/** Of the leads, and of all that belongs to them. */
async function idsOf({ database }: TestSite, leadIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where id in (${sql.join(leadIds)})
    union select person_id from leads where id in (${sql.join(leadIds)})
    union select id from inquiries where lead_id in (${sql.join(leadIds)})
    union select id from next_steps where lead_id in (${sql.join(leadIds)})
    union select id from notes where lead_id in (${sql.join(leadIds)})
    union select id from offers where lead_id in (${sql.join(leadIds)})`.execute(database.read);
  return rows.map(({ id }) => id);
}

async function recordsOf({ database }: TestSite): Promise<string> {
  const tables = [
    "leads",
    "people",
    "inquiries",
    "next_steps",
    "notes",
    "offers",
    "contact_tries",
    "lead_claims",
    "meetings",
  ];
  const read = tables.map(
    async (table) => (await sql`select * from ${sql.table(table)} order by 1`.execute(database.read)).rows,
  );
  return JSON.stringify(await Promise.all(read));
}

function addressesOf(url: string, ids: readonly string[]): string[] {
  if (url.includes(":")) return ids.map((id) => url.replace(/:\w+/g, id));
  const email = `${COLLEAGUES.name.toLowerCase()}1@example.com`;
  const asked = [
    `search=${COLLEAGUES.name}`,
    `email=${email}`,
    `phone=${COLLEAGUES.phone}1`,
    "mine=1",
    "page=1&limit=50",
  ];
  return [url, ...asked.map((query) => `${url}?${query}`)];
}

/** An answer may repeat what it was asked. */
function withoutAsked(body: string, address: string): string {
  const asked = new URL(address, "http://localhost").searchParams.get("email");
  return asked ? body.replaceAll(`"email":"${asked}"`, "") : body;
}
