import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Heard, hear, SOON, startListening } from "#test/programs/event-streams.ts";
import { startReceiver } from "#test/receiver.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { databaseOf, type TestSite } from "#test/server.ts";

const ENV = { RATE_LIMIT: "off", WEBHOOK_ALLOW_PRIVATE: "on", ACCESS_TOKEN_SECONDS: "86400" };

const isHeard = (stream: Heard, kind: string) =>
  expect.poll(() => stream.changes().map((told) => told.kind), SOON).toContain(kind);

const countEntries = async ({ database }: TestSite) =>
  (await database.read.selectFrom("history").select("id").execute()).length;

test("what becomes of a mail and of a webhook's delivery is heard, and is no entry of the audit log", async () => {
  const { site, dana, stream } = await startListening({ env: ENV });
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const endpoint = { name: "The CRM", url: receiver.url, events: ["booking.created"] };
  expect((await dana.call("POST", "/api/webhooks/endpoints", endpoint)).statusCode).toBe(201);
  await bookMeeting(site);
  const before = await countEntries(site);
  await site.site.mail.sendDue();
  await isHeard(stream, "mails");
  receiver.answer = (response) => response.writeHead(503).end();
  await site.site.webhooks.sendDue();
  await isHeard(stream, "webhook_deliveries");
  expect(await countEntries(site)).toBe(before);
  expect(stream.text()).not.toMatch(/@|Ren|Elm|crm\./);
});

test("a body that is refused, and a sample, are heard", async () => {
  const { site, dana, stream } = await startListening({ env: ENV });
  const form = { name: "LeadMill", scope: "add-leads", endsOn: "2026-12-31" };
  const { key, token } = (await dana.call("POST", "/api/keys", form)).json();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = (payload: object) => site.app.inject({ method: "POST", url: "/api/leads", headers, payload });
  const heard = () => stream.changes().filter(({ kind, id }) => kind === "refused body" && id === key._id);
  expect((await send({ name: "Renée O'Brien-Núñez" })).statusCode).toBe(400);
  await expect.poll(heard, SOON).toHaveLength(1);
  await dana.call("POST", `/api/keys/${key._id}/leads/sample`);
  expect((await send({ name: "Tomás Núñez-O’Brien" })).statusCode).toBe(200);
  await expect.poll(heard, SOON).toHaveLength(2);
  expect(stream.text()).not.toMatch(/Ren|Tom/);
});

test("leads that fall asleep or wake by themselves are heard, once for all of them", async () => {
  const { site, dana, stream } = await startListening({ env: ENV });
  for (const email of ["ada@example.com", "ben@example.com"]) {
    await sendContactMessage(site, { name: "Ada", email });
    const [{ _id }] = (await dana.call("GET", "/api/leads")).json().leads;
    await dana.call("POST", `/api/leads/${_id}/log`, { channel: "call", outcome: "reached" });
  }
  const ofLeads = () => stream.changes().filter(({ kind, id }) => kind === "lead" && id === "");
  const change = (columns: object) =>
    site.database.transaction((trx) => trx.updateTable("leads").set(columns).execute());
  await change({ touched_at: "2025-11-20T15:00:00.000Z" });
  await site.site.housekeeping.tidy();
  await expect.poll(ofLeads, SOON).toHaveLength(1);
  await change({ asleep_until: "2026-11-20" });
  await site.site.housekeeping.tidy();
  await expect.poll(ofLeads, SOON).toHaveLength(2);
});

test("who was away hears what came in that time, until it is an hour old", async () => {
  const { site, url, token, stream } = await startListening({ env: ENV });
  await bookMeeting(site);
  await isHeard(stream, "booking");
  stream.leave();
  await site.site.mail.sendDue();
  await isHeard(await hear(url, token, stream.lastId()), "mails");
  site.clock.advance(3_601);
  await site.site.housekeeping.tidy();
  expect(await site.database.read.selectFrom("unlogged_changes").selectAll().execute()).toEqual([]);
});

test("a change whose word is lost is heard by the reading every thirty seconds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { site, stream } = await startListening();
  if (site.database.engine === "sqlite") return;
  const silent = new pg.Client(databaseOf(site).DATABASE_URL);
  await silent.connect();
  onTestFinished(() => silent.end());
  const entry = `('lead', 'silent', 'visitor', 'created', '2026-11-20T15:00:00.000Z')`;
  await silent.query(`insert into history (subject_kind, subject_id, actor, action, created_at) values ${entry}`);
  vi.advanceTimersByTime(29_999);
  expect(stream.changes().filter(({ id }) => id === "silent")).toEqual([]);
  vi.advanceTimersByTime(1);
  await expect.poll(() => stream.changes().map(({ id }) => id), SOON).toContain("silent");
});
