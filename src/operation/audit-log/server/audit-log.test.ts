import { sql } from "kysely";
import { expect, test } from "vitest";
import { type AuditLogList, MAX_LISTED } from "#operation/audit-log/audit-log.ts";
import { type NewAuditLogEntry, writeAuditLogEntries } from "#platform/server/audit-log.ts";
import { addSignedIn } from "#test/accounts.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

type Admin = Awaited<ReturnType<typeof addSignedIn>>;

test("everything that admins and keys did is listed, newest first, and nothing that visitors did", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { id } = await bookMeeting(site);
  await sendContactMessage(site);
  expect((await list(dana)).entries).toEqual([]);
  const { key, token } = await makeKey(dana);
  site.clock.advance(60);
  const note = { method: "PUT", url: `/api/bookings/${id}/notes`, payload: { notes: "Rang", version: 1 } } as const;
  const noted = await site.app.inject({ ...note, headers: { authorization: `Bearer ${token}` } });
  expect(noted.statusCode, noted.body).toBe(200);

  const { entries, people, kinds } = await list(dana);
  expect(entries).toMatchObject([
    {
      actor: 'key "The CRM"',
      action: "notes",
      at: "2026-11-20T15:01:00.000Z",
      subject: { kind: "booking", text: expect.stringMatching(/^Booking: Renée/), link: `/admin/bookings/${id}` },
    },
    { actor: "dana@example.com", action: "created", subject: { text: "Key: The CRM", link: "/admin/keys" } },
  ]);
  expect(entries[1]?.to).toBe(`The CRM (read and write leads, until 2026-12-31)`);
  expect(people).toEqual(["dana@example.com", 'key "The CRM"']);
  expect(kinds).toContainEqual({ kind: "key", text: "Key" });
  expect(key.state).toBe("live");
});

test("person, kind and days narrow it, each alone and all together", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  await write(site, [
    { actor: "kim@example.com", kind: "lead", at: "2026-11-18T05:59:59.999Z" },
    { actor: "kim@example.com", kind: "lead", at: "2026-11-18T06:00:00.000Z" },
    { actor: "kim@example.com", kind: "booking", at: "2026-11-18T12:00:00.000Z" },
    { actor: "dana@example.com", kind: "lead", at: "2026-11-19T05:59:59.999Z" },
    { actor: "visitor", kind: "lead", at: "2026-11-18T12:00:00.000Z" },
  ]);
  const count = async (query: string) => (await list(dana, query)).pagination.totalItems;
  expect(await count("")).toBe(4);
  expect(await count("person=kim@example.com")).toBe(3);
  expect(await count("person=visitor")).toBe(0);
  expect(await count("person=nobody@example.com")).toBe(0);
  expect(await count("kind=lead")).toBe(3);
  // A day is the company's, which is six hours behind.
  expect(await count("from=2026-11-18")).toBe(3);
  expect(await count("to=2026-11-17")).toBe(1);
  expect(await count("person=kim@example.com&kind=lead&from=2026-11-18&to=2026-11-18")).toBe(1);
  expect(await count("person=&kind=&from=&to=")).toBe(4);
  for (const query of ["from=yesterday", "to=2026-02-30", "to=9999-12-31", "page=0", `person=${"x".repeat(301)}`])
    expect((await dana.call("GET", `/api/audit-log?${query}`)).statusCode, query).toBe(400);
});

test("a deleted record is listed without a name and without a link, and no name is made of it", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { id } = await bookMeeting(site);
  await dana.call("PUT", `/api/bookings/${id}/notes`, { notes: "Rang", version: 1 });
  await dana.call("POST", "/api/people/erasure", { email: "renee@example.com" });
  const { entries } = await list(dana, "kind=booking");
  expect(entries.map(({ action }) => action)).toEqual(["deleted", "notes"]);
  for (const { subject } of entries) expect(subject).toEqual({ kind: "booking", text: "Booking" });
});

test("every kind of record is named, and opens at its own page", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { id } = await bookMeeting(site);
  await sendContactMessage(site);
  const { contacts } = (await dana.call("GET", "/api/contact/admin/submissions")).json();
  const { booking } = (await dana.call("GET", `/api/bookings/${id}/details`)).json();
  const personId = (await dana.call("GET", `/api/people/of-lead/${booking.leadId}`)).json().personId;
  const subjects = {
    account: dana.user.id,
    booking: id,
    contact: contacts[0]._id,
    lead: booking.leadId,
    "person row": personId,
    availability: "site",
    webhook: "0123456789abcdefghjkmnpqrs",
    "new kind of thing": "constructor",
    constructor: "constructor",
  };
  await write(
    site,
    Object.entries(subjects).map(([kind, subjectId]) => ({ actor: "kim@example.com", kind, id: subjectId })),
  );
  const { entries } = await list(dana);
  const shown = Object.fromEntries(entries.map(({ subject: { kind, text, link } }) => [kind, [text, link]]));
  expect(shown).toEqual({
    account: ["Account: dana@example.com", "/admin/users?search=dana%40example.com"],
    booking: [expect.stringMatching(/^Booking: Renée/), `/admin/bookings/${id}`],
    contact: [expect.stringMatching(/^Message: Tomás/), `/admin/contacts/${contacts[0]._id}`],
    lead: [expect.stringMatching(/^Lead: Renée/), `/admin/pipeline/${booking.leadId}`],
    "person row": [expect.stringMatching(/^Person: Renée/), `/admin/people/${personId}`],
    availability: ["Availability", "/admin/availability"],
    webhook: ["Webhook endpoint", undefined],
    "new kind of thing": ["New kind of thing", undefined],
    constructor: ["Constructor", undefined],
  });
});

test("an export holds every entry that matches, itself too, and no formula", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  await write(
    site,
    Array.from({ length: 1_200 }, (_, index) => ({
      actor: index % 2 ? "=cmd|' /C calc'!A0" : "kim@example.com",
      kind: "lead",
      id: `lead-${index}`,
    })),
  );
  const all = await dana.call("GET", "/api/audit-log/export/csv");
  expect(all.headers["content-disposition"]).toContain('filename="audit_log_2026-11-20.csv"');
  const lines = all.body.trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + 1_200 + 1);
  expect(lines[0]).toBe("\uFEFFInstant,Time,Who,What,About,Kind,Record");
  expect(lines[1]).toContain("dana@example.com,Exported: everything (0 rows),Audit log,audit-log,export");
  expect(new Set(lines).size).toBe(lines.length);
  expect(all.body).not.toMatch(/[,\n]=/);
  expect(all.body).toContain(",'=cmd|");
  const some = await dana.call("GET", "/api/audit-log/export/csv?person=kim@example.com&kind=lead");
  expect(some.body.trimEnd().split("\r\n")).toHaveLength(1 + 600);
  expect((await list(dana, "kind=audit-log")).entries.map(({ to }) => to)).toEqual([
    "by kim@example.com, lead",
    "everything",
  ]);
  // HEAD would leave an entry without an export.
  const head = await site.app.inject({ method: "HEAD", url: "/api/audit-log/export/csv" });
  expect(head.statusCode).toBe(404);
});

test("of very many entries the newest are listed, days lead to the others, and no page is empty", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const entries = Array.from({ length: MAX_LISTED + 30 }, (_, index) => ({
    actor: "kim@example.com",
    kind: "lead",
    at: new Date(Date.parse("2026-11-01T12:00:00Z") + index).toISOString(),
  }));
  await write(site, [{ actor: "kim@example.com", kind: "lead", at: "2026-10-01T12:00:00.000Z" }, ...entries]);
  const last = await list(dana, `page=${MAX_LISTED / 100}&limit=100`);
  expect(last).toMatchObject({ isCut: true, pagination: { totalItems: MAX_LISTED, hasNextPage: false } });
  expect(last.entries).toHaveLength(100);
  expect((await list(dana, `page=${MAX_LISTED / 100 + 1}&limit=100`)).entries).toEqual([]);
  expect(await list(dana, "to=2026-10-31")).toMatchObject({ isCut: false, pagination: { totalItems: 1 } });
});

test("an entry cannot be changed or deleted, by any method or in the database itself", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  await write(site, [{ actor: "kim@example.com", kind: "lead" }]);
  const before = await list(dana);
  const [entry] = before.entries;
  for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const)
    for (const url of ["/api/audit-log", `/api/audit-log/${entry?._id}`, `/api/users/${dana.user.id}/history`])
      expect((await dana.call(method, url, { actor: "me" })).statusCode, `${method} ${url}`).toBe(404);
  for (const statement of ["update history set actor = 'me'", "delete from history"])
    await expect(site.database.transaction((trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
      "only ever added",
    );
  expect(await list(dana)).toEqual(before);
});

test("the history of an account says who made, changed and deleted it, also when it is gone", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const made = await dana.call("POST", "/api/users", { email: "kim@example.com", password: "nine dry umbrellas" });
  const { _id } = made.json().user;
  site.clock.advance(1);
  await dana.call("PUT", `/api/users/${_id}`, { role: "admin" });
  const history = async () => (await dana.call("GET", `/api/users/${_id}/history`)).json().history;
  expect(await history()).toMatchObject([
    { action: "role", from: "user", to: "admin", actor: "dana@example.com" },
    { action: "created", actor: "dana@example.com" },
  ]);
  await dana.call("DELETE", `/api/users/${_id}`);
  expect(await history()).toMatchObject([{ action: "deleted" }, { action: "role" }, { action: "created" }]);
  expect((await dana.call("GET", "/api/users/junk/history")).statusCode).toBe(404);
  expect((await dana.call("GET", "/api/users/0123456789abcdefghjkmnpqrs/history")).json().history).toEqual([]);
});

async function list({ call }: Admin, query = ""): Promise<AuditLogList> {
  const answer = await call("GET", `/api/audit-log?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function makeKey({ call }: Admin) {
  const form = { name: "The CRM", scope: "write-leads", endsOn: "2026-12-31" };
  return (await call("POST", "/api/keys", form)).json();
}

type Entry = { actor: string; kind: string; id?: string; at?: string };

async function write({ database, clock }: TestSite, entries: readonly Entry[]): Promise<void> {
  const lines = entries.map(
    ({ actor, kind, id = "one", at }): NewAuditLogEntry => ({
      subject: { kind, id },
      actor,
      action: "changed",
      to: "something",
      now: at ? new Date(at) : clock.now(),
    }),
  );
  await database.transaction((trx) => writeAuditLogEntries(trx, lines));
}
