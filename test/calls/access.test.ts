// Who may call which routes.
import { expect, test } from "vitest";
import type { KeyScope } from "#accounts/keys/key.ts";
import { EVENTS_PATH } from "#delivery/live/change.ts";
import { ALL_DUTIES, type Duty } from "#platform/access/duties.ts";
import type { Access } from "#platform/server/http/access.ts";
import { addAccount, addSignedIn, login, PASSWORD } from "../accounts.ts";
import { startSite, type TestSite } from "../server.ts";

/** Whom these let in without a duty. What is not named here is for admins. */
const WITHOUT_DUTY: Record<string, Exclude<Access, "admin">> = {
  "GET /healthz": "public",
  "GET /readyz": "public",
  "GET /api/docs": "public",
  "GET /api/docs/json": "public",
  "POST /api/policy-reports": "public",
  "POST /api/auth/login": "public",
  "POST /api/auth/register": "public",
  "POST /api/auth/login/second-factor": "public",
  "POST /api/auth/passkey": "public",
  "POST /api/auth/passkey/options": "public",
  "POST /api/auth/refresh": "public",
  "POST /api/auth/logout": "public",
  "GET /api/auth/options": "public",
  "POST /api/auth/forgot-password": "public",
  "POST /api/auth/reset-password": "public",
  "POST /api/auth/invitation": "public",
  "POST /api/auth/accept-invitation": "public",
  "POST /api/auth/confirm-email": "public",
  "POST /api/account/confirmation": "account",
  "POST /api/auth/undo-email": "public",
  "GET /api/account": "account",
  "PATCH /api/account": "account",
  "POST /api/account/password": "account",
  "POST /api/account/email": "account",
  "POST /api/account/proof": "account",
  "GET /api/account/sessions": "account",
  "DELETE /api/account/sessions": "account",
  "DELETE /api/account/sessions/:id": "account",
  "POST /api/bookings": "public",
  "GET /api/bookings/available-slots": "public",
  "GET /api/closures": "public",
  "GET /api/zip-codes": "public",
  "GET /api/bookings/available-days": "public",
  "GET /api/bookings/:id": "public",
  "GET /api/bookings/:id/invite.ics": "public",
  "POST /api/manage-meeting/look-up": "public",
  "POST /api/manage-meeting/move": "public",
  "POST /api/manage-meeting/cancel": "public",
  "GET /calendar/:secret.ics": "public",
  "GET /api/site/preview-frame": "public",
  "GET /api/site/public": "public",
  "GET /pictures/:file": "public",
  "POST /stop/:token": "public",
  "POST /api/stop/:token": "public",
  "POST /api/contact": "public",
  "POST /api/call-backs": "public",
  "POST /api/leads": "program",
  "POST /api/push/acts": "public",
  "POST /api/privacy/requests": "public",
  "POST /api/privacy/requests/confirmation": "public",
  "POST /api/offers/view": "public",
  "POST /api/offers/answer": "public",
  "GET /go/:name": "public",
  "POST /stop-reminders/:id": "public",
  "GET /api/account/factors": "account",
  "POST /api/account/totp": "account",
  "POST /api/account/totp/confirm": "account",
  "DELETE /api/account/totp": "account",
  "POST /api/account/passkeys/options": "account",
  "POST /api/account/passkeys": "account",
  "PATCH /api/account/passkeys/:id": "account",
  "DELETE /api/account/passkeys/:id": "account",
  "POST /api/account/recovery-codes": "account",
  "POST /api/account/proof/second-factor/options": "account",
  "POST /api/account/proof/second-factor": "account",
};

/** The reach of keys that were issued when their scopes named these areas; it must stay. "reading": a POST that changes nothing. */
const OPEN_TO_KEYS: Record<string, string> = {
  ...about("adding", ["POST /api/leads"]),
  ...about("leads", [
    "GET /api/bookings/list",
    "GET /api/bookings/list/total",
    "GET /api/bookings/stats",
    "GET /api/bookings/agenda",
    "GET /api/bookings/day-sheet",
    "GET /api/bookings/export/csv",
    "POST /api/bookings/import",
    "GET /api/bookings/:id/history",
    "GET /api/bookings/:id/details",
    "PATCH /api/bookings/:id/status",
    "PUT /api/bookings/:id/notes",
    "PATCH /api/bookings/:id/first-contact",
    "PATCH /api/bookings/:id/no-show",
    "PATCH /api/bookings/:id/correction",
    "GET /api/permissions",
    "GET /api/permissions/state",
    "POST /api/permissions/revocations",
    "GET /api/contact/admin/submissions",
    "GET /api/contact/admin/stats",
    "POST /api/contact/admin/import",
    "GET /api/contact/admin/submissions/:id",
    "GET /api/contact/admin/submissions/:id/history",
    "PATCH /api/contact/admin/submissions/:id/status",
    "PATCH /api/contact/admin/submissions/:id/notes",
    "PATCH /api/contact/admin/submissions/:id/read",
    "PATCH /api/contact/admin/submissions/:id/first-contact",
    "PATCH /api/contact/admin/submissions/:id/correction",
    "DELETE /api/contact/admin/submissions/:id",
    "POST /api/leads/calls",
    "GET /api/leads/callers",
    "GET /api/leads/export/csv",
    "GET /api/leads/calls/export/csv",
    "GET /api/people/export/csv",
    "GET /api/leads/:id/log",
    "POST /api/leads/:id/log",
    "DELETE /api/leads/:id/log/:logId",
    "PATCH /api/leads/:id",
    "POST /api/leads/:id/sleep",
    "DELETE /api/leads/:id/sleep",
    "GET /api/people/search",
    "GET /api/people/of-lead/:id",
    "GET /api/people/:id",
    "POST /api/people/:id/erasure",
    "POST /api/people/:id/merge",
    "POST /api/people/:id/part",
    "GET /api/people/requests",
    "POST /api/people/requests/:id/done",
    "GET /api/leads",
    "GET /api/leads/board",
    "GET /api/day",
    "GET /api/leads/assignees",
    "GET /api/leads/:id",
    "PATCH /api/leads/:id/stage",
    "PATCH /api/leads/:id/amounts",
    "POST /api/leads/:id/next-steps",
    "POST /api/leads/:id/join",
    "POST /api/leads/:id/part",
    "PATCH /api/leads/:id/role",
    "PATCH /api/next-steps/:id",
    "POST /api/leads/import",
    "GET /api/leads/:id/notes",
    "POST /api/leads/:id/notes",
    "GET /api/offers/promptness",
    "GET /api/offers/:id",
    "PUT /api/offers/:id",
    "DELETE /api/offers/:id",
    "POST /api/offers/:id/send",
    "POST /api/offers/:id/withdraw",
    "GET /api/leads/:id/offers",
    "POST /api/leads/:id/offers",
    "GET /api/analytics/activity",
    "GET /api/analytics/charts",
    "GET /api/analytics/first-contact",
    "GET /api/campaigns/report",
    "GET /api/campaigns/report/csv",
    "GET /api/campaigns/known",
    "GET /api/campaigns/spend",
    "POST /api/campaigns/spend",
    "GET /api/campaigns/spend/history",
    "POST /api/campaigns/spend/import",
    "GET /api/campaigns/links",
    "POST /api/campaigns/links",
    "PUT /api/campaigns/links/:name",
    "DELETE /api/campaigns/links/:name",
    "GET /api/campaigns/links/:name/history",
  ]),
  ...about("leads, reading", ["POST /api/people/:id/export"]),
  ...about("site", [
    "GET /api/bookings/availability",
    "PUT /api/bookings/availability",
    "POST /api/bookings/availability/check",
    "GET /api/bookings/availability/history",
    "GET /api/mail/status",
    "GET /api/mail/failed",
    "POST /api/mail/failed/retry",
    "GET /api/mail/records/:id",
    "GET /api/mail/:id",
    "POST /api/mail/:id/retry",
    "POST /api/mail/test",
  ]),
};

function about(use: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, use]));
}

/** What each scope opens. */
const SCOPES: Record<KeyScope, (name: string) => boolean> = {
  "read-leads": (name) => isReading(name) && OPEN_TO_KEYS[name] !== "site",
  "add-leads": (name) => OPEN_TO_KEYS[name] === "adding",
  form: (name) => OPEN_TO_KEYS[name] === "adding",
  "write-leads": (name) => OPEN_TO_KEYS[name] !== "site",
  all: () => true,
};

function isReading(name: string): boolean {
  return name.startsWith("GET ") || OPEN_TO_KEYS[name] === "leads, reading";
}

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Every route; HEAD has the name of its GET. Without the second URL that Fastify adds for a prefix's own path. */
function routesOf(site: TestSite) {
  return site.app.guardedRoutes
    .map(({ method, url, ...route }) => ({ ...route, method: method as Method, url: url.replace(/\/$/, "") }))
    .map((route) => ({ ...route, name: `${route.method === "HEAD" ? "GET" : route.method} ${route.url}` }));
}

async function callers(site: TestSite): Promise<Record<string, Record<string, string>>> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const admin = await addSignedIn(site, { email: "dana@example.com" });
  const user = await addSignedIn(site, { email: "seller@example.com", role: "user" });
  const inactive = await addSignedIn(site, { email: "retired@example.com" });
  await admin.call("PATCH", `/api/users/${inactive.user.id}/toggle-active`);
  return {
    nobody: {},
    junk: bearer("junk"),
    user: bearer(user.session.accessToken),
    inactive: bearer(inactive.session.accessToken),
    admin: bearer(admin.session.accessToken),
  };
}

const EXPECTED: Record<string, number> = { nobody: 401, junk: 401, user: 403, inactive: 401 };
const UNKNOWN_ID = "0123456789abcdefghjkmnpqrs";

test("nothing is open without a duty but what is named here", async () => {
  const site = await startSite();
  const open = routesOf(site).filter(({ access }) => access !== "admin");
  expect(Object.fromEntries(open.map(({ name, access }) => [name, access]))).toEqual(WITHOUT_DUTY);
});

test("an admin's route accepts admins only", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const people = await callers(site);
  const rowsBefore = await contents(site);
  const guarded = routesOf(site).filter(({ access }) => access === "admin");
  expect(guarded.some(({ method }) => method === "HEAD")).toBe(true);
  for (const { method, url } of guarded) {
    for (const [person, status] of Object.entries(EXPECTED)) {
      const answer = await call(site, method, url, people[person]);
      expect(answer.statusCode, `${method} ${url} by ${person}`).toBe(status);
      if (method !== "HEAD")
        expect(answer.json()).toMatchObject({ success: false, code: status === 401 ? "not_signed_in" : "forbidden" });
    }
  }
  expect(await contents(site)).toEqual(rowsBefore);
  // The answer to an admin does not end, and has its own tests.
  for (const { method, url } of guarded.filter((route) => route.url !== EVENTS_PATH)) {
    const answer = await call(site, method, url, people.admin);
    expect([401, 403], `${method} ${url} by admin`).not.toContain(answer.statusCode);
    expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(500);
  }
});

test("a route opens for the duties that it names, and for none less", { timeout: 60_000 }, async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const bearer = async (email: string, duties: readonly Duty[]) => {
    const { session } = await addSignedIn(site, { email, duties });
    return { authorization: `Bearer ${session.accessToken}` };
  };
  const without = new Map<Duty, Record<string, string>>();
  for (const duty of ALL_DUTIES)
    without.set(
      duty,
      await bearer(
        `no-${duty}@example.com`,
        ALL_DUTIES.filter((one) => one !== duty),
      ),
    );
  const only = new Map<string, Record<string, string>>();
  const withOnly = async (duties: readonly Duty[]) => {
    const name = duties.join("-") || "none";
    if (!only.has(name)) only.set(name, await bearer(`only-${name}@example.com`, duties));
    return only.get(name);
  };
  const guarded = routesOf(site).filter(({ access, url }) => access === "admin" && url !== EVENTS_PATH);
  for (const { method, url, config } of guarded) {
    const needed = config.duties ?? [];
    for (const [duty, headers] of without) {
      const answer = await call(site, method, url, headers);
      const isShut = needed.includes(duty);
      if (isShut) expect(answer.statusCode, `${method} ${url} without ${duty}`).toBe(403);
      else expect([401, 403], `${method} ${url} without ${duty}: ${answer.body}`).not.toContain(answer.statusCode);
      if (isShut && method !== "HEAD") expect(answer.json()).toMatchObject({ code: "duty_missing" });
    }
    const answer = await call(site, method, url, await withOnly(needed));
    expect([401, 403], `${method} ${url} with ${needed}: ${answer.body}`).not.toContain(answer.statusCode);
  }
});

test("what takes data out, erases, or runs the site needs its duty", async () => {
  const site = await startSite();
  const needing = (duty: Duty) => (name: string) =>
    routesOf(site)
      .find((route) => route.name === name)
      ?.config.duties?.includes(duty);
  const named = (pattern: RegExp) =>
    routesOf(site).flatMap(({ name, access }) => (access === "admin" && pattern.test(name) ? [name] : []));
  const rules: [Duty, RegExp][] = [
    ["take-out", /\/csv$|calendar-feeds/],
    ["rights", /people.*(export$|erasure|merge|part|requests)/],
    ["run", /\/import$|\/api\/(users(?!\/owners)|keys|webhooks|system|audit-log|mail|removals)/],
    ["site", /\/api\/site/],
    ["sell", /\/api\/offers\/:id|\/offers$|amounts/],
    ["numbers", /\/api\/(analytics|campaigns)\/(?!.*(import|known)$)/],
  ];
  for (const [duty, pattern] of rules) {
    const names = named(pattern);
    expect(names.length, duty).toBeGreaterThan(0);
    expect(
      names.filter((name) => !needing(duty)(name)),
      duty,
    ).toEqual([]);
  }
});

test("only requests for a call, the door for programs and the stop links of e-mail read forms", async () => {
  const site = await startSite();
  const { admin } = await callers(site);
  const reading = [];
  for (const { name, method, url } of routesOf(site)) {
    if (method !== "POST" && method !== "PUT" && method !== "PATCH") continue;
    const headers = { ...admin, "content-type": "application/x-www-form-urlencoded" };
    const path = url.replaceAll(/:\w+/g, UNKNOWN_ID);
    const { statusCode } = await site.app.inject({ method, url: path, headers, payload: "phone=1" });
    if (statusCode !== 415) reading.push(name);
  }
  expect(reading.sort()).toEqual([
    "POST /api/call-backs",
    "POST /api/leads",
    "POST /api/stop/:token",
    "POST /stop-reminders/:id",
    "POST /stop/:token",
  ]);
});

test("a route of one's own account accepts every account that is signed in, and no one else", async () => {
  const site = await startSite();
  const people = await callers(site);
  const guarded = routesOf(site).filter(({ access }) => access === "account");
  for (const { method, url } of guarded)
    for (const [person, headers] of Object.entries(people)) {
      const { statusCode } = await call(site, method, url, headers);
      const expected = ["user", "admin"].includes(person) ? [200, 400, 404, 409] : [401];
      expect(expected, `${method} ${url} by ${person}: ${statusCode}`).toContain(statusCode);
    }
});

test("a route for programs accepts no account", async () => {
  const site = await startSite();
  const people = await callers(site);
  for (const { method, url } of routesOf(site).filter(({ access }) => access === "program"))
    for (const [person, headers] of Object.entries(people))
      expect((await call(site, method, url, headers)).statusCode, `${method} ${url} by ${person}`).toBe(401);
});

test("a key opens what it opened when it was issued, and nothing else", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const guarded = routesOf(site).filter(({ access }) => access !== "public");
  const open = guarded.filter(({ config }) => config.programs).map(({ name }) => name);
  expect(new Set(open)).toEqual(new Set(Object.keys(OPEN_TO_KEYS)));

  const { call: callAsDana } = await addSignedIn(site, { email: "dana@example.com" });
  for (const [scope, mayOpen] of Object.entries(SCOPES)) {
    const form = { name: scope, scope, endsOn: "2026-12-31" };
    const headers = { authorization: `Bearer ${(await callAsDana("POST", "/api/keys", form)).json().token}` };
    for (const { name, method, url } of guarded) {
      const { statusCode, body } = await call(site, method, url, headers);
      const isOpen = OPEN_TO_KEYS[name] !== undefined && mayOpen(name);
      if (isOpen && scope === "form") expect(JSON.parse(body)).toMatchObject({ code: "key_origin" });
      else if (isOpen) expect([401, 403], `${method} ${url} with ${scope}: ${body}`).not.toContain(statusCode);
      else expect(statusCode, `${method} ${url} with ${scope}`).toBe(403);
      expect(statusCode).toBeLessThan(500);
      if (!isOpen && method !== "HEAD") expect(JSON.parse(body)).toMatchObject({ code: "key_scope" });
    }
  }
});

test("a public route answers the same whatever token comes along", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const people = await callers(site);
  for (const { method, url } of routesOf(site).filter(({ access }) => access === "public")) {
    const statuses: number[] = [];
    for (const headers of Object.values(people)) statuses.push((await call(site, method, url, headers)).statusCode);
    expect(new Set(statuses).size, `${method} ${url}: ${statuses}`).toBe(1);
    expect([401, 403], `${method} ${url}`).not.toContain(statuses[0]);
  }
});

test("no detour leads past the guard", async () => {
  const site = await startSite();
  const target = await addAccount(site, { email: "seller@example.com", role: "user" });
  const detours = [
    "//api/users",
    "/api//users",
    "/api/users/",
    "/api/users//",
    "/API/users",
    "/api/Users",
    "/api/users;x=1",
    "/api/users%2f",
    "/api%2fusers",
    "/api/%75sers",
    "/api/./users",
    "/api/bookings/../users",
    "/api/bookings/..%2fusers",
    "/api/users?access=public",
    "/api/users%00",
    "/api/users.json",
  ];
  for (const url of detours) {
    for (const method of ["GET", "HEAD"] as const) {
      const answer = await site.app.inject({ method, url });
      expect([400, 401, 404], `${method} ${url}`).toContain(answer.statusCode);
    }
  }
  const override = { "x-http-method-override": "DELETE", "x-method-override": "DELETE" };
  for (const method of ["GET", "POST"] as const)
    await site.app.inject({ method, url: `/api/users/${target.id}?_method=DELETE`, headers: override });
  expect((await login(site, "seller@example.com", PASSWORD)).statusCode).toBe(200);
});

function call(site: TestSite, method: Method, url: string, headers: Record<string, string> = {}) {
  const hasBody = method === "POST" || method === "PUT" || method === "PATCH";
  return site.app.inject({
    method,
    url: url.replaceAll(/:\w+/g, UNKNOWN_ID) || "/",
    headers: { ...headers, "content-type": "application/json" },
    ...(hasBody && { payload: {} }),
  });
}

async function contents(site: TestSite): Promise<unknown[]> {
  const { read } = site.database;
  return Promise.all([
    read.selectFrom("users").selectAll().orderBy("id").execute(),
    read.selectFrom("sign_ins").selectAll().orderBy("id").execute(),
    read.selectFrom("bookings").selectAll().orderBy("id").execute(),
  ]);
}
