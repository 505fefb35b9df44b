import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, parseMime } from "#test/mime.ts";
import { startProcess } from "#test/programs/processes.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { databaseOf, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const ENV = { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400", PUBLIC_URL: "https://homes.example.com" };
const MINUTE = 60;

type Admin = Awaited<ReturnType<typeof addSignedIn>>;

async function addStaff(site: TestSite, name: string): Promise<Admin> {
  site.clock.advance(1);
  const admin = await addSignedIn(site, { email: `${name.toLowerCase()}@example.com` });
  expect((await admin.call("PATCH", "/api/account", { name })).statusCode).toBe(200);
  return admin;
}

/** Dana is the oldest admin, so that she is last; Ana and Ben are on duty, Ana first. */
async function start() {
  const { site, smtp } = await startSiteWithMail({ env: ENV });
  const dana = await addStaff(site, "Dana");
  const ana = await addStaff(site, "Ana");
  const ben = await addStaff(site, "Ben");
  const days = ["friday"];
  const shifts = [ana, ben].map(({ user }) => ({ userId: user.id, days, opens: "08:00", closes: "20:00" }));
  expect((await dana.call("PUT", "/api/roster", { shifts, ownerId: "", version: 1 })).statusCode).toBe(200);
  await sendContactMessage(site);
  const [lead] = (await dana.call("GET", "/api/leads")).json().leads;
  const wait = async ({ call }: Admin = dana) => (await call("GET", "/api/day")).json().waiting.lines[0]?.wait;
  const path = `/api/leads/${lead._id}/claim`;
  const take = ({ call }: Admin, body?: object) => call("POST", path, body ?? {});
  const give = ({ call }: Admin) => call("DELETE", path);
  const log = ({ call }: Admin, outcome: string, more: object = {}) =>
    call("POST", `/api/leads/${lead._id}/log`, { channel: "call", outcome, ...more });
  /** To whom "open again" went since the last call. */
  const rang = async () => {
    await site.site.claims.openLapsed();
    await site.site.mail.sendDue();
    return smtp.mails
      .splice(0)
      .filter(({ raw }) => raw.includes("Open again"))
      .map(({ to, raw }) => [to.join(), findPart(parseMime(raw), "text/plain").text] as const);
  };
  await rang();
  return { site, dana, ana, ben, lead, wait, path, take, give, log, rang };
}

test("a press takes a lead that waits; another reads whose it is, and the same one may press again", async () => {
  const { ana, ben, take, wait } = await start();
  expect((await wait()).claim).toBeUndefined();
  expect((await take(ana)).json()).toMatchObject({ message: "You have it", wait: { claim: { by: { name: "Ana" } } } });
  expect((await take(ana)).statusCode).toBe(200);
  const refused = await take(ben);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: "lead_taken",
    claim: { by: { name: "Ana", email: "ana@example.com" } },
  });
  expect(refused.json().message ?? refused.json().error).toMatch(/^Ana has it since Nov 20, 2026/);
  expect((await wait(ben)).claim.by.name).toBe("Ana");
});

test("of presses at once in two processes one has it, and each other reads whose", async () => {
  const { site, ana, ben, lead, path } = await start();
  const other = await startSite({ now: site.clock.now().toISOString(), env: { ...ENV, ...databaseOf(site) } });
  const press = ({ app }: TestSite, { session }: Admin) =>
    app.inject({ method: "POST", url: path, headers: { authorization: `Bearer ${session.accessToken}` }, payload: {} });
  const answers = await Promise.all([
    press(site, ana),
    press(other, ben),
    press(other, ben),
    press(site, ana),
    press(other, ben),
  ]);
  const taken = answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json());
  const won = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().wait.claim.by.name);
  expect(new Set(won).size).toBe(1);
  expect(won.length + taken.length).toBe(5);
  for (const { code, claim } of taken) expect([code, claim.by.name]).toEqual(["lead_taken", won[0]]);
  const rows = await site.database.read.selectFrom("lead_claims").selectAll().where("lead_id", "=", lead._id).execute();
  expect(rows).toHaveLength(1);
});

test("without an outcome it opens again and rings the next, who reads who was on it, until nobody is left", async () => {
  const { site, dana, ana, ben, take, wait, rang } = await start();
  await take(ana);
  site.clock.advance(10 * MINUTE - 1);
  expect(await rang()).toEqual([]);
  expect((await take(ben)).statusCode).toBe(409);
  site.clock.advance(1);
  const [[to, text] = []] = await rang();
  expect(to).toBe("ben@example.com");
  expect(text).toContain("Ana was on it");
  expect(text).toMatch(/https:\/\/homes\.example\.com\/admin\/pipeline\/\w+/);
  const { claim } = await wait();
  expect(claim).toMatchObject({ by: { name: "Ana" } });
  expect(Date.parse(claim.until)).toBeLessThanOrEqual(site.clock.now().getTime());
  expect(await rang()).toEqual([]);

  expect((await take(ben)).statusCode).toBe(200);
  site.clock.advance(10 * MINUTE);
  expect((await rang()).map(([to]) => to)).toEqual(["dana@example.com"]);
  await take(dana);
  site.clock.advance(10 * MINUTE);
  expect(await rang()).toEqual([]);
});

test("a claim outlives a kill -9 of its process, and its ten minutes run on", async () => {
  const { site, ana, ben, path, take, wait, rang } = await start();
  const doomed = await startProcess({ ...ENV, ...databaseOf(site), NOW: site.clock.now().toISOString() });
  const headers = { authorization: `Bearer ${ana.session.accessToken}`, "content-type": "application/json" };
  const answer = await fetch(doomed.url + path, { method: "POST", headers, body: "{}" });
  await doomed.end("SIGKILL");
  expect(answer.status).toBe(200);
  expect((await wait()).claim.by.name).toBe("Ana");
  site.clock.advance(10 * MINUTE - 1);
  expect((await take(ben)).statusCode).toBe(409);
  expect(await rang()).toEqual([]);
  site.clock.advance(1);
  expect((await rang()).map(([to]) => to)).toEqual(["ben@example.com"]);
});

test("two processes open a lead again once", async () => {
  const { site, ana, take, rang } = await start();
  await take(ana);
  site.clock.advance(10 * MINUTE);
  const other = await startSite({ now: site.clock.now().toISOString(), env: { ...ENV, ...databaseOf(site) } });
  await Promise.all([site.site.claims.openLapsed(), other.site.claims.openLapsed()]);
  expect(await rang()).toHaveLength(1);
});

test("Call or “Still on it” holds it for thirty minutes", async () => {
  const { site, ana, ben, take, wait, rang } = await start();
  await take(ana);
  site.clock.advance(8 * MINUTE);
  expect((await take(ana, { hold: true })).json().message).toBe("You are on it");
  expect((await take(ben, { hold: true })).statusCode).toBe(409);
  site.clock.advance(30 * MINUTE - 1);
  expect(await rang()).toEqual([]);
  expect((await wait()).claim.by.name).toBe("Ana");
  site.clock.advance(1);
  expect((await rang()).map(([to]) => to)).toEqual(["ben@example.com"]);
});

test("an outcome ends the claim and stops the clock, a note does not; taking the entry back restores both", async () => {
  const { site, ana, ben, take, log, wait, rang } = await start();
  await take(ana);
  site.clock.advance(3 * MINUTE);
  await log(ana, "note", { words: "Sounds like a widow" });
  expect(await wait()).toMatchObject({ claim: { by: { name: "Ana" } } });
  expect((await wait()).triedAt).toBeUndefined();
  const { logId } = (await log(ana, "no-answer")).json();
  expect((await wait()).claim).toBeUndefined();
  expect((await wait()).triedAt).toBe(site.clock.now().toISOString());
  expect((await take(ben)).statusCode).toBe(200);
  await log(ben, "left-message");
  expect(
    (await ana.call("DELETE", `/api/leads/${(await ana.call("GET", "/api/leads")).json().leads[0]._id}/log/${logId}`))
      .statusCode,
  ).toBe(200);
  expect((await wait()).triedAt).toBeDefined();
  await log(ana, "reached");
  expect(await wait()).toBeUndefined();
  site.clock.advance(30 * MINUTE);
  expect(await rang()).toEqual([]);
  expect((await take(ben)).json()).toMatchObject({ code: "lead_not_waiting" });
});

test("who gives it back opens it for the next; another cannot", async () => {
  const { ana, ben, take, give, wait, rang } = await start();
  expect((await give(ana)).statusCode).toBe(200);
  await take(ana);
  expect((await give(ben)).json()).toMatchObject({ code: "lead_taken" });
  expect((await give(ana)).json().message).toBe("Open again");
  expect((await rang()).map(([to]) => to)).toEqual(["ben@example.com"]);
  expect((await wait()).claim.by.name).toBe("Ana");
  expect((await take(ben)).statusCode).toBe(200);
});

test("the claim of an account that is deactivated, deleted or no admin any more is over", async () => {
  const { dana, ana, ben, take, wait, rang } = await start();
  await take(ana);
  expect((await dana.call("PUT", `/api/users/${ana.user.id}`, { isActive: false })).statusCode).toBe(200);
  expect((await take(ben)).statusCode).toBe(200);
  expect((await dana.call("DELETE", `/api/users/${ben.user.id}`)).statusCode).toBe(200);
  expect((await wait())?.claim).toBeUndefined();
  expect((await rang()).map(([to]) => to)).toEqual(["dana@example.com"]);
  expect((await take(dana)).statusCode).toBe(200);
});

test("of joined leads the whole is taken, and a claim goes on at the one that stands for all", async () => {
  const { site, dana, ana, ben, lead, take } = await start();
  const { id } = await bookMeeting(site);
  const { leadId } = (await dana.call("GET", `/api/bookings/${id}/details`)).json().booking;
  const other = `/api/leads/${leadId}/claim`;
  expect((await ana.call("POST", other, {})).statusCode).toBe(200);
  const joined = await dana.call("POST", `/api/leads/${leadId}/join`, { leadId: lead._id });
  expect(joined.statusCode, joined.body).toBe(200);
  expect((await take(ben)).json()).toMatchObject({ code: "lead_taken", claim: { by: { name: "Ana" } } });
  expect((await ana.call("DELETE", `/api/leads/${lead._id}/claim`)).statusCode).toBe(200);
  expect((await take(ben)).statusCode).toBe(200);
  expect((await ana.call("POST", other, {})).statusCode).toBe(409);
});

test("a lead that nobody knows, or that does not wait, cannot be taken, and a key takes none", async () => {
  const { site, dana, take, ana, log } = await start();
  for (const id of ["nobody", "0123456789abcdefghjkmnpqrs"])
    expect((await ana.call("POST", `/api/leads/${id}/claim`, {})).statusCode).toBe(404);
  expect((await take(ana, { hold: "yes" })).statusCode).toBe(400);
  await log(ana, "reached");
  expect((await take(ana)).json()).toMatchObject({ code: "lead_not_waiting" });
  const { token } = (await dana.call("POST", "/api/keys", { name: "CRM", scope: "all", endsOn: "2026-12-31" })).json();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await site.app.inject({ method: "GET", url: "/api/roster", headers });
  expect(answer.statusCode).toBe(403);
});
