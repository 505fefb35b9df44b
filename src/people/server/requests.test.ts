import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Housekeeping } from "#app/housekeeping.ts";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { publishFacts } from "#test/published.ts";
import { bookMeeting, post } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const PATH = "/api/privacy/requests";
const CONFIRMATION = `${PATH}/confirmation`;
const DAY = 86_400;
const VISITOR = "renee@example.com";
const UNLIMITED = { env: { RATE_LIMIT: "off" } };

function ask(site: TestSite, changes: object = {}, sender: Parameters<typeof post>[3] = {}) {
  return post(site, PATH, { email: VISITOR, kind: "copy", words: "Since 2024, please", ...changes }, sender);
}

/** The mails in the outbox, each once. */
async function openMails(site: TestSite) {
  await site.site.mail.sendDue();
  const outbox = join(site.config.dataDir, "outbox");
  return readdirSync(outbox)
    .sort()
    .map((file) => parseMime(readFileSync(join(outbox, file), "utf8")))
    .map((mail) => ({
      to: header(mail, "to"),
      subject: header(mail, "subject"),
      text: findPart(mail, "text/plain").text,
    }));
}

/** The token of the latest request. */
async function tokenFor(site: TestSite, email = VISITOR): Promise<string> {
  const mails = (await openMails(site)).filter(({ to }) => to.includes(email));
  return /\/privacy\/request#(\S+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
}

async function signedInSite(options = {}) {
  const site = await startSite(options);
  const { call } = await addSignedIn(site);
  const tasks = async () => (await call("GET", "/api/people/requests")).json();
  const confirm = (token: string) => post(site, CONFIRMATION, { token });
  return { site, call, tasks, confirm };
}

function rows({ database }: TestSite) {
  return database.read.selectFrom("privacy_requests").selectAll().execute();
}

async function tidy({ site, database, clock, config }: TestSite) {
  await new Housekeeping({ database, clock, log: site.app.log, dataDir: config.dataDir }).tidy();
}

test("a request counts once its mailed link is confirmed: then staff hear of it, and it is a task until answered", async () => {
  const { site, call, tasks, confirm } = await signedInSite();
  const asked = await ask(site);
  expect(asked.statusCode, asked.body).toBe(201);
  expect(asked.json()).toEqual({ success: true, message: expect.stringContaining("within 7 days") });
  const token = await tokenFor(site);
  expect(await openMails(site)).toEqual([expect.objectContaining({ to: VISITOR })]);
  expect((await openMails(site))[0]?.text).not.toContain("Since 2024");
  expect(await tasks()).toMatchObject({ open: [], done: [] });

  expect((await confirm(token)).json()).toMatchObject({
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
  const { site, call, tasks, confirm } = await signedInSite();
  await ask(site);
  await confirm(await tokenFor(site));
  const [{ _id }] = (await tasks()).open;
  await call("POST", `/api/people/requests/${_id}/done`, { how: "By phone" });
  const { done } = await tasks();
  expect(done[0]).not.toHaveProperty("email");
  expect(done[0]).not.toHaveProperty("words");
  expect(JSON.stringify(await rows(site))).not.toMatch(/renee|2024/);
  expect(await site.database.read.selectFrom("mails").selectAll().where("record_id", "=", _id).execute()).toEqual([]);
  // The staff notice has not gone out: its request is answered.
  expect((await openMails(site)).filter(({ to }) => to.includes(VISITOR))).toEqual([]);
  const person = (await call("GET", `/api/people?email=${VISITOR}`)).json();
  expect(person.requests).toMatchObject([{ _id, kind: "copy", done: { how: "By phone" } }]);
});

test("a second answer learns that another admin was first, and one without words is refused", async () => {
  const { site, call, tasks, confirm } = await signedInSite();
  await ask(site);
  await confirm(await tokenFor(site));
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
  const { site, call } = await signedInSite();
  await ask(site);
  const [row] = await rows(site);
  expect((await call("POST", `/api/people/requests/${row?.id}/done`, { how: "x" })).statusCode).toBe(404);
});

test("a link confirms once, also when it is pressed twice at once", async () => {
  const { site, confirm } = await signedInSite();
  await ask(site);
  const token = await tokenFor(site);
  const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
  expect(answers.map((answer) => answer.json().isNew).sort()).toEqual([false, false, true]);
  site.clock.advance(20 * DAY);
  const late = (await confirm(token)).json();
  expect(late).toMatchObject({ isNew: false, dueDay: "2027-01-04", message: expect.stringContaining("before") });
  expect(await rows(site)).toHaveLength(1);
  expect((await openMails(site)).filter(({ subject }) => subject.includes("to answer by"))).toHaveLength(1);
});

test("a forged, foreign, cut or expired token confirms nothing", async () => {
  const { site, confirm } = await signedInSite(UNLIMITED);
  await ask(site);
  const token = await tokenFor(site);
  await ask(site, { email: "tomas@example.com" });
  const other = await tokenFor(site, "tomas@example.com");
  const [id = "", signature = ""] = token.split(".");
  const forged = [
    "",
    id,
    signature,
    `${id}.`,
    `${id}.${other.split(".")[1]}`,
    `${other.split(".")[0]}.${signature}`,
    token.slice(0, -1),
    `${token}x`,
    token.toUpperCase(),
    (await rows(site))[0]?.token_hash ?? "",
  ];
  for (const attempt of forged) {
    const answer = await confirm(attempt);
    expect(answer.json(), attempt).toMatchObject({ success: false, code: "not_found" });
  }
  for (const body of [{}, { token: 7 }, { token: "x".repeat(5_000) }])
    expect((await post(site, CONFIRMATION, body)).statusCode).toBe(400);
  site.clock.advance(7 * DAY);
  expect((await confirm(token)).statusCode).toBe(404);
  expect((await rows(site)).map(({ confirmed_at }) => confirmed_at)).toEqual([null, null]);
});

test("the token is nowhere in the database, and a copy of it cannot make one", async () => {
  const { site } = await signedInSite();
  await ask(site);
  const token = await tokenFor(site);
  const stored = JSON.stringify([
    await rows(site),
    await site.database.read.selectFrom("mails").selectAll().execute(),
    await site.database.read.selectFrom("idempotency_keys").selectAll().execute(),
  ]);
  expect(token.split(".")[1]).toHaveLength(43);
  expect(stored).not.toContain(token.split(".")[1]);
});

test("the answer is the same whether something is stored about the address or not, and nothing is read about it", async () => {
  const { site } = await signedInSite(UNLIMITED);
  await bookMeeting(site);
  const answers = [];
  for (const email of [VISITOR, "dana@example.com", "nobody@example.com"])
    answers.push(await ask(site, { email, kind: "deletion" }));
  const seen = answers.map(({ statusCode, body, headers }) => [statusCode, body, Object.keys(headers)]);
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
  const texts = (await openMails(site)).filter(({ subject }) => subject.includes("your data"));
  expect(texts).toHaveLength(3);
  expect(new Set(texts.map(({ text }) => text.replace(/#\S+|\/stop\/\S+/g, ""))).size).toBe(1);
});

test("a bot that fills the honeypot gets the usual answer, and nothing is stored", async () => {
  const { site } = await signedInSite();
  const usual = await ask(site, { email: "tomas@example.com" });
  const bot = await ask(site, { website: "https://spam.example" });
  expect([bot.statusCode, bot.body]).toEqual([usual.statusCode, usual.body]);
  expect(await rows(site)).toHaveLength(1);
});

test("a form that is sent again with its key makes one request, and with other words is refused", async () => {
  const { site } = await signedInSite();
  const sender = { headers: { "idempotency-key": "one-attempt" } };
  expect((await ask(site, {}, sender)).statusCode).toBe(201);
  expect((await ask(site, {}, sender)).statusCode).toBe(201);
  expect((await ask(site, { kind: "deletion" }, sender)).statusCode).toBe(422);
  expect(await rows(site)).toHaveLength(1);
});

test("a stranger with many addresses cannot flood a mailbox: six an hour, and the latest link replaces delayed ones", async () => {
  const { site, confirm } = await signedInSite();
  for (let client = 0; client < 12; client++) {
    const spelling = ["renee@gmail.com", "Re.nee@gmail.com", "renee+x@googlemail.com"][client % 3];
    const answer = await ask(site, { email: spelling }, { remoteAddress: `203.0.113.${client}` });
    expect(answer.statusCode).toBe(201);
  }
  expect(await openMails(site)).toHaveLength(6);
  const states = await site.database.read.selectFrom("mails").select("state").orderBy("state").execute();
  expect(states.map(({ state }) => state)).toEqual([
    ...Array(6).fill("sent"),
    "waiting",
    ...Array(5).fill("withdrawn"),
  ]);
  site.clock.advance(3600);
  expect(await openMails(site)).toHaveLength(7);
  expect((await confirm(await tokenFor(site, "renee+x@googlemail.com"))).statusCode).toBe(200);
});

test("more than ten requests from one address are refused", async () => {
  const { site } = await signedInSite();
  const statuses = [];
  for (let time = 0; time < 11; time++) statuses.push((await ask(site, { email: `p${time}@example.com` })).statusCode);
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
});

test("what is missing, too long or no address is refused at its field", async () => {
  const { site } = await signedInSite();
  const refused = await post(site, PATH, { words: "x".repeat(1_001) });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields).toEqual({
    email: "Email is required",
    kind: "Please choose what you ask for",
    words: "Please use at most 1,000 characters",
  });
  expect((await ask(site, { email: "renee@example.com, tomas@example.com" })).json().fields).toHaveProperty("email");
  expect(await rows(site)).toEqual([]);
});

test("a request that nobody confirms is gone after seven days with its mail, and a confirmed one stays", async () => {
  const { site, confirm } = await signedInSite(UNLIMITED);
  await ask(site, { email: "tomas@example.com" });
  await ask(site);
  await confirm(await tokenFor(site));
  site.clock.advance(7 * DAY - 60);
  await tidy(site);
  expect(await rows(site)).toHaveLength(2);
  site.clock.advance(60);
  await tidy(site);
  expect(await rows(site)).toMatchObject([{ email: VISITOR }]);
  expect((await openMails(site)).some(({ to }) => to.includes("tomas"))).toBe(false);
  expect(JSON.stringify(await site.database.read.selectFrom("mails").selectAll().execute())).not.toContain("tomas");
  site.clock.advance(400 * DAY);
  await tidy(site);
  expect(await rows(site)).toHaveLength(1);
});

test("the record of an answered request is gone after 24 months", async () => {
  const { site, call, confirm, tasks } = await signedInSite();
  await ask(site);
  await confirm(await tokenFor(site));
  const [{ _id }] = (await tasks()).open;
  await call("POST", `/api/people/requests/${_id}/done`, { how: "By phone" });
  site.clock.set("2028-11-20T14:59:00.000Z");
  await tidy(site);
  expect(await rows(site)).toHaveLength(1);
  site.clock.set("2028-11-20T15:01:00.000Z");
  await tidy(site);
  expect(await rows(site)).toEqual([]);
});

test("the due day follows the company's number of days and its calendar", async () => {
  const { site, confirm } = await signedInSite(UNLIMITED);
  await publishFacts(site, (facts) => ({ ...facts, privacyRequestDays: 10 }));
  // Still Friday evening in Springfield.
  site.clock.set("2026-11-21T05:30:00.000Z");
  await ask(site, { kind: "deletion" });
  await confirm(await tokenFor(site));
  site.clock.set("2026-11-21T06:30:00.000Z");
  await ask(site, { email: "tomas@example.com" });
  await confirm(await tokenFor(site, "tomas@example.com"));
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
