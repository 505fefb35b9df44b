import { expect, test } from "vitest";
import {
  ask,
  confirm,
  openMails,
  siteWithAdmin,
  storedRequests,
  tidy,
  tokenFor,
  tokensFor,
  VISITOR,
} from "#test/privacy-requests.ts";
import { refuseInserts } from "#test/refused-writes.ts";
import { bookMeeting, post } from "#test/requests.ts";

const DAY = 86_400;

test("a link confirms once, also when it is pressed twice at once", async () => {
  const { site } = await siteWithAdmin();
  await ask(site);
  const token = await tokenFor(site);
  const answers = await Promise.all([confirm(site, token), confirm(site, token), confirm(site, token)]);
  expect(answers.map((answer) => answer.json().isNew).sort()).toEqual([false, false, true]);
  site.clock.advance(20 * DAY);
  const late = (await confirm(site, token)).json();
  expect(late).toMatchObject({ isNew: false, dueDay: "2027-01-04", message: expect.stringContaining("before") });
  expect(await storedRequests(site)).toHaveLength(1);
  expect((await openMails(site)).filter(({ subject }) => subject.includes("to answer by"))).toHaveLength(1);
});

test("a confirmation whose notice to staff cannot be stored makes no task, and the link works again", async () => {
  const { site, tasks } = await siteWithAdmin();
  await ask(site);
  const token = await tokenFor(site);
  const allow = await refuseInserts(site, "mails", "new.kind = 'privacy-request-notice'");
  expect((await confirm(site, token)).statusCode).toBe(500);
  expect((await tasks()).open).toEqual([]);
  await allow();
  expect((await confirm(site, token)).json()).toMatchObject({ isNew: true });
  expect((await tasks()).open).toHaveLength(1);
});

test("a forged, foreign, cut or expired token confirms nothing", async () => {
  const { site } = await siteWithAdmin({ env: { RATE_LIMIT: "off" } });
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
    (await storedRequests(site))[0]?.token_hash ?? "",
  ];
  for (const attempt of forged) {
    const answer = await confirm(site, attempt);
    expect(answer.json(), attempt).toMatchObject({ success: false, code: "not_found" });
  }
  for (const body of [{}, { token: 7 }, { token: "x".repeat(5_000) }])
    expect((await post(site, "/api/privacy/requests/confirmation", body)).statusCode).toBe(400);
  site.clock.advance(7 * DAY);
  expect((await confirm(site, token)).statusCode).toBe(404);
  expect((await storedRequests(site)).map(({ confirmed_at }) => confirmed_at)).toEqual([null, null]);
});

test("the token is nowhere in the database, and a copy of it cannot make one", async () => {
  const { site } = await siteWithAdmin();
  await ask(site);
  const token = await tokenFor(site);
  const stored = JSON.stringify([
    await storedRequests(site),
    await site.database.read.selectFrom("mails").selectAll().execute(),
    await site.database.read.selectFrom("idempotency_keys").selectAll().execute(),
  ]);
  expect(token.split(".")[1]).toHaveLength(43);
  expect(stored).not.toContain(token.split(".")[1]);
});

test("the answer is the same whether something is stored about the address or not, and nothing is read about it", async () => {
  const { site } = await siteWithAdmin({ env: { RATE_LIMIT: "off" } });
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
  const { site } = await siteWithAdmin();
  const usual = await ask(site, { email: "tomas@example.com" });
  const bot = await ask(site, { website: "https://spam.example" });
  expect([bot.statusCode, bot.body]).toEqual([usual.statusCode, usual.body]);
  expect(await storedRequests(site)).toHaveLength(1);
});

test("a form that is sent again with its key makes one request, and with other words is refused", async () => {
  const { site } = await siteWithAdmin();
  const sender = { headers: { "idempotency-key": "one-attempt" } };
  expect((await ask(site, {}, sender)).statusCode).toBe(201);
  expect((await ask(site, {}, sender)).statusCode).toBe(201);
  expect((await ask(site, { kind: "deletion" }, sender)).statusCode).toBe(422);
  expect(await storedRequests(site)).toHaveLength(1);
});

test("a request from a folded spelling of an address is verified in the mailbox whose data it would yield", async () => {
  const { site, tasks } = await siteWithAdmin();
  await bookMeeting(site);
  for (const email of ["ｒｅｎｅｅ@example.com", "re\u00adnee@example.com", "Renee@example.com"])
    expect((await ask(site, { email })).statusCode, email).toBe(201);
  const mails = (await openMails(site)).filter(({ subject }) => subject.includes("about your data"));
  expect(mails.map(({ to }) => to).sort()).toEqual(["Renee@example.com", VISITOR, VISITOR]);
  for (const token of await tokensFor(site, VISITOR, "/privacy/request")) await confirm(site, token);
  expect((await tasks()).open.map(({ email }: { email: string }) => email)).toEqual([VISITOR, VISITOR]);
});

test("strangers' requests never take away a person's own: over the limit, one mail holds all links of an address", async () => {
  const { site } = await siteWithAdmin();
  const stranger = async (email: string, client: number) =>
    (await ask(site, { email, words: "Mine" }, { remoteAddress: `203.0.113.${client}` })).statusCode;
  for (let client = 0; client < 6; client++) await stranger(VISITOR, client);
  expect(await openMails(site)).toHaveLength(6);
  expect((await ask(site, { kind: "deletion", words: "My own" })).statusCode).toBe(201);
  const later: number[] = [];
  for (let client = 10; client < 20; client++)
    later.push(await stranger([VISITOR, `renee+${client}@example.com`][client % 2] ?? "", client));
  // Two more addresses of the mailbox wait; further ones have to come back.
  expect(later).toEqual([201, 201, 201, 201, 201, 429, 201, 429, 201, 429]);
  site.clock.advance(3600);
  const before = await openMails(site);
  const mail = before.find(({ text }) => text.includes("A deletion"));
  const links = [...(mail?.text.matchAll(/\/privacy\/request#(\S+)/g) ?? [])].map(([, token = ""]) => token);
  expect([mail?.to, links.length]).toEqual([VISITOR, 6]);
  for (const token of links) expect((await confirm(site, token)).statusCode).toBe(200);
  const asked = (await storedRequests(site)).flatMap(({ kind, words, due_day }) =>
    due_day ? `${kind}: ${words}` : [],
  );
  expect(asked).toContain("deletion: My own");
});

test("no link joins a mail that is being written already", async () => {
  const { site } = await siteWithAdmin();
  for (let client = 0; client < 7; client++) await ask(site, {}, { remoteAddress: `203.0.113.${client}` });
  expect(await openMails(site)).toHaveLength(6);
  const waiting = site.database.read.selectFrom("mails").selectAll().where("state", "=", "waiting");
  const [mail] = await waiting.execute();
  expect(mail).toMatchObject({ claim: null, detail: "" });
  // By a process whose clock is ahead.
  const claimed = { claim: "process.attempt", claimed_until: "2099-01-01T00:00:00.000Z" };
  await site.database.transaction(async (trx) => {
    await trx.updateTable("mails").set(claimed).where("state", "=", "waiting").execute();
  });
  expect((await ask(site, { kind: "deletion" })).statusCode).toBe(201);
  expect((await waiting.orderBy("due_at").execute()).map(({ claim, detail }) => [claim, detail])).toEqual([
    [claimed.claim, ""],
    [null, ""],
  ]);
});

test("a stranger with many addresses cannot flood a mailbox: six an hour, and what is over them waits", async () => {
  const { site } = await siteWithAdmin();
  for (let client = 0; client < 12; client++) {
    const spelling = ["renee@gmail.com", "Re.nee@gmail.com", "renee+x@googlemail.com"][client % 3];
    const answer = await ask(site, { email: spelling }, { remoteAddress: `203.0.113.${client}` });
    expect(answer.statusCode).toBe(201);
  }
  expect(await openMails(site)).toHaveLength(6);
  const states = await site.database.read.selectFrom("mails").select("state").orderBy("state").execute();
  // One for each address.
  expect(states.map(({ state }) => state)).toEqual([...Array(6).fill("sent"), ...Array(3).fill("waiting")]);
  site.clock.advance(3600);
  expect(await openMails(site)).toHaveLength(9);
  expect((await confirm(site, await tokenFor(site, "renee+x@googlemail.com"))).statusCode).toBe(200);
});

test("more than ten requests from one address are refused", async () => {
  const { site } = await siteWithAdmin();
  const statuses = [];
  for (let time = 0; time < 11; time++) statuses.push((await ask(site, { email: `p${time}@example.com` })).statusCode);
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
});

test("what is missing, too long or no address is refused at its field", async () => {
  const { site } = await siteWithAdmin();
  const refused = await post(site, "/api/privacy/requests", { words: "x".repeat(1_001) });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields).toEqual({
    email: "Email is required",
    kind: "Please choose what you ask for",
    words: "Please use at most 1,000 characters",
  });
  expect((await ask(site, { email: "renee@example.com, tomas@example.com" })).json().fields).toHaveProperty("email");
  expect(await storedRequests(site)).toEqual([]);
});

test("a request that nobody confirms is gone after seven days with its mail, and a confirmed one stays", async () => {
  const { site } = await siteWithAdmin({ env: { RATE_LIMIT: "off" } });
  await ask(site, { email: "tomas@example.com" });
  await ask(site);
  await confirm(site, await tokenFor(site));
  site.clock.advance(7 * DAY - 60);
  await tidy(site);
  expect(await storedRequests(site)).toHaveLength(2);
  site.clock.advance(60);
  await tidy(site);
  expect(await storedRequests(site)).toMatchObject([{ email: VISITOR }]);
  expect((await openMails(site)).some(({ to }) => to.includes("tomas"))).toBe(false);
  expect(JSON.stringify(await site.database.read.selectFrom("mails").selectAll().execute())).not.toContain("tomas");
  site.clock.advance(400 * DAY);
  await tidy(site);
  expect(await storedRequests(site)).toHaveLength(1);
});
