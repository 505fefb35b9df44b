import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { startSite, type TestSite } from "#test/server.ts";

const SITE = "https://www.example.com";
const THANKS = `${SITE}/thanks`;
const VISIT = { "sec-fetch-mode": "navigate", accept: "text/html" };
const SCRIPT = { "sec-fetch-mode": "cors", accept: "*/*" };
const VERA = { name: "Vera O’Lind", phone: "217 555 0142", source: "friends" };

/** An admin, and a form of another site. */
async function start(changes: object = {}) {
  const site = await startSite();
  const admin = await addSignedIn(site);
  const form = { name: "Partner", scope: "form", endsOn: "2026-12-31" };
  const { key, token } = (await admin.call("POST", "/api/keys", form)).json();
  const set = (more: object) =>
    admin.call("PUT", `/api/keys/${key._id}/leads`, {
      ...{ source: "Partner", campaign: "", cost: "5", fields: [], origins: [SITE], thanksUrl: THANKS, aDay: 3 },
      ...more,
    });
  expect((await set(changes)).statusCode).toBe(200);
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}, remoteAddress = "203.0.113.1") =>
    site.app.inject({
      method: "POST",
      url: "/api/leads",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: SITE, ...VISIT, ...headers },
      payload: `${new URLSearchParams({ key: token, ...fields })}`,
      remoteAddress,
    });
  return { site, ...admin, token, set, send };
}

/** More calls than a key has in a minute. */
async function flood(post: () => Promise<{ statusCode: number }>) {
  const codes: number[] = [];
  for (let index = 0; index < 700; index += 1) codes.push((await post()).statusCode);
  return { refused: codes.filter((code) => code === 429).length };
}

const callsOf = ({ database }: TestSite) => database.read.selectFrom("calls").selectAll().execute();

test("a visitor of the form is led to its own thank-you page, and the source is shown as unproved", async () => {
  const { site, call, send } = await start();
  const answer = await send({ ...VERA, redirect: "https://evil.example", thanksUrl: "https://evil.example" });
  expect(answer.statusCode, answer.body).toBe(303);
  expect(answer.headers.location).toBe(THANKS);
  const [row] = await callsOf(site);
  expect(row).toMatchObject({ name: "Vera O’Lind", origin: "form", heard_source: "friends", cost_cents: 500 });
  const { events } = (await call("GET", `/api/people/${row?.person_id}`)).json();
  expect(JSON.stringify(events)).toContain("an unproved source");
  const { leads } = (await call("GET", "/api/leads?search=Vera")).json();
  expect(leads).toMatchObject([{ _id: row?.lead_id, stage: "New", unproved: ["source", "agreement"] }]);
});

test("only the listed sites may send, and a script of theirs may read the answer", async () => {
  const { site, send } = await start();
  for (const origin of [
    "",
    "null",
    "http://www.example.com",
    "https://example.com",
    `${SITE}.evil.example`,
    `${SITE}:8443`,
  ]) {
    const answer = await send(VERA, { ...SCRIPT, origin });
    expect(answer.json().code, origin).toBe("key_origin");
    expect(answer.headers["access-control-allow-origin"], origin).toBeUndefined();
  }
  expect(await callsOf(site)).toEqual([]);
  const answer = await send(VERA, SCRIPT);
  expect(answer.statusCode).toBe(201);
  expect(answer.headers).toMatchObject({
    "access-control-allow-origin": SITE,
    vary: expect.stringContaining("origin"),
  });
});

test("its answers repeat nothing that is stored, also to a repeat", async () => {
  const { site, send } = await start({ aDay: 100 });
  const first = await send({ ...VERA, vendorId: "A-1" }, SCRIPT);
  const again = await send({ ...VERA, vendorId: "A-1" }, SCRIPT);
  expect(Object.keys(first.json()).sort()).toEqual(["message", "success"]);
  expect(again.json()).toEqual(first.json());
  expect((await send({ ...VERA, test: "1" }, SCRIPT)).json()).toEqual(first.json());
  const rows = await callsOf(site);
  expect(rows).toHaveLength(2);
  expect(rows.every(({ vendor_id }) => vendor_id === null)).toBe(true);
  await send({ ...VERA, cost: "9999" }, SCRIPT);
  expect((await callsOf(site)).every(({ cost_cents }) => cost_cents === 500)).toBe(true);
});

test("what is refused is told in words to a visitor, and kept for the owner", async () => {
  const { site, send } = await start();
  const visit = await send({ name: "Vera" });
  expect(visit.statusCode).toBe(400);
  expect(visit.headers["content-type"]).toContain("text/plain");
  expect(visit.body).toBe("Please send a phone number or an e-mail address\n\nPlease go back and try again.");
  expect((await send({ name: "Vera" }, SCRIPT)).json()).toMatchObject({
    code: "invalid_input",
    fields: { phone: /./ },
  });
  expect(await site.database.read.selectFrom("refused_bodies").selectAll().execute()).toHaveLength(1);
});

test("a form has the limits of visitors per address, and a cap per day over all", async () => {
  const { send, site } = await start();
  for (const [index, status] of [303, 303, 303, 429].entries())
    expect((await send(VERA, {}, `203.0.113.${index}`)).statusCode).toBe(status);
  site.clock.advance(86_401);
  expect((await send(VERA)).statusCode).toBe(303);
  const other = await start({ aDay: 1_000 });
  const statuses: number[] = [];
  for (let index = 0; index < 11; index++) statuses.push((await other.send(VERA)).statusCode);
  expect(statuses.filter((status) => status === 303)).toHaveLength(10);
  expect(statuses.at(-1)).toBe(429);
  expect((await other.send(VERA, {}, "203.0.113.9")).statusCode).toBe(303);
});

test("who floods it from elsewhere turns it off for nobody else, and no link comes into our mail", async () => {
  const { send } = await start();
  const { refused } = await flood(() => send(VERA, { origin: "https://evil.example" }, "198.51.100.7"));
  expect(refused).toBeGreaterThan(0);
  expect((await send(VERA)).statusCode).toBe(303);
  const spam = { ...VERA, name: "Your invoice https://evil.example/pay", "property.street": "see evil.example/x" };
  const { fields } = (await send(spam, SCRIPT)).json();
  expect(Object.keys(fields).sort()).toEqual(["name", "property.street"]);
});

test("its settings are whole addresses and a number", async () => {
  const { set } = await start();
  for (const wrong of [
    { origins: ["example.com"] },
    { origins: [`${SITE}/`] },
    { origins: ["*"] },
    { origins: ["null"] },
    { origins: ["javascript:alert(1)"] },
    { thanksUrl: "javascript:alert(1)" },
    { thanksUrl: "/thanks" },
    { aDay: 0 },
    { aDay: 1.5 },
  ])
    expect((await set(wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
});
