import { expect, test } from "vitest";
import PERMISSION_WORDS from "#company/facts/shipped/permission-words.json" with { type: "json" };
import { addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { post } from "#test/requests.ts";
import { startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const PATH = "/api/call-backs";
const PHONE = "(217) 555-0142";
const OFF = { RATE_LIMIT: "off", STAFF_EMAIL: "staff@porchlight.example" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function start() {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  const { call } = await addSignedIn(site);
  const ask = async (changes: object = {}, headers = {}) => {
    const answer = await post(site, PATH, { phone: PHONE, ...changes }, { headers });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  };
  const leads = async () => (await call("GET", "/api/leads")).json().leads;
  const waiting = async () => (await call("GET", "/api/day")).json().waiting.lines;
  const letters = async () => {
    await site.site.mail.sendDue();
    return smtp.mails.splice(0).map(({ raw }) => parseMime(raw));
  };
  return { site, call, ask, leads, waiting, letters };
}

const postForm = ({ app }: Pick<TestSite, "app">, payload: string) =>
  app.inject({ method: "POST", url: PATH, headers: FORM, payload });

async function countCalls(site: TestSite): Promise<number> {
  return (await site.database.read.selectFrom("calls").select("id").execute()).length;
}

test("a call that a visitor asks for is a lead that waits, with what was typed and where the visitor came from", async () => {
  const { call, ask, leads, waiting } = await start();
  const source = { first: { utmSource: "google" }, last: { utmSource: "google" } };
  const address = "1422 Elm Street, Springfield, IL 62704";
  await ask({
    name: "Renée O'Brien-Núñez",
    when: "this evening",
    address,
    source,
    wordsVersion: PERMISSION_WORDS.version,
  });
  const [lead] = await leads();
  expect(lead).toMatchObject({
    person: { name: "Renée O'Brien-Núñez", phone: PHONE },
    property: { street: "1422 Elm Street", city: "Springfield", state: "IL", zipCode: "62704" },
    stage: "New",
  });
  const [line] = await waiting();
  expect(line.words).toMatch(/^Asked for a call: this evening \(from .* at 5:00 PM CT\)$/);
  const { events } = (await call("GET", `/api/people/${lead.person._id}`)).json();
  const titles = events.map(({ title }: { title: string }) => title);
  expect(titles).toContain("Allowed: one call (form on the site)");
  expect(titles.find((title: string) => title.startsWith("Asked for a call"))).toMatch(/not reached yet$/);
  const report = (await call("GET", "/api/campaigns/report?by=source")).json();
  expect(JSON.stringify(report)).toContain("google");
  const csv = (await call("GET", "/api/leads/calls/export/csv")).body;
  expect(csv).toContain("this evening");
  const found = (await call("GET", `/api/leads?search=${encodeURIComponent("217555")}`)).json().leads;
  expect(found).toHaveLength(1);
  await call("POST", `/api/leads/${lead._id}/log`, { channel: "call", outcome: "reached" });
  expect(await waiting()).toEqual([]);
});

test("staff are told at once and reminded, and webhooks get the event", async () => {
  const { call, site, ask, letters } = await start();
  const endpoint = { name: "CRM", url: "https://crm.example.com/hook", events: ["callback.created", "call.created"] };
  expect((await call("POST", "/api/webhooks/endpoints", endpoint)).statusCode).toBe(201);
  await ask({ when: "4:30 PM" });
  const [letter = parseMime("")] = await letters();
  expect(header(letter, "subject")).toBe(`Asked for a call: ${PHONE}`);
  expect(findPart(letter, "text/plain").text).toContain("asked for a call: at 4:30 PM");
  const deliveries = await site.database.read.selectFrom("webhook_deliveries").selectAll().execute();
  expect(deliveries.map(({ type }) => type)).toEqual(["callback.created"]);
  expect(JSON.parse(deliveries[0]?.body ?? "{}").data).toMatchObject({ phone: PHONE, askedFor: "16:30" });
  site.clock.advance(7 * 86_400);
  // Both are due at once and go side by side, so they arrive in either order.
  expect((await letters()).map((mail) => header(mail, "subject")).sort()).toEqual([
    `Last reminder: still waiting for a call: ${PHONE}`,
    `Still waiting for a call: ${PHONE}`,
  ]);
});

test("a form without script is answered by a page, keeps the words it showed, and is refused without a lead", async () => {
  const { site, call } = await start();
  const words = `wordsVersion=${PERMISSION_WORDS.version}&when=now&website=`;
  const answer = await postForm(site, `phone=%2B1+217+555+0142&name=&address=12+Elm+St&${words}`);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/call-me-back/thanks"]);
  const { lines, state } = (await call("GET", `/api/permissions?phone=${encodeURIComponent(PHONE)}`)).json();
  expect(lines).toMatchObject([
    { channel: "call", action: "given", purpose: "one-call", said: "form", version: PERMISSION_WORDS.version },
  ]);
  expect(lines[0].words).toContain("this call only");
  expect(state).toEqual({ call: "unknown", text: "unknown", email: "unknown" });
  for (const body of [
    "phone=&when=now",
    "phone=call+me",
    `phone=2175550142&name=${"x".repeat(101)}`,
    "phone=2175550142&when=never",
  ]) {
    expect((await postForm(site, body)).statusCode, body).toBe(400);
  }
  expect(await countCalls(site)).toBe(1);
});

test("a form without script is attributed by the address of its page, unless the visitor asks not to be tracked", async () => {
  const { site, call } = await start();
  const visit = "/sell/inherited?utm_source=postcard&utm_campaign=spring";
  const referer = `http://localhost:3000${visit}`;
  const sources = async () => (await call("GET", "/api/campaigns/report?by=source")).json().rows;
  const sent: Record<string, string>[] = [
    { "sec-gpc": "1" },
    { referer: "no address" },
    { referer: `https://other.example${visit}` },
    {},
  ];
  const send = (payload: string, headers: Record<string, string>) =>
    site.app.inject({ method: "POST", url: PATH, headers: { ...FORM, ...headers }, payload });
  for (const [index, headers] of sent.entries())
    await send(`phone=217555014${index}&when=now`, { referer, ...headers });
  // A refused form carries the page along, because the page that refuses it is another.
  await send(`phone=2175550150&page=${encodeURIComponent(referer)}`, {
    referer: "http://localhost:3000/api/call-backs",
  });
  await send(`phone=2175550151&page=${encodeURIComponent(`https://other.example${visit}`)}`, {});
  expect(await sources()).toMatchObject([
    { name: "Direct or unknown", leads: 4 },
    { name: "postcard", leads: 2 },
  ]);
});

test("a form that is sent again with its key is the same request, whatever the time and page", async () => {
  const { site } = await start();
  const headers = { ...FORM, "idempotency-key": "one" };
  for (const referer of ["http://localhost:3000/", "http://localhost:3000/about"]) {
    const payload = "phone=2175550142&when=now";
    const answer = await site.app.inject({ method: "POST", url: PATH, headers: { ...headers, referer }, payload });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/call-me-back/thanks"]);
    site.clock.advance(1);
  }
  expect(await countCalls(site)).toBe(1);
});

test("a form body has the limits of JSON: size, NUL, repeated keys and names of prototypes", async () => {
  const site = await startSite({ env: OFF });
  for (const body of [
    "phone=2175550142&phone=2175550143",
    "phone=2175550142&__proto__=x",
    "phone=2175550142&constructor=x",
    "phone=217555%000142",
    "phone=2175550142&a%00b=c",
  ])
    expect((await postForm(site, body)).statusCode, body).toBe(400);
  expect((await postForm(site, `phone=2175550142&name=${"x".repeat(70_000)}`)).statusCode).toBe(413);
  expect(await countCalls(site)).toBe(0);
});

test("only the fourth waiting request of a number is left out, with the same answer, and a repeat counts once", async () => {
  const { site, ask, leads } = await start();
  const key = { "idempotency-key": "a-key-of-the-page" };
  const first = await ask({}, key);
  expect(await ask({}, key)).toEqual(first);
  const answers = [first, await ask(), await ask({ phone: "+1 217.555.0142" }), await ask(), await ask()];
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
  expect(await countCalls(site)).toBe(3);
  expect(await leads()).toHaveLength(1);
});

test("a request counts no longer once staff have tried, a day is over, or calls were stopped since", async () => {
  const { site, call, ask, leads } = await start();
  const askThrice = async () => {
    for (let time = 0; time < 4; time += 1) await ask();
    return countCalls(site);
  };
  expect(await askThrice()).toBe(3);
  site.clock.advance(60);
  await call("POST", `/api/leads/${(await leads())[0]._id}/log`, { channel: "call", outcome: "left-message" });
  site.clock.advance(60);
  expect(await askThrice()).toBe(6);
  site.clock.advance(60);
  await call("POST", "/api/permissions/revocations", { phone: PHONE, channels: ["call"], words: "No.", said: "phone" });
  site.clock.advance(60);
  await ask();
  expect((await leads())[0].person.asked).toBeDefined();
  expect(await askThrice()).toBe(9);
  site.clock.advance(25 * 3_600);
  expect(await askThrice()).toBe(12);
});

test("nobody waits before the time that they asked for: no reminder says to call now", async () => {
  const { site, ask, letters } = await start();
  const { callFrom } = await ask({ phone: "(808) 555-0142" });
  await letters();
  site.clock.set(new Date(Date.parse(callFrom) - 60_000).toISOString());
  expect(await letters()).toEqual([]);
  site.clock.advance(16 * 60);
  expect((await letters()).map((mail) => header(mail, "subject")).join()).toContain("Still waiting for a call");
});

test("who first gives no name is called by the number, until a later request names them", async () => {
  const { ask, leads } = await start();
  await ask();
  expect((await leads())[0].person.name).toBe(PHONE);
  await ask({ name: "Renée" });
  await ask({ name: "Another Name" });
  expect((await leads()).map(({ person }: { person: { name: string } }) => person.name)).toEqual(["Renée"]);
});

test("an address of the internet asks at most ten times in ten minutes, and a bot gets the answer it expects", async () => {
  const site = await startSite();
  const bot = await post(site, PATH, { phone: PHONE, website: "https://spam.example" });
  expect([bot.statusCode, await countCalls(site)]).toEqual([201, 0]);
  const codes: number[] = [];
  for (let digit = 0; digit < 11; digit += 1)
    codes.push((await post(site, PATH, { phone: `217555010${digit}` })).statusCode);
  expect(codes).toEqual([...Array(10).fill(201), 429]);
  expect((await postForm(site, "phone=2175550190")).statusCode).toBe(429);
});

test("who has stopped calls is answered the same; staff may answer this one request, and the stop holds", async () => {
  const { call, ask, leads, waiting, letters, site } = await start();
  const stop = { phone: PHONE, channels: ["call", "text"], words: "No more.", said: "phone" };
  await call("POST", "/api/permissions/revocations", stop);
  site.clock.advance(60);
  const other = await ask({ phone: "(217) 555-0143" });
  const answer = await ask({ wordsVersion: PERMISSION_WORDS.version });
  expect(answer).toEqual({ ...other, message: other.message.replace("0143", "0142") });
  const findLead = async () =>
    (await leads()).find(({ person }: { person: { phone: string } }) => person.phone === PHONE);
  const lead = await findLead();
  const askedAt = site.clock.now().toISOString();
  expect(lead.person).toMatchObject({ stopped: ["call", "text"], asked: { askedAt } });
  expect((await waiting()).map((line: { lead: typeof lead }) => line.lead.person.asked?.askedAt)).toContain(askedAt);
  const letter = (await letters()).find((mail) => header(mail, "subject").includes("0142")) ?? parseMime("");
  expect(findPart(letter, "text/plain").text).toMatch(/Asked us to stop on \w+ \d+, asked for a call on \w+ \d+/);
  const state = async () =>
    (await call("GET", `/api/permissions/state?phone=${encodeURIComponent(PHONE)}`)).json().state;
  expect(await state()).toMatchObject({ call: "revoked", text: "revoked" });
  await call("POST", `/api/leads/${lead._id}/log`, { channel: "call", outcome: "no-answer" });
  expect((await findLead()).person).toMatchObject({ stopped: ["call", "text"] });
  expect((await findLead()).person.asked).toBeUndefined();
  await ask();
  site.clock.advance(60);
  await call("POST", "/api/permissions/revocations", stop);
  expect((await findLead()).person.asked).toBeUndefined();
});

test("a time at which nobody is called there becomes the next one, for the number as for the house", async () => {
  const { site, ask } = await start();
  const { timeZone } = { timeZone: "America/Chicago" };
  const hourOf = (iso: string) => new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric" }).format(new Date(iso));
  const late = await ask({ when: "22:30" });
  expect([late.isLater, hourOf(late.callFrom)]).toEqual([true, "8 AM"]);
  expect(late.message).toContain("before 8 AM or after 9 PM");
  const west = await ask({ phone: "(213) 555-0142", when: "08:30" });
  expect([west.isLater, hourOf(west.callFrom)]).toEqual([true, "10 AM"]);
  const house = await ask({ phone: "(217) 555-0150", when: "8:30 AM", address: "1 Ocean Ave, Honolulu, HI 96815" });
  expect([house.isLater, hourOf(house.callFrom)]).toEqual([true, "12 PM"]);
  const noon = await ask({ phone: "(217) 555-0151", when: "12:00" });
  expect([noon.isLater, hourOf(noon.callFrom)]).toEqual([false, "12 PM"]);
  const form = await postForm(site, "phone=2175550152&when=22:30");
  expect(form.headers.location).toBe("/call-me-back/thanks#later");
});

test("a person whose number it is has the lead; an erased one leaves nothing behind", async () => {
  const { site, call, ask, leads } = await start();
  await ask({ name: "Walter Okonkwo", address: "<https://spam.example>" });
  const [{ person, property }] = await leads();
  expect(property).toEqual({});
  const exported = (await call("POST", `/api/people/${person._id}/export`)).body;
  expect(exported).toContain('"asked_for"');
  expect((await call("POST", `/api/people/${person._id}/erasure`)).statusCode).toBe(200);
  expect(await countCalls(site)).toBe(0);
  const details = await site.database.read.selectFrom("permission_details").select("phone").execute();
  expect(details).toEqual([]);
  // It is also theirs who is known by an e-mail address, beside the number.
  await call("POST", "/api/leads/calls", { name: "Ann", email: "ann@example.com", phone: PHONE, reached: true });
  await ask({ wordsVersion: PERMISSION_WORDS.version });
  const { permissions } = (await call("POST", "/api/people/export", { email: "ann@example.com" })).json();
  expect(permissions).toMatchObject([{ channel: "call", action: "given", phone: PHONE }]);
  expect((await call("POST", "/api/people/erasure", { email: "ann@example.com" })).statusCode).toBe(200);
  expect(await site.database.read.selectFrom("permission_details").selectAll().execute()).toEqual([]);
  const deleted = await post(site, PATH, { phone: PHONE, name: "see spam.example.com" });
  expect(deleted.json().fields).toEqual({ name: expect.stringContaining("leave out web") });
});
