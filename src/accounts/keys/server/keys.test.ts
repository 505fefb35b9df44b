import { crc32 } from "node:zlib";
import { expect, test, vi } from "vitest";
import type { Key, KeyScope, MadeKey } from "#accounts/keys/key.ts";
import { createSite } from "#app/server.ts";
import { addSignedIn } from "#test/accounts.ts";
import { bookMeeting } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";
import { CALLS_PER_KEY } from "./key-guard.ts";

const LEADS = "/api/bookings/list";
const NO_LIMIT = { env: { RATE_LIMIT: "off" } };
/** A batch of each of two processes. */
const SLACK = 20;

test("a key is shown once, looks like a key, and is stored as a hash", async () => {
  const site = await startSite();
  const { admin, key, token } = await addKey(site);
  expect(token).toMatch(/^porchlight_[\w-]{43}[\dA-Za-z]{6}$/);
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const checksum = [...token.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
  expect(checksum).toBe(crc32(token.slice(0, -6)));

  expect(key).toMatchObject({ name: "The CRM", scope: "read-leads", state: "live", madeBy: "dana@example.com" });
  expect(key.endsAt).toBe("2027-01-01T06:00:00.000Z");
  expect(token.slice(0, -6).endsWith(key.lastFour)).toBe(true);
  expect(await listKeys(admin)).toEqual([key]);
  const secret = token.slice("porchlight_".length, -6);
  const stored = JSON.stringify(await site.database.read.selectFrom("api_keys").selectAll().execute());
  expect(stored).not.toContain(secret);
  expect(JSON.stringify(await site.database.read.selectFrom("history").selectAll().execute())).not.toContain(secret);
});

test("a key that was changed, cut, made up or sent in another way opens nothing", async () => {
  const site = await startSite();
  const { token } = await addKey(site, { scope: "all" });
  const other = token.at(20) === "A" ? "B" : "A";
  const wrong = [
    `${token.slice(0, 20)}${other}${token.slice(21)}`,
    token.slice(0, -1),
    `${token}0`,
    token.replace("porchlight_", "PORCHLIGHT_"),
    "porchlight_",
    `porchlight_${"A".repeat(43)}000000`,
  ];
  for (const text of wrong) expect((await caller(site, text)("GET", LEADS)).statusCode, text).toBe(401);
  expect((await caller(site, `porchlight_${"A".repeat(43)}`)("GET", LEADS)).json().code).toBe("key_invalid");
  expect((await site.app.inject({ url: `${LEADS}?access_token=${token}` })).statusCode).toBe(401);
  const basic = Buffer.from(`key:${token}`).toString("base64");
  for (const authorization of [token, `Basic ${basic}`, `Bearer  ${token}`, `Bearer ${token}, ${token}`])
    expect((await site.app.inject({ url: LEADS, headers: { authorization } })).statusCode, authorization).toBe(401);
});

test("a key dies when it ends, and at once when an admin revokes it", async () => {
  const site = await startSite();
  const { admin, key, call } = await addKey(site, { endsOn: "2026-11-21" });
  expect((await call("GET", LEADS)).statusCode).toBe(200);
  const other = await addSignedIn(site, { email: "kim@example.com" });
  expect((await other.call("DELETE", `/api/keys/${key._id}`)).statusCode).toBe(200);
  expect((await call("GET", LEADS)).json()).toMatchObject({ success: false, code: "key_invalid" });
  expect(await listKeys(admin)).toMatchObject([{ state: "revoked" }]);

  const short = await makeKey(admin, { name: "Short", endsOn: "2026-11-21" });
  site.clock.set("2026-11-22T05:59:59.999Z");
  expect((await caller(site, short.token)("GET", LEADS)).statusCode).toBe(200);
  site.clock.set("2026-11-22T06:00:00.000Z");
  expect((await caller(site, short.token)("GET", LEADS)).statusCode).toBe(401);
});

test("revoking twice at once leaves one line in the history, and an unknown key is not found", async () => {
  const site = await startSite();
  const { admin, key } = await addKey(site);
  const revoke = () => admin.call("DELETE", `/api/keys/${key._id}`);
  for (const { statusCode } of await Promise.all([revoke(), revoke()])) expect(statusCode).toBe(200);
  expect(await actsOn(site, key._id)).toEqual(["created", "revoked"]);
  for (const id of ["0123456789abcdefghjkmnpqrs", "junk"])
    expect((await admin.call("DELETE", `/api/keys/${id}`)).statusCode).toBe(404);
});

test("a key is dead while its maker is deactivated or no admin, and for good when the account is gone", async () => {
  const site = await startSite(NO_LIMIT);
  const { admin, call } = await addKey(site);
  const owner = await addSignedIn(site, { email: "owner@example.com" });
  const change = (changes: object) => owner.call("PUT", `/api/users/${admin.user.id}`, changes);
  for (const [taken, given] of [
    [{ isActive: false }, { isActive: true }],
    [{ role: "user" }, { role: "admin" }],
  ] as const) {
    expect((await change(taken)).statusCode).toBe(200);
    expect((await call("GET", LEADS)).json().code).toBe("key_invalid");
    expect(await listKeys(owner)).toMatchObject([{ state: "orphaned", madeBy: "dana@example.com" }]);
    expect((await change(given)).statusCode).toBe(200);
    expect((await call("GET", LEADS)).statusCode).toBe(200);
  }
  expect((await owner.call("DELETE", `/api/users/${admin.user.id}`)).statusCode).toBe(200);
  expect((await call("GET", LEADS)).json().code).toBe("key_invalid");
  expect(await listKeys(owner)).toMatchObject([{ state: "orphaned", madeBy: null }]);
});

test("making a key needs a fresh proof, and a key can neither make nor revoke one", async () => {
  const site = await startSite();
  const { admin, key, call } = await addKey(site, { scope: "all" });
  const form = { name: "Another", scope: "all", endsOn: "2026-12-31" };
  expect((await call("POST", "/api/keys", form)).json().code).toBe("key_scope");
  expect((await call("DELETE", `/api/keys/${key._id}`)).json().code).toBe("key_scope");
  site.clock.advance(10 * 60 + 1);
  expect((await admin.call("POST", "/api/keys", form)).json()).toMatchObject({ code: "fresh_proof_required" });
  expect(await listKeys(admin)).toHaveLength(1);
  // Taking away is never harder.
  expect((await admin.call("DELETE", `/api/keys/${key._id}`)).statusCode).toBe(200);
});

test("a key has a name of its own for good, an end within a year, and a known scope", async () => {
  const site = await startSite();
  const { admin, key } = await addKey(site, { name: "The CRM" });
  await admin.call("DELETE", `/api/keys/${key._id}`);
  const tryWith = async (form: object) =>
    (await admin.call("POST", "/api/keys", { name: "New", scope: "all", endsOn: "2026-12-31", ...form })).json();
  expect(await tryWith({ name: "the crm" })).toMatchObject({ code: "key_name_taken", fields: { name: /history/ } });
  for (const endsOn of ["2026-11-19", "2027-11-22", "2026-02-30", "", null])
    expect(await tryWith({ endsOn }), `${endsOn}`).toMatchObject({ fields: { endsOn: expect.any(String) } });
  for (const form of [{ scope: "users" }, { name: " " }, { name: "a\u0007" }, { name: "x".repeat(61) }])
    expect(await tryWith(form)).toMatchObject({ code: "invalid_input" });
  const same = { name: "Twice", scope: "all", endsOn: "2027-11-21" };
  const both = await Promise.all([admin.call("POST", "/api/keys", same), admin.call("POST", "/api/keys", same)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
});

test("two processes together let a key make so many calls a minute, and another key has its own", async () => {
  const site = await startSite();
  const { admin, token } = await addKey(site);
  const second = await makeKey(admin, { name: "Another" });
  const other = await createSite(site, () => false);
  const calls = [caller(site, token), caller(other, token)];
  let accepted = 0;
  let answer = await calls[0]?.("GET", LEADS);
  for (; answer?.statusCode === 200; accepted++) answer = await calls[accepted % 2]?.("GET", LEADS);
  expect(answer?.json()).toMatchObject({ code: "rate_limited" });
  expect(Number(answer?.headers["retry-after"])).toBeGreaterThan(0);
  expect(Math.abs(accepted - CALLS_PER_KEY.count)).toBeLessThanOrEqual(SLACK);
  expect((await caller(site, second.token)("GET", LEADS)).statusCode).toBe(200);
  expect((await admin.call("GET", LEADS)).statusCode).toBe(200);
  site.clock.advance(CALLS_PER_KEY.windowSeconds + 1);
  expect((await calls[0]?.("GET", LEADS))?.statusCode).toBe(200);
  await other.app.close();
});

test("the last use is recorded at most once a minute, also after the clock went back", async () => {
  const site = await startSite();
  const { admin, call } = await addKey(site);
  const lastUse = async () => (await listKeys(admin))[0]?.lastUsedAt;
  const used = (at: string) => vi.waitFor(async () => expect(await lastUse()).toBe(at));
  expect(await lastUse()).toBeNull();
  await call("GET", LEADS);
  await used("2026-11-20T15:00:00.000Z");
  site.clock.advance(59);
  await call("GET", LEADS);
  await used("2026-11-20T15:00:00.000Z");
  site.clock.advance(1);
  await call("POST", "/api/users");
  await used("2026-11-20T15:01:00.000Z");
  site.clock.advance(-3600);
  await call("GET", LEADS);
  await used("2026-11-20T14:01:00.000Z");
});

test("the history and notes name the key, which nothing takes for an account", async () => {
  const site = await startSite();
  const { key, admin, call } = await addKey(site, { scope: "write-leads" });
  const { id: bookingId } = await bookMeeting(site);
  const { booking } = (await call("GET", `/api/bookings/${bookingId}/details`)).json();
  const contacted = { contacted: true, version: booking.version };
  expect((await call("PATCH", `/api/bookings/${bookingId}/first-contact`, contacted)).statusCode).toBe(200);
  const leadId = booking.leadId;
  expect((await call("POST", `/api/leads/${leadId}/notes`, { text: "From the CRM" })).statusCode).toBe(201);
  const shown = (await admin.call("GET", `/api/bookings/${bookingId}/details`)).json().booking;
  expect(shown.firstContact).toMatchObject({ by: key._id });
  const { history } = (await admin.call("GET", `/api/bookings/${bookingId}/history`)).json();
  expect(history[0]).toMatchObject({ action: "contacted", actor: 'key "The CRM"' });
  const { notes } = (await admin.call("GET", `/api/leads/${leadId}/notes`)).json();
  expect(notes[0]).toMatchObject({ text: "From the CRM", author: 'key "The CRM"' });

  const step = { what: "Call", dueDay: "2026-11-23", assigneeId: key._id };
  expect((await call("POST", `/api/leads/${leadId}/next-steps`, step)).statusCode).toBe(400);
  const { assignees } = (await call("GET", "/api/leads/assignees")).json();
  expect(assignees).toEqual([{ _id: admin.user.id, email: "dana@example.com", isYou: false }]);
  expect((await call("GET", "/api/day")).json()).toMatchObject({ morningMail: false });
  expect((await call("PUT", "/api/leads/morning-mail", { on: true })).json().code).toBe("key_scope");
  expect((await call("GET", "/api/leads?mine=yes")).json().pagination.totalItems).toBe(0);
});

test("the API describes keys as a second kind of bearer, and says which scope opens a route", async () => {
  const { app } = await startSite();
  const { paths, components } = (await app.inject("/api/docs/json")).json();
  expect(components.securitySchemes.key).toMatchObject({ type: "http", scheme: "bearer" });
  expect(paths["/api/bookings/{id}/status"].patch).toMatchObject({
    security: [{ bearer: [] }, { key: ["write-leads"] }],
    description:
      "Needs the access token of an admin with the duty “Answer”, or a key with the scope write-leads or all.",
  });
  expect(paths["/api/webhooks/endpoints"].get).toMatchObject({
    security: [{ bearer: [] }],
    description: "Needs the access token of an admin with the duty “Answer”, “Sell” and “Run”; no key opens it.",
  });
  const page = (await app.inject("/api/docs")).body;
  expect(page).toContain("or a key with the scope read-leads or write-leads or all");
});

async function actsOn({ database }: TestSite, id: string): Promise<string[]> {
  const rows = await database.read
    .selectFrom("history")
    .select("action")
    .where("subject_kind", "=", "key")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Form = { name?: string; scope?: KeyScope; endsOn?: string };
type Admin = Awaited<ReturnType<typeof addSignedIn>>;

function caller({ app }: Pick<TestSite, "app">, token: string) {
  return (method: Method, url: string, payload?: object) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(payload && { payload }),
    });
}

async function makeKey(admin: Pick<Admin, "call">, form: Form = {}): Promise<MadeKey> {
  const made = await admin.call("POST", "/api/keys", {
    name: "The CRM",
    scope: "read-leads",
    endsOn: "2026-12-31",
    ...form,
  });
  if (made.statusCode !== 201) throw new Error(made.body);
  return made.json();
}

/** An admin, Dana, with a key. */
async function addKey(site: TestSite, form: Form = {}) {
  const admin = await addSignedIn(site);
  const { key, token } = await makeKey(admin, form);
  return { admin, key, token, call: caller(site, token) };
}

async function listKeys({ call }: Pick<Admin, "call">): Promise<Key[]> {
  return (await call("GET", "/api/keys")).json().keys;
}
