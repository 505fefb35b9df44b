// Which roles may call which routes. A route that is missing from this table fails the test, as does a row without a route.
import { expect, test } from "vitest";
import type { Access } from "#platform/server/http/access.ts";
import { addAccount, addSignedIn, login, PASSWORD } from "../accounts.ts";
import { startSite, type TestSite } from "../server.ts";

const ROUTES: Record<string, Access> = {
  "GET /healthz": "public",
  "GET /readyz": "public",
  "GET /api/docs": "public",
  "GET /api/docs/json": "public",

  "POST /api/policy-reports": "public",

  "POST /api/auth/login": "public",
  "POST /api/auth/register": "public",
  "POST /api/auth/refresh": "public",
  "POST /api/auth/logout": "public",

  "POST /api/bookings": "public",
  "GET /api/bookings/available-slots": "public",
  "GET /api/closures": "public",
  "GET /api/bookings/available-days": "public",
  "GET /api/bookings/:id": "public",
  "GET /api/bookings/:id/invite.ics": "public",
  "POST /api/manage-meeting/look-up": "public",
  "POST /api/manage-meeting/move": "public",
  "POST /api/manage-meeting/cancel": "public",
  "GET /api/bookings/list": "admin",
  "GET /api/bookings/stats": "admin",
  "GET /api/bookings/agenda": "admin",
  "GET /api/bookings/availability": "admin",
  "PUT /api/bookings/availability": "admin",
  "POST /api/bookings/availability/check": "admin",
  "GET /api/bookings/availability/history": "admin",
  "GET /api/bookings/day-sheet": "admin",
  "GET /api/bookings/calendar-feeds": "admin",
  "POST /api/bookings/calendar-feeds": "admin",
  "DELETE /api/bookings/calendar-feeds/:id": "admin",
  "GET /calendar/:secret.ics": "public",
  "GET /api/site": "admin",
  "GET /api/site/draft/effects": "admin",
  "GET /api/site/draft/page": "admin",
  "GET /api/site/preview-frame": "public",
  "GET /api/site/public": "public",
  "PUT /api/site/draft": "admin",
  "POST /api/site/publish": "admin",
  "GET /api/site/versions": "admin",
  "POST /api/site/versions/:number/publish": "admin",
  "POST /api/site/pictures": "admin",
  "GET /pictures/:file": "public",
  "GET /api/bookings/export/csv": "admin",
  "POST /api/bookings/import": "admin",
  "GET /api/bookings/:id/history": "admin",
  "PATCH /api/bookings/:id/status": "admin",
  "PUT /api/bookings/:id/notes": "admin",
  "PATCH /api/bookings/:id/first-contact": "admin",
  "PATCH /api/bookings/:id/correction": "admin",

  "POST /stop/:token": "public",
  "POST /api/stop/:token": "public",
  "GET /api/permissions": "admin",
  "GET /api/permissions/state": "admin",
  "POST /api/permissions/revocations": "admin",

  "POST /api/contact": "public",
  "GET /api/contact/admin/submissions": "admin",
  "GET /api/contact/admin/stats": "admin",
  "POST /api/contact/admin/import": "admin",
  "GET /api/contact/admin/submissions/:id/history": "admin",
  "PATCH /api/contact/admin/submissions/:id/status": "admin",
  "PATCH /api/contact/admin/submissions/:id/notes": "admin",
  "PATCH /api/contact/admin/submissions/:id/read": "admin",
  "PATCH /api/contact/admin/submissions/:id/first-contact": "admin",
  "PATCH /api/contact/admin/submissions/:id/correction": "admin",
  "DELETE /api/contact/admin/submissions/:id": "admin",

  "POST /api/privacy/requests": "public",
  "POST /api/privacy/requests/confirmation": "public",
  "GET /api/people": "admin",
  "POST /api/people/export": "admin",
  "POST /api/people/erasure": "admin",
  "GET /api/people/requests": "admin",
  "POST /api/people/requests/:id/done": "admin",

  "GET /api/analytics/activity": "admin",
  "GET /api/analytics/charts": "admin",
  "GET /api/analytics/first-contact": "admin",

  "GET /api/campaigns/report": "admin",
  "GET /api/campaigns/report/csv": "admin",
  "GET /api/campaigns/links": "admin",
  "POST /api/campaigns/links": "admin",
  "PUT /api/campaigns/links/:name": "admin",
  "DELETE /api/campaigns/links/:name": "admin",
  "GET /api/campaigns/links/:name/history": "admin",
  "GET /go/:name": "public",

  "GET /api/bookings/:id/details": "admin",
  "GET /api/contact/admin/submissions/:id": "admin",
  "POST /stop-reminders/:id": "public",
  "GET /api/mail/status": "admin",
  "GET /api/mail/failed": "admin",
  "POST /api/mail/failed/retry": "admin",
  "GET /api/mail/records/:id": "admin",
  "GET /api/mail/:id": "admin",
  "POST /api/mail/:id/retry": "admin",
  "POST /api/mail/test": "admin",

  "GET /api/webhooks/endpoints": "admin",
  "POST /api/webhooks/endpoints": "admin",
  "PUT /api/webhooks/endpoints/:id": "admin",
  "DELETE /api/webhooks/endpoints/:id": "admin",
  "POST /api/webhooks/endpoints/:id/secret": "admin",
  "POST /api/webhooks/endpoints/:id/test": "admin",
  "GET /api/webhooks/endpoints/:id/history": "admin",
  "GET /api/webhooks/deliveries": "admin",
  "POST /api/webhooks/deliveries/:id/replay": "admin",

  "GET /api/users": "admin",
  "POST /api/users": "admin",
  "PUT /api/users/:id": "admin",
  "DELETE /api/users/:id": "admin",
  "PATCH /api/users/:id/toggle-active": "admin",
};

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Every route; HEAD has the name of its GET. Without the second URL that Fastify adds for a prefix's own path. */
function routesOf(site: TestSite): { name: string; method: Method; url: string; access: Access }[] {
  return site.app.guardedRoutes
    .map(({ method, url, access }) => ({ method: method as Method, url: url.replace(/\/$/, ""), access }))
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

test("every route is in the table of who may call it", async () => {
  const site = await startSite();
  const actual = Object.fromEntries(routesOf(site).map(({ name, access }) => [name, access]));
  expect(actual).toEqual(ROUTES);
});

test("an admin's route accepts admins only", async () => {
  const site = await startSite();
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
  for (const { method, url } of guarded) {
    const answer = await call(site, method, url, people.admin);
    expect([401, 403], `${method} ${url} by admin`).not.toContain(answer.statusCode);
    expect(answer.statusCode).toBeLessThan(500);
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
