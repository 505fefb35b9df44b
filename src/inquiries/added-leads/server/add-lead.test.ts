import { expect, test } from "vitest";
import type { KeyScope } from "#accounts/keys/key.ts";
import { createSite } from "#app/server.ts";
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { post } from "#test/requests.ts";
import { sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const LEADS = "/api/leads";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const VERA = {
  name: "Vera O’Lind",
  phone: "+1 217.555.0142",
  property: { street: "12 Elm St", city: "Springfield", state: "illinois", zipCode: "62704" },
  situation: "Inherited",
  said: "The roof leaks.",
};
const STATEMENT = { words: "I agree to calls.", at: "2026-11-19 9:12 PM", page: "https://vendor.example/form" };

/** An admin, and how a vendor's program adds leads with a key. */
async function start(scope: KeyScope = "add-leads", options: Parameters<typeof startSite>[0] = {}) {
  return withKey(await startSite(options), scope);
}

async function withKey(site: TestSite, scope: KeyScope = "add-leads") {
  const admin = await addSignedIn(site);
  const { key, token } = (
    await admin.call("POST", "/api/keys", { name: "Vendor", scope, endsOn: "2026-12-31" })
  ).json();
  const add = (payload: object | string, headers: Record<string, string> = {}, { app }: Pick<TestSite, "app"> = site) =>
    app.inject({
      method: "POST",
      url: LEADS,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      payload,
    });
  return { site, ...admin, key, token, add };
}

const rowsOf = (site: TestSite, table: "leads" | "calls" | "notes" | "permissions" | "mails") =>
  site.database.read.selectFrom(table).selectAll().execute();
const leadOf = async (call: Awaited<ReturnType<typeof start>>["call"], id: string) =>
  (await call("GET", `${LEADS}/${id}`)).json().lead;

test("a program adds a lead by our names, normalised; it waits for staff, who learn of it", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { STAFF_EMAIL: "staff@porchlight.example" } });
  const { call, add } = await withKey(site);
  const answer = await add({ ...VERA, source: "LeadMill", campaign: "Spring", cost: 12.5, gate: { code: "4711" } });
  expect(answer.statusCode, answer.body).toBe(201);
  const { leadId, callId, personId } = answer.json();
  expect(await leadOf(call, leadId)).toMatchObject({
    person: { _id: personId },
    stage: "New",
    property: { street: "12 Elm St", state: "IL" },
  });
  const visit = { first_utm_source: "LeadMill", first_utm_campaign: "Spring", source_said: 0 };
  expect((await rowsOf(site, "leads"))[0]).toMatchObject(visit);
  const [row] = await rowsOf(site, "calls");
  expect(row).toMatchObject({ id: callId, phone: "(217) 555-0142", situation: "inherited", origin: "program" });
  expect(row?.waiting_since).not.toBeNull();
  const { notes } = (await call("GET", `${LEADS}/${leadId}/notes`)).json();
  expect(notes.map(({ text }: { text: string }) => text).sort()).toEqual(["The roof leaks.", "gate.code: 4711"]);
  const [mail, ...more] = await sentMails({ site, smtp });
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("New lead: Vera O’Lind, 12 Elm St, Springfield, IL 62704");
  for (const part of ['key "Vendor"', "LeadMill, Spring", "No agreement known"]) expect(mail?.text).toContain(part);
});

test("wrong fields are named as everywhere, and nothing is stored", async () => {
  const { site, add } = await start();
  const answer = await add({ ...VERA, name: " ", phone: "12", email: "x", cost: "much", property: { state: "Mars" } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ success: false, code: "invalid_input" });
  expect(Object.keys(answer.json().fields).sort()).toEqual(["cost", "email", "name", "phone", "property.state"]);
  expect((await add({ name: "Vera" })).json().fields).toEqual({
    phone: "Please send a phone number or an e-mail address",
  });
  expect(await rowsOf(site, "leads")).toEqual([]);
});

test("the vendor's id makes a repeat answer with the same lead, for ever and of two processes at once", async () => {
  const { site, add } = await start();
  const other = await createSite(site, () => false);
  const lead = { ...VERA, vendorId: "A-1" };
  const both = await Promise.all([
    add(lead),
    add({ ...lead, name: "V. Lind" }, {}, other),
    add(lead),
    add(lead, {}, other),
  ]);
  expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  site.clock.advance(30 * 86_400);
  both.push(await add({ ...lead, phone: "217 555 0199" }));
  expect(new Set(both.map((answer) => answer.json().callId)).size).toBe(1);
  expect(await rowsOf(site, "calls")).toHaveLength(1);
  expect((await rowsOf(site, "leads"))[0]?.inquiries).toBe(1);
  expect((await add({ ...lead, vendorId: "A-2" })).json().callId).not.toBe(both[0]?.json().callId);
  expect((await rowsOf(site, "leads"))[0]?.inquiries).toBe(2);
  await other.app.close();
});

test("an Idempotency-Key answers a repeat, is a program's own, and is 422 with another body", async () => {
  const { call, site, add } = await start();
  const key = { "idempotency-key": "one" };
  const first = (await add(VERA, key)).json();
  expect((await add(VERA, key)).json()).toEqual(first);
  expect((await add({ ...VERA, said: "Again" }, key)).json().code).toBe("idempotency_mismatch");
  const form = { name: "Other", scope: "add-leads", endsOn: "2026-12-31" };
  const { token } = (await call("POST", "/api/keys", form)).json();
  const others = await add({ ...VERA, name: "Ada" }, { ...key, authorization: `Bearer ${token}` });
  expect(others.statusCode).toBe(201);
  expect(await rowsOf(site, "calls")).toHaveLength(2);
});

test("a known person joins their lead", async () => {
  const { call, add } = await start();
  const first = (await add({ ...VERA, email: "vera@example.com" })).json();
  const again = (await add({ name: "Vera L.", email: "Vera@Example.com", said: "Call me" })).json();
  expect(again).toMatchObject({ leadId: first.leadId, personId: first.personId });
  expect((await leadOf(call, first.leadId)).inquiries).toBe(2);
});

test("a test shows what would be stored and stores nothing", async () => {
  const { site, add } = await start();
  const answer = await add({ ...VERA, test: true, color: "blue", vendorId: "A-1" });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    lead: { phone: "(217) 555-0142", property: { state: "IL" }, situation: "inherited" },
    note: "color: blue",
    permission: "No agreement known",
  });
  for (const table of ["leads", "calls", "notes", "permissions", "mails"] as const)
    expect(await rowsOf(site, table), table).toEqual([]);
  expect((await add({ ...VERA, test: "false" })).statusCode).toBe(201);
});

test("a vendor's statement is kept verbatim and permits nothing; a part of one is only noted", async () => {
  const { site, call, add } = await start();
  const phone = encodeURIComponent("(217) 555-0142");
  const whole = (await add({ ...VERA, statement: STATEMENT })).json();
  const read = async () => (await call("GET", `/api/permissions?phone=${phone}`)).json();
  expect(await read()).toMatchObject({ state: { call: "unknown", text: "unknown", email: "unknown" } });
  const [line] = (await read()).lines;
  expect(line).toMatchObject({ action: "unknown", said: "vendor", by: 'key "Vendor"' });
  expect(line.words).toBe("“I agree to calls.”\nTime: 2026-11-19 9:12 PM\nPage: https://vendor.example/form");
  const { words } = STATEMENT;
  const part = (await add({ ...VERA, phone: "217 555 0177", said: undefined, statement: { words } })).json();
  const [note] = (await call("GET", `${LEADS}/${part.leadId}/notes`)).json().notes;
  expect(note.text).toBe("Agreement: the words: I agree to calls.");
  const { events } = (await call("GET", `/api/people/${whole.personId}`)).json();
  expect(JSON.stringify(events)).toContain("(the vendor’s statement)");
  const permissions = await rowsOf(site, "permissions");
  expect(new Set(permissions.map(({ said }) => said))).toEqual(new Set(["vendor", "program"]));
});

test("a lead says what nobody has proved of it, until the person agrees or asks to be called", async () => {
  const { site, call, add } = await start();
  const other = { street: "14 Oak Ave", city: "Springfield", state: "IL", zipCode: "62704" };
  const [bare, stated, asking] = [
    (await add(VERA)).json(),
    (await add({ ...VERA, phone: "217 555 0177", property: other, statement: STATEMENT })).json(),
    (await add({ ...VERA, phone: "217 555 0178", property: { ...other, street: "15 Oak Ave" } })).json(),
  ];
  const unprovedOf = async ({ leadId }: { leadId: string }) => {
    const [listed] = (await call("GET", LEADS)).json().leads.filter(({ _id }: { _id: string }) => _id === leadId);
    const day = (await call("GET", "/api/day")).json().waiting.lines;
    const line = day.find(({ lead }: { lead: { _id: string } }) => lead._id === leadId);
    expect([listed.unproved, (await leadOf(call, leadId)).unproved]).toEqual(Array(2).fill(line?.lead.unproved));
    return listed.unproved;
  };
  expect([await unprovedOf(bare), await unprovedOf(stated)]).toEqual([["agreement"], undefined]);
  const elsewhere = { phone: VERA.phone, email: undefined, property: { ...other, street: "9 Pine Rd" } };
  const agreed = await call("POST", "/api/leads/calls", newCall({ ...elsewhere, consent: { call: true } }));
  expect(agreed.json().leadId, agreed.body).not.toBe(bare.leadId);
  await post(site, "/api/call-backs", { phone: "217 555 0178" });
  expect([await unprovedOf(bare), await unprovedOf(asking)]).toEqual([undefined, undefined]);
});

test("a stop on the number stands: the lead is listed and marked, and nothing by key lifts it", async () => {
  const { site, call, add } = await start();
  const revocation = { phone: "217-555-0142", channels: ["call", "text"], words: "No calls", said: "phone" };
  expect((await call("POST", "/api/permissions/revocations", revocation)).statusCode).toBe(201);
  const consent = { call: true, text: true };
  const { leadId } = (await add({ ...VERA, consent, statement: STATEMENT })).json();
  const [listed] = (await call("GET", LEADS)).json().leads;
  expect(listed).toMatchObject({ _id: leadId, person: { stopped: ["call", "text"], isShut: true } });
  const state = (await call("GET", "/api/permissions/state?phone=2175550142")).json();
  expect(state).toMatchObject({ state: { call: "revoked", text: "revoked" } });
  // Who comes in person is offered to staff again, who are asked before they dial.
  expect((await post(site, "/api/call-backs", { phone: VERA.phone })).statusCode).toBe(201);
  expect((await call("GET", `${LEADS}/${leadId}`)).json().lead.person.isShut).toBe(false);
});

test("who stopped is shut for all their leads and names, until they come themselves about any house", async () => {
  const { site, call, add } = await start();
  const other = { street: "14 Oak Ave", city: "Springfield", state: "IL", zipCode: "62704" };
  const [{ leadId, personId }, into] = [
    (await add(VERA)).json(),
    (await add({ ...VERA, phone: "217 555 0177", property: other })).json(),
  ];
  const revocation = { phone: "217-555-0142", channels: ["call"], words: "No calls", said: "phone" };
  await call("POST", "/api/permissions/revocations", revocation);
  const areShut = async () => {
    const page = (await call("GET", `/api/people/${personId}`)).json();
    return [page.isShut, (await leadOf(call, leadId)).person.isShut];
  };
  expect(await areShut()).toEqual([true, true]);
  expect((await call("POST", `/api/people/${into.personId}/merge`, { personId })).statusCode).toBe(200);
  expect((await areShut())[0]).toBe(true);
  await post(site, "/api/call-backs", { phone: "217 555 0177", address: "9 Elm St, Springfield, IL 62704" });
  expect(await areShut()).toEqual([false, false]);
});

test("such a key adds and does nothing else, and a key that only reads does not add", async () => {
  const { site, call, add, token } = await start();
  const { leadId } = (await add(VERA)).json();
  const headers = { authorization: `Bearer ${token}` };
  for (const url of [
    LEADS,
    `${LEADS}/${leadId}`,
    "/api/day",
    "/api/people/search?search=vera",
    "/api/leads/callers?phone=2175550142",
  ])
    expect((await site.app.inject({ url, headers })).json().code, url).toBe("key_scope");
  const form = { name: "Reader", scope: "read-leads", endsOn: "2026-12-31" };
  const reader = (await call("POST", "/api/keys", form)).json();
  expect((await add(VERA, { authorization: `Bearer ${reader.token}` })).json().code).toBe("key_scope");
});

test("a form and a key in its place are read here: as Bearer, as the password of Basic, as the field key", async () => {
  const { site, add, token } = await start();
  const form = (more: Record<string, string> = {}) =>
    `${new URLSearchParams({ name: "Renée O'Brien-Núñez", phone: "(217) 555-0142", "property[city]": "Springfield", ...more })}`;
  const basic = Buffer.from(`any:${token}`).toString("base64");
  for (const [headers, payload] of [
    [FORM, form()],
    [{ ...FORM, authorization: `Basic ${basic}` }, form()],
    [{ ...FORM, authorization: "" }, form({ key: token })],
    [{ authorization: "" }, JSON.stringify({ ...VERA, key: token })],
  ] as const) {
    const answer = await add(payload, headers);
    expect(answer.statusCode, answer.body).toBe(201);
  }
  expect((await rowsOf(site, "calls"))[0]).toMatchObject({ name: "Renée O'Brien-Núñez", city: "Springfield" });
  expect(JSON.stringify(await rowsOf(site, "notes"))).not.toContain("porchlight_");

  const wrong = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  for (const [headers, payload] of [
    [{ authorization: "" }, JSON.stringify(VERA)],
    [{ authorization: "" }, JSON.stringify({ ...VERA, key: wrong })],
    [{ authorization: "" }, JSON.stringify({ ...VERA, key: [token] })],
    [{ authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}` }, JSON.stringify(VERA)],
    [{ authorization: `Bearer ${wrong}` }, JSON.stringify({ ...VERA, key: token })],
  ] as const)
    expect((await add(payload, headers)).statusCode, JSON.stringify(headers)).toBe(401);
  const inAddress = await site.app.inject({ method: "POST", url: `${LEADS}?key=${token}`, payload: VERA });
  expect(inAddress.statusCode).toBe(401);
});

test("fields in brackets are parts, however many brackets a body has", async () => {
  const { add } = await start();
  const form = new URLSearchParams({ name: "Vera", phone: "2175550142", "property[city]": "Springfield", test: "1" });
  expect((await add(`${form}`, FORM)).json().lead.property).toEqual({ city: "Springfield" });
  for (const odd of ["[".repeat(60_000), "a".repeat(60_000), "[".repeat(150)])
    expect((await add(`x=${odd}&${odd}=1`, FORM)).statusCode).toBeOneOf([400, 413]);
});

test("odd bodies are refused without harm: prototype names, repeated keys, NUL, too large, too deep, too many", async () => {
  const { site, add } = await start();
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, "x"]));
  for (const [payload, headers] of [
    ["{", {}],
    ["[]", {}],
    ["null", {}],
    ['{"__proto__":{"name":"x"}}', {}],
    ['{"constructor":{"prototype":{"x":1}}}', {}],
    [JSON.stringify({ ...VERA, "property.city": "Again" }), {}],
    [JSON.stringify({ ...VERA, gate: "a\u0000b" }), {}],
    [JSON.stringify({ ...VERA, "ga\u0000te": "a" }), {}],
    [JSON.stringify({ ...VERA, ...many }), {}],
    [JSON.stringify({ ...VERA, a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }), {}],
    ["name=Vera&phone=2175550142&phone=2175550143", FORM],
    ["name=Vera&phone=2175550142&__proto__[x]=1", FORM],
    ["name=Vera&phone=2175550142&gate=a%00b", FORM],
    ["name=Vera%ed%a0%80&phone=1", FORM],
  ] as const) {
    const answer = await add(payload, headers);
    expect(answer.statusCode, `${payload.slice(0, 60)} ${answer.body}`).toBe(400);
    expect(answer.json().code).toBe("invalid_input");
  }
  expect((await add(JSON.stringify({ ...VERA, said: "x".repeat(70_000) }))).statusCode).toBe(413);
  expect((await add("name=x", { "content-type": "multipart/form-data; boundary=x" })).statusCode).toBe(415);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
  expect(await rowsOf(site, "leads")).toEqual([]);
});
