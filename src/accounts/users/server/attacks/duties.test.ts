import { sql } from "kysely";
import { expect, test } from "vitest";
import { ALL_DUTIES, type Duty } from "#platform/access/duties.ts";
import { addAccount, addSignedIn, PASSWORD } from "#test/accounts.ts";
import { tokenFor } from "#test/privacy-requests.ts";
import { startProcess } from "#test/programs/processes.ts";
import { bookMeeting, post } from "#test/requests.ts";
import { databaseEnvironment, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const RUNS = { email: "runs@example.com", duties: ["answer", "run"] as const };

const ROUNDS = 5;

const dutiesIn = async (site: TestSite, id: string) =>
  (await site.database.read.selectFrom("users").select("duties").where("id", "=", id).executeTakeFirstOrThrow()).duties;

test("nobody gives a duty that they lack: not to a person, an invitation or a key", async () => {
  const { site } = await startSiteWithMail();
  const { call } = await addSignedIn(site, RUNS);
  const colleague = await addAccount(site, { email: "colleague@example.com", duties: ["answer"] });
  const account = { email: "new@example.com", password: PASSWORD, role: "admin" };
  const key = (scope: string) => call("POST", "/api/keys", { name: scope, scope, endsOn: "2026-12-31" });
  for (const answer of [
    await call("POST", "/api/users", { ...account, duties: ["answer", "sell"] }),
    await call("PUT", `/api/users/${colleague.id}`, { duties: ["answer", "site"] }),
    await call("POST", "/api/users/invitations", { email: "new@example.com", role: "admin", duties: ["numbers"] }),
    await key("write-leads"),
    await key("all"),
    await key("read-leads"),
  ]) {
    expect(answer.statusCode, answer.body).toBe(403);
    expect(answer.json()).toMatchObject({ code: "more_duties" });
  }
  expect((await key("add-leads")).statusCode).toBe(201);
  const none = await call("POST", "/api/users", { ...account, duties: [] });
  expect(none.json()).toMatchObject({ code: "invalid_input", fields: { duties: expect.any(String) } });
  const made = await call("POST", "/api/users", account);
  expect(made.json().user.duties).toEqual(RUNS.duties);
  const changed = await call("PUT", `/api/users/${colleague.id}`, { duties: ["run", "answer"] });
  expect(changed.json().user.duties).toEqual(["answer", "run"]);
  const { history } = (await call("GET", `/api/users/${colleague.id}/history`)).json();
  expect(history[0]).toMatchObject({ action: "duties", from: "Answer", to: "Answer, Run" });
});

test("nobody takes over, locks out or removes a person who has more duties", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site, RUNS);
  const owner = await addSignedIn(site);
  const of = `/api/users/${owner.user.id}`;
  for (const [method, url, body] of [
    ["PUT", of, { email: "mine@example.com" }],
    ["PUT", of, { password: "another fine umbrella" }],
    ["PUT", of, { role: "user" }],
    ["PUT", of, { duties: ["answer"] }],
    ["PUT", of, { isActive: false }],
    ["PATCH", `${of}/toggle-active`, undefined],
    ["DELETE", of, undefined],
  ] as const) {
    const answer = await call(method, url, body);
    expect(answer.json(), `${method} ${url} ${JSON.stringify(body)}`).toMatchObject({ code: "more_duties" });
    expect(answer.statusCode).toBe(403);
  }
  expect((await call("DELETE", `${of}/second-factor`)).json().code).toBe("more_duties");
  expect((await owner.call("GET", "/api/account")).statusCode).toBe(200);

  const eraser = await addSignedIn(site, { email: "rights@example.com", duties: ["rights"] });
  const erased = await eraser.call("POST", "/api/people/erasure", { email: owner.user.email });
  expect(erased.json()).toMatchObject({ code: expect.stringMatching(/last_admin|more_duties/) });
});

test("of two owners who take each other's duties on two processes at once, one keeps all", async () => {
  const environment = { ...(await databaseEnvironment()) };
  const site = await startSite({ env: environment });
  const [ana, ben] = [
    await addSignedIn(site, { email: "ana@example.com" }),
    await addSignedIn(site, { email: "ben@example.com" }),
  ];
  for (const extra of await site.database.read.selectFrom("users").select(["id", "email"]).execute())
    if (![ana.user.id, ben.user.id].includes(extra.id)) await ana.call("DELETE", `/api/users/${extra.id}`);
  const other = await startProcess(environment);
  const take = (url: string, from: string, token: string) =>
    fetch(`${url}/api/users/${from}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ duties: ["answer"] }),
    });
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const here = `http://127.0.0.1:${(site.app.server.address() as { port: number }).port}`;
  const answers = await Promise.all([
    take(here, ben.user.id, ana.session.accessToken),
    take(other.url, ana.user.id, ben.session.accessToken),
  ]);
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses[0]).toBe(200);
  expect([401, 403, 409]).toContain(statuses[1]);
  const left = [await dutiesIn(site, ana.user.id), await dutiesIn(site, ben.user.id)];
  expect(left.filter((duties) => duties === ALL_DUTIES.join(" "))).toHaveLength(1);
});

test("what a person made does no more than the person may do now", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const owner = await addSignedIn(site);
  const maker = await addSignedIn(site, { email: "maker@example.com" });
  const { token } = (
    await maker.call("POST", "/api/keys", { name: "CRM", scope: "write-leads", endsOn: "2026-12-31" })
  ).json();
  const { url } = (await maker.call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  await maker.call("POST", "/api/users/invitations", {
    email: "kim@example.com",
    role: "admin",
    duties: ["answer", "site"],
  });
  const invitation = await tokenFor(site, "kim@example.com", "/invitation");
  const limit = (duties: readonly Duty[]) => owner.call("PUT", `/api/users/${maker.user.id}`, { duties });
  const byKey = (path: string) => site.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });

  await limit(["answer", "run"]);
  expect((await byKey("/api/bookings/list")).statusCode).toBe(200);
  expect((await byKey("/api/analytics/charts")).json()).toMatchObject({ code: "duty_missing" });
  expect((await site.app.inject(new URL(url).pathname)).statusCode).toBe(404);
  const accepted = await post(site, "/api/auth/accept-invitation", { token: invitation, password: PASSWORD });
  expect(accepted.json()).toMatchObject({ email: "kim@example.com", duties: ["answer"] });

  await limit(["sell"]);
  expect((await byKey("/api/bookings/list")).json()).toMatchObject({ code: "duty_missing" });
});

test("who does not sell sees no offer and no sum, and moves nothing beyond the meeting", async () => {
  const site = await startSite();
  const owner = await addSignedIn(site);
  await bookMeeting(site);
  const [lead] = (await owner.call("GET", "/api/leads")).json().leads;
  const moved = { stage: "Under contract", version: lead.version, contractCents: 18_350_000 };
  expect((await owner.call("PATCH", `/api/leads/${lead._id}/stage`, moved)).statusCode).toBe(200);
  const { call } = await addSignedIn(site, { email: "answers@example.com", duties: ["answer"] });
  for (const path of [
    `/api/leads/${lead._id}`,
    "/api/leads",
    "/api/leads/board",
    "/api/day",
    `/api/people/${lead.person._id}`,
  ]) {
    const answer = await call("GET", path);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.body, path).not.toContain("18350000");
    expect(answer.body, path).not.toContain("183,500");
  }
  for (const stage of ["Closed", "Met"])
    expect((await call("PATCH", `/api/leads/${lead._id}/stage`, { stage })).json()).toMatchObject({
      code: "duty_missing",
    });
  expect((await call("PATCH", `/api/leads/${lead._id}/amounts`, { contractCents: 1 })).statusCode).toBe(403);
  expect((await owner.call("GET", `/api/leads/${lead._id}`)).json().lead.contractCents).toBe(18_350_000);
});

test("who may only write the site makes no address hear of what people send in", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site, { email: "site@example.com", duties: ["site"] });
  const { published } = (await call("GET", "/api/site")).json();
  const draft = async (change: object) => {
    const facts = { ...published.facts, ...change };
    return (await call("PUT", "/api/site/draft", { facts, version: 0 })).json().draft.version;
  };
  const version = await draft({ staffEmails: ["mine@example.com"] });
  expect((await call("POST", "/api/site/publish", { version })).json()).toMatchObject({ code: "duty_missing" });
  const owner = await addSignedIn(site);
  expect((await owner.call("POST", "/api/site/publish", { version })).statusCode).toBe(200);
});

test("who loses “Run” at the same moment makes no account after it", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const owner = await addSignedIn(site);
  for (let round = 0; round < ROUNDS; round++) {
    const email = `runs${round}@example.com`;
    const runs = await addSignedIn(site, { email, duties: ["answer", "run"] });
    const account = { email: `new${round}@example.com`, password: PASSWORD, role: "user" };
    const [made] = await Promise.all([
      runs.call("POST", "/api/users", account),
      owner.call("PUT", `/api/users/${runs.user.id}`, { duties: ["answer"] }),
    ]);
    const { rows } = await sql<{ action: string }>`select action from history
      where (actor = ${email} and action = 'created') or (subject_id = ${runs.user.id} and action = 'duties')
      order by id`.execute(site.database.read);
    expect(rows.at(-1)?.action, made.body).toBe("duties");
    if (made.statusCode !== 201) expect(made.json().code).toBe("duty_missing");
  }
});
