import { expect, test } from "vitest";
import { addAccount, addSignedIn, PASSWORD } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { bookMeeting, freeSlots, sendContactMessage } from "#test/requests.ts";
import { databaseOf, sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

type Admin = Awaited<ReturnType<typeof addSignedIn>>;

const OLD_PROOF_SECONDS = 11 * 60;
const FILES = [
  "/api/bookings/export/csv",
  "/api/leads/export/csv",
  "/api/people/export/csv",
  "/api/audit-log/export/csv",
];

test("every route that takes data out is an entry with its rows, for a person and for a key, and HEAD is none", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  await bookMeeting(site);
  await dana.call("POST", "/api/leads/calls", newCall());
  const { people } = (await dana.call("GET", "/api/people/search?search=walter")).json();
  const key = await makeKey(site, dana);
  const routes = site.app.guardedRoutes.filter(({ config }) => config.duties?.includes("take-out"));
  const takesNothing = routes.filter(({ config }) => config.takesNothing).map(({ method, url }) => `${method} ${url}`);
  expect(takesNothing).toEqual(["GET /api/bookings/calendar-feeds", "HEAD /api/bookings/calendar-feeds"]);

  const taking = routes.filter(({ method, config }) => method === "GET" && !config.takesNothing).map(({ url }) => url);
  expect(taking.length).toBeGreaterThan(6);
  for (const url of taking) {
    await site.app.inject({ method: "HEAD", url, headers: { authorization: `Bearer ${dana.session.accessToken}` } });
    expect(await counted(site)).toEqual([]);
    expect((await dana.call("GET", url)).statusCode, url).toBe(200);
    expect(await counted(site), url).toMatchObject([{ actor: "dana@example.com", action: "exported" }]);
    await forget(site);
    const isOpen = routes.some((route) => route.url === url && route.config.programs);
    if (isOpen) expect((await key.head(url)).statusCode).not.toBe(500);
    expect(await counted(site)).toEqual([]);
    if (isOpen) expect((await key.get(url)).statusCode).toBe(200);
    if (isOpen) expect(await counted(site), url).toMatchObject([{ actor: 'key "CRM"', action: "fetched" }]);
    await forget(site);
  }
  await dana.call("POST", "/api/people/export", { email: "renee@example.com" });
  await dana.call("POST", `/api/people/${people[0]._id}/export`, {});
  expect(await counted(site)).toMatchObject([
    { to: "everything", rows: 1 },
    { to: "everything", rows: 1 },
  ]);
});

test("an entry says which filter, and never who was searched for", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const key = await makeKey(site, dana);
  await bookMeeting(site);
  await dana.call("GET", "/api/bookings/export/csv?status=Scheduled&search=ren%C3%A9e");
  await dana.call("GET", "/api/bookings/export/csv?status=Cancelled");
  await dana.call("GET", "/api/leads/export/csv");
  await key.get("/api/leads/assignees?of=renee@example.com");
  await key.get("/api/people/search?search=renee@example.com");
  await key.get("/api/bookings/list?status=Cancelled");
  expect(await counted(site)).toEqual([
    entry("dana@example.com", "exported", "bookings", "filtered by search, status=Scheduled", 1),
    entry("dana@example.com", "exported", "bookings", "filtered by status=Cancelled", 0),
    entry("dana@example.com", "exported", "leads", "all leads", 1),
    entry('key "CRM"', "fetched", "leads assignees", "", 1),
    entry('key "CRM"', "fetched", "people search", "search", 1),
  ]);
  const stored = await site.database.read
    .selectFrom("history")
    .select("detail")
    .where("subject_id", "=", "export")
    .execute();
  expect(JSON.stringify(stored)).not.toMatch(/ren[ée]e/i);
  const file = (await dana.call("GET", "/api/audit-log/export/csv")).body;
  expect(file).toContain('"Exported: filtered by search, status=Scheduled (1 row)"');
  expect(file).toContain('"Read: 1 row, all"');
});

test("what a key reads is one entry a day and filter that grows, and at the figure it waits for the company's midnight", async () => {
  const site = await startSite({ now: "2026-11-21T05:59:00.000Z", env: { RATE_LIMIT: "off" } });
  const dana = await addSignedIn(site);
  const key = await makeKey(site, dana);
  const { id } = await bookMeeting(site);
  await sendContactMessage(site);
  await limitTo(dana, 8);
  for (const page of [1, 1, 2]) await key.get(`/api/leads?page=${page}&limit=1`);
  for (const [query, rows] of [
    ["", 3],
    ["status=Scheduled", 4],
    ["status=Scheduled&limit=5&total=later", 5],
  ] as const) {
    expect((await key.get(`/api/bookings/list?${query}`)).statusCode).toBe(200);
    expect(sum(await counted(site))).toBe(rows + 1);
  }
  await key.get(`/api/bookings/${id}/details`);
  expect((await counted(site)).map(({ kind, to, rows }) => [kind, to, rows])).toEqual([
    ["leads", "", 3],
    ["bookings", "", 1],
    ["bookings", "status=Scheduled", 2],
    ["bookings details", "one by one", 1],
  ]);
  expect((await key.get("/api/contact/admin/submissions")).statusCode).toBe(200);
  for (const url of [
    "/api/leads",
    "/api/bookings/list?status=Cancelled",
    `/api/bookings/${id}/details`,
    ...FILES.slice(0, 3),
  ]) {
    const refused = await key.get(url);
    expect([refused.statusCode, refused.headers["retry-after"]], url).toEqual([429, "60"]);
    expect(refused.json()).toMatchObject({ code: "rate_limited" });
  }
  const written = await key.call("PUT", `/api/bookings/${id}/notes`, { notes: "Rang", version: 1 });
  expect(written.statusCode, written.body).toBe(200);
  expect(sum(await counted(site))).toBe(8);
  site.clock.advance(60);
  expect((await key.get("/api/leads")).statusCode).toBe(200);
  expect((await counted(site)).filter(({ kind, to }) => kind === "leads" && !to)).toMatchObject([
    { rows: 3 },
    { rows: 2 },
  ]);
});

test("reads that find nothing leave no entry, so that filters cannot fill what is kept for good", async () => {
  const site = await startSite();
  const key = await makeKey(site, await addSignedIn(site));
  for (let day = 10; day < 30; day++) await key.get(`/api/bookings/list?search=${day}&dateFrom=2026-11-${day}`);
  expect(await counted(site)).toEqual([]);
});

test.for([
  ["2026-11-01T05:30:00.000Z", 24.5],
  ["2027-03-14T06:30:00.000Z", 22.5],
  ["2026-11-20T15:00:00.000Z", 15],
] as const)("a day is as long as its clocks say: %s", async ([now, hours]) => {
  const site = await startSite({ now });
  const dana = await addSignedIn(site);
  const key = await makeKey(site, dana);
  await limitTo(dana, 0);
  const { statusCode, headers } = await key.get("/api/leads");
  expect([statusCode, headers["retry-after"]]).toEqual([429, String(hours * 3600)]);
});

test("at the figure a person proves again who it is, a feed goes on, and each owner is told once", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "3600" } });
  const dana = await addSignedIn(site);
  await addAccount(site, { email: "owner@example.com" });
  const kim = await addSignedIn(site, { email: "kim@example.com", duties: ["answer", "sell", "take-out"] });
  const key = await makeKey(site, dana);
  const { url } = (await kim.call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  const [first, second] = await freeSlots(site, 2);
  for (const [slot, email] of [
    [first, "one@example.com"],
    [second, "two@example.com"],
  ] as const)
    await bookMeeting(site, { meetingDate: slot?.date, meetingTime: slot?.time, email });
  await limitTo(dana, 2);
  await sentMails({ site, smtp });

  site.clock.advance(OLD_PROOF_SECONDS);
  const sheet = `/api/bookings/day-sheet/print?date=${first?.date}`;
  expect((await kim.call("GET", "/api/bookings/export/csv")).statusCode).toBe(200);
  for (const path of [...FILES.slice(0, 3), sheet])
    expect((await kim.call("GET", path)).json(), path).toMatchObject({ code: "fresh_proof_required" });
  expect((await kim.call("GET", "/api/bookings/list")).statusCode).toBe(200);
  await kim.call("POST", "/api/account/proof", { password: PASSWORD });
  for (const path of [...FILES.slice(0, 3), sheet]) expect((await kim.call("GET", path)).statusCode, path).toBe(200);
  site.clock.advance(OLD_PROOF_SECONDS);
  // The page reads the sheet that it shows again after each change.
  expect((await kim.call("GET", sheet)).statusCode).toBe(200);

  const feed = () => site.app.inject(new URL(url).pathname);
  for (let read = 0; read < 3; read++) expect((await feed()).statusCode).toBe(200);
  expect((await site.app.inject({ method: "HEAD", url: new URL(url).pathname })).statusCode).toBe(200);
  for (let read = 0; read < 3; read++) await key.get("/api/leads");
  expect((await counted(site)).filter(({ action }) => action === "fetched")).toEqual([
    entry("calendar of kim@example.com", "fetched", "calendar feed", "", 6),
    entry('key "CRM"', "fetched", "leads", "", 2),
  ]);
  const mails = (await sentMails({ site, smtp })).filter(({ subject }) => subject.startsWith("Many rows"));
  expect(mails.map(({ to }) => to.split(",").toSorted().join())).toEqual(
    Array(3).fill("dana@example.com,owner@example.com"),
  );
  for (const who of ["kim@example.com", 'key "CRM"', "calendar of kim@example.com"])
    expect(
      mails.filter(({ text }) => text.includes(`By: ${who}`)),
      who,
    ).toHaveLength(1);
});

test("two processes that serve a key at once let out no row above the figure, in one entry, and tell once", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off" } });
  const other = await startSite({ env: { ...databaseOf(site), RATE_LIMIT: "off" } });
  const dana = await addSignedIn(site);
  const key = await makeKey(site, dana);
  await bookMeeting(site);
  await limitTo(dana, 10);
  await sentMails({ site, smtp });
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => (await key.get("/api/leads", index % 2 ? site : other)).statusCode),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  expect(await counted(site)).toEqual([entry('key "CRM"', "fetched", "leads", "", 10)]);
  expect(await sentMails({ site, smtp })).toHaveLength(1);
});

test("the figure is changed by owners only, and shown with the rules", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const kim = await addSignedIn(site, { email: "kim@example.com", duties: ["run", "answer", "take-out"] });
  const change = (who: Admin, exportRowsADay: number) => who.call("PUT", "/api/users/rules", { exportRowsADay });
  expect((await change(kim, 1_000_000)).json()).toMatchObject({ code: "duty_missing" });
  expect(
    (await kim.call("PUT", "/api/users/rules", { registration: "closed", exportRowsADay: 5_000 })).statusCode,
  ).toBe(200);
  for (const wrong of [-1, 0.5, 1_000_001]) expect((await change(dana, wrong)).statusCode).toBe(400);
  expect((await change(dana, 700)).json().rules.exportRowsADay).toBe(700);
  const [latest] = (await dana.call("GET", "/api/audit-log?kind=account%20rules")).json().entries;
  expect(latest).toMatchObject({ actor: "dana@example.com", to: "exported rows a day 700" });
});

const entry = (actor: string, action: string, kind: string, to: string, rows: number) => ({
  actor,
  action,
  kind,
  to,
  rows,
});

type Counted = { actor: string; action: string; kind: string; to: string; rows: number };

/** Entries with a count, the first one first, as the page of the audit log shows them. */
async function counted(site: TestSite): Promise<Counted[]> {
  const rows = await site.database.read
    .selectFrom("history")
    .innerJoin("exports", "exports.entry_id", "history.id")
    .select(["actor", "action", "subject_kind", "detail", "row_count"])
    .orderBy("history.id")
    .execute();
  return rows.map(({ actor, action, subject_kind: kind, detail, row_count: rows }) => ({
    actor,
    action,
    kind,
    to: JSON.parse(detail ?? "{}").to,
    rows,
  }));
}

async function forget(site: TestSite): Promise<void> {
  await site.database.transaction((trx) => trx.deleteFrom("exports").execute());
}

function sum(entries: readonly Counted[]): number {
  return entries.reduce((total, { rows }) => total + rows, 0);
}

async function limitTo({ call }: Admin, exportRowsADay: number): Promise<void> {
  expect((await call("PUT", "/api/users/rules", { exportRowsADay })).statusCode).toBe(200);
}

async function makeKey(site: TestSite, { call }: Admin) {
  const form = { name: "CRM", scope: "write-leads", endsOn: "2027-06-30" };
  const { token } = (await call("POST", "/api/keys", form)).json();
  const headers = { authorization: `Bearer ${token}` };
  return {
    token,
    get: (url: string, of = site) => of.app.inject({ method: "GET", url, headers }),
    head: (url: string) => site.app.inject({ method: "HEAD", url, headers }),
    call: (method: "PUT", url: string, payload: object) => site.app.inject({ method, url, headers, payload }),
  };
}
