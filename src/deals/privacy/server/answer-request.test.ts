import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import {
  ask,
  confirm,
  openMails,
  siteWithAdmin,
  storedRequests,
  tidy,
  tokenFor,
  VISITOR,
} from "#test/privacy-requests.ts";
import { publishFacts } from "#test/published.ts";
import type { TestSite } from "#test/server.ts";

test("a request counts once its mailed link is confirmed: then staff hear of it, and it is a task until answered", async () => {
  const { site, call, tasks } = await siteWithAdmin();
  const asked = await ask(site);
  expect(asked.statusCode, asked.body).toBe(201);
  expect(asked.json()).toEqual({ success: true, message: expect.stringContaining("within 7 days") });
  const token = await tokenFor(site);
  expect(await openMails(site)).toEqual([expect.objectContaining({ to: VISITOR })]);
  expect((await openMails(site))[0]?.text).not.toContain("Since 2024");
  expect(await tasks()).toMatchObject({ open: [], done: [] });

  expect((await confirm(site, token)).json()).toMatchObject({
    success: true,
    kind: "copy",
    isNew: true,
    dueDay: "2027-01-04",
  });
  const notice = (await openMails(site)).find(({ to }) => to.includes("hello@porchlight.example"));
  expect(notice?.text).toContain("/admin/people/requests");
  expect(notice?.text).not.toContain(VISITOR);
  const { open, today } = await tasks();
  expect(today).toBe("2026-11-20");
  expect(open).toMatchObject([{ kind: "copy", email: VISITOR, words: "Since 2024, please", dueDay: "2027-01-04" }]);

  const answer = await call("POST", `/api/people/requests/${open[0]._id}/done`, { how: "Sent the file by e-mail" });
  expect(answer.json(), answer.body).toMatchObject({ success: true });
  expect(await tasks()).toMatchObject({
    open: [],
    done: [{ kind: "copy", done: { how: "Sent the file by e-mail", by: "dana@example.com" } }],
  });
  const { history } = await readHistory(site, open[0]._id);
  expect(history).toEqual([
    ["visitor", "created", null],
    ["dana@example.com", "status", JSON.stringify({ from: "open", to: "answered" })],
  ]);
});

test("an answered request keeps its kind, days and answer, and nothing that names the person", async () => {
  const { site, call, tasks } = await siteWithAdmin();
  await ask(site);
  await confirm(site, await tokenFor(site));
  const [{ _id }] = (await tasks()).open;
  await call("POST", `/api/people/requests/${_id}/done`, { how: "By phone" });
  const { done } = await tasks();
  expect(done[0]).not.toHaveProperty("email");
  expect(done[0]).not.toHaveProperty("words");
  expect(JSON.stringify(await storedRequests(site))).not.toMatch(/renee|2024/);
  expect(await site.database.read.selectFrom("mails").selectAll().where("record_id", "=", _id).execute()).toEqual([]);
  // The staff notice has not gone out: its request is answered.
  expect((await openMails(site)).filter(({ to }) => to.includes(VISITOR))).toEqual([]);
  const person = (await call("GET", `/api/people?email=${VISITOR}`)).json();
  expect(person.requests).toMatchObject([{ _id, kind: "copy", done: { how: "By phone" } }]);
});

test("a second answer learns that another admin was first, and one without words is refused", async () => {
  const { site, call, tasks } = await siteWithAdmin();
  await ask(site);
  await confirm(site, await tokenFor(site));
  const [{ _id }] = (await tasks()).open;
  const path = `/api/people/requests/${_id}/done`;
  expect((await call("POST", path, { how: " " })).json()).toMatchObject({ fields: { how: expect.any(String) } });
  const both = await Promise.all([call("POST", path, { how: "One" }), call("POST", path, { how: "Two" })]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const refused = both.find(({ statusCode }) => statusCode === 409)?.json();
  expect(refused).toMatchObject({ code: "changed_meanwhile", request: { _id, done: { by: "dana@example.com" } } });
  for (const id of ["0123456789abcdefghjkmnpqrs", "nothing"])
    expect((await call("POST", `/api/people/requests/${id}/done`, { how: "x" })).statusCode).toBe(404);
});

test("a request that nobody confirmed is no task: it cannot be answered", async () => {
  const { site, call } = await siteWithAdmin();
  await ask(site);
  const [row] = await storedRequests(site);
  expect((await call("POST", `/api/people/requests/${row?.id}/done`, { how: "x" })).statusCode).toBe(404);
});

test("the record of an answered request is gone after 24 months", async () => {
  const { site, call, tasks } = await siteWithAdmin();
  await ask(site);
  await confirm(site, await tokenFor(site));
  const [{ _id }] = (await tasks()).open;
  await call("POST", `/api/people/requests/${_id}/done`, { how: "By phone" });
  site.clock.set("2028-11-20T14:59:00.000Z");
  await tidy(site);
  expect(await storedRequests(site)).toHaveLength(1);
  site.clock.set("2028-11-20T15:01:00.000Z");
  await tidy(site);
  expect(await storedRequests(site)).toEqual([]);
});

test("the due day follows the company's number of days and its calendar", async () => {
  const { site } = await siteWithAdmin({ env: { RATE_LIMIT: "off" } });
  await publishFacts(site, (facts) => ({ ...facts, privacyRequestDays: 10 }));
  // Still Friday evening in Springfield.
  site.clock.set("2026-11-21T05:30:00.000Z");
  await ask(site, { kind: "deletion" });
  await confirm(site, await tokenFor(site));
  site.clock.set("2026-11-21T06:30:00.000Z");
  await ask(site, { email: "tomas@example.com" });
  await confirm(site, await tokenFor(site, "tomas@example.com"));
  const admin = await addSignedIn(site, { email: "late@example.com" });
  const { open } = (await admin.call("GET", "/api/people/requests")).json();
  expect(open.map(({ email, dueDay }: { email: string; dueDay: string }) => [email, dueDay])).toEqual([
    [VISITOR, "2026-11-30"],
    ["tomas@example.com", "2026-12-01"],
  ]);
});

async function readHistory({ database }: TestSite, id: string) {
  const lines = await database.read
    .selectFrom("history")
    .selectAll()
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
  return { history: lines.map(({ actor, action, detail }) => [actor, action, detail]) };
}
