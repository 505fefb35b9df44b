import { expect, test } from "vitest";
import { newId } from "#platform/server/ids.ts";
import { keysOf } from "#platform/server/links/derive-key.ts";
import { addAccount, addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { openMails, tidy, tokenFor, tokensFor } from "#test/privacy-requests.ts";
import { post } from "#test/requests.ts";
import { databaseOf, startMailServer, startSite, type TestSite } from "#test/server.ts";
import { findUser } from "../accounts.ts";
import { createAccountLinks, insertAccountLink } from "./store.ts";

const NEW_PASSWORD = "nine dry umbrellas";
const OFF = { env: { RATE_LIMIT: "off" } };

const forgot = (site: TestSite, email: string, sender: Parameters<typeof post>[3] = {}) =>
  post(site, "/api/auth/forgot-password", { email }, sender);
const reset = (site: TestSite, token: string, password = NEW_PASSWORD) =>
  post(site, "/api/auth/reset-password", { token, password });
const tokenTo = (site: TestSite, email = "dana@example.com") => tokenFor(site, email, "/reset-password");
const storedLinks = (site: TestSite) => site.database.read.selectFrom("account_links").selectAll().execute();
const storedMails = (site: TestSite) => site.database.read.selectFrom("mails").selectAll().execute();

async function siteWithDana() {
  const site = await startSite(OFF);
  const dana = await addSignedIn(site);
  return { site, dana };
}

test("a forgotten password is replaced by the link in a mail: every sign-in ends, nobody is signed in, and a notice goes out", async () => {
  const { site, dana } = await siteWithDana();
  expect((await forgot(site, "Dana@Example.com")).statusCode).toBe(200);
  const answer = await reset(site, await tokenTo(site));
  expect([answer.statusCode, Object.keys(answer.json()).sort()]).toEqual([200, ["message", "success"]]);
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect((await dana.call("GET", "/api/users")).statusCode).toBe(401);
  const refreshed = await post(site, "/api/auth/refresh", { refreshToken: dana.session.refreshToken });
  expect(refreshed.statusCode).toBe(401);
  expect((await login(site, "dana@example.com")).statusCode).toBe(401);
  expect((await login(site, "dana@example.com", NEW_PASSWORD)).statusCode).toBe(200);
  const subjects = (await openMails(site)).map(({ to, subject }) => [to, subject]);
  expect(subjects).toContainEqual(["dana@example.com", "Your password was changed"]);
  const history = await site.database.read
    .selectFrom("history")
    .select(["actor", "action"])
    .where("subject_id", "=", dana.user.id)
    .execute();
  // In the audit log, as all that concerns an admin.
  expect(history).toEqual([{ actor: "dana@example.com", action: "password" }]);
});

test("the answer is the same whether there is an account, and a mail goes to active accounts only", async () => {
  const { site } = await siteWithDana();
  await addAccount(site, { email: "retired@example.com", isActive: false });
  const answers = [];
  for (const email of ["dana@example.com", "retired@example.com", "nobody@example.com"])
    answers.push(await forgot(site, email));
  const seen = answers.map(({ statusCode, body, headers }) => JSON.stringify([statusCode, body, Object.keys(headers)]));
  expect(new Set(seen).size).toBe(1);
  expect((await openMails(site)).map(({ to }) => to)).toEqual(["dana@example.com"]);
  expect((await storedMails(site)).map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
    "password-reset sent",
    "password-reset withdrawn",
    "password-reset withdrawn",
  ]);
  for (const body of [{}, { email: "" }, { email: 7 }, { email: "dana" }, { email: "a@example.com,dana@example.com" }])
    expect((await post(site, "/api/auth/forgot-password", body)).statusCode, JSON.stringify(body)).toBe(400);
});

test("the link goes to the stored address and to the site's own, whatever spelling and host header came along", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off", PUBLIC_URL: "https://homes.example" } });
  await addAccount(site);
  await forgot(site, "ＤＡＮＡ@example.com", { headers: { host: "evil.example", "x-forwarded-host": "evil.example" } });
  const [mail] = await openMails(site);
  expect(mail?.to).toBe("dana@example.com");
  expect(mail?.text).toContain("https://homes.example/reset-password#");
  expect(mail?.text).not.toContain("evil");
});

test("a link works once, also when it is used twice at once at two sites, and no other link of the account after it", async () => {
  const { site } = await siteWithDana();
  const other = await startSite({ env: { ...databaseOf(site), RATE_LIMIT: "off" } });
  await forgot(site, "dana@example.com");
  await forgot(site, "dana@example.com");
  const [first = "", second = ""] = await tokensFor(site, "dana@example.com", "/reset-password");
  expect(first).not.toBe(second);
  const answers = await Promise.all([
    reset(site, first, "nine dry umbrellas"),
    reset(other, first, "four warm umbrellas"),
    reset(site, second, "five torn umbrellas"),
    reset(other, second, "six lost umbrellas"),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404]);
  for (const token of [first, second]) expect((await reset(site, token)).statusCode).toBe(404);
});

test("of a link and a colleague who both set a password at once, each that did is in the mail and in the audit log", async () => {
  const { site, dana } = await siteWithDana();
  const elena = await addSignedIn(await startSite({ env: { ...databaseOf(site), RATE_LIMIT: "off" } }), {
    email: "elena@example.com",
  });
  await forgot(site, "dana@example.com");
  const token = await tokenTo(site);
  const [byLink, byColleague] = await Promise.all([
    reset(site, token),
    elena.call("PUT", `/api/users/${dana.user.id}`, { password: "four warm umbrellas" }),
  ]);
  expect(byColleague.statusCode).toBe(200);
  const told = (await openMails(site)).filter(({ subject }) => /password was/.test(subject));
  const how = told.map(({ to, text }) => [to, /By .*/.exec(text)?.[0]]).sort();
  const { entries } = (await elena.call("GET", "/api/audit-log?kind=account")).json();
  const logged = entries.map(({ actor, to, subject }: Record<string, unknown>) => [actor, to, subject]).sort();
  const about = { kind: "account", text: "Account: dana@example.com", link: expect.any(String) };
  const isFirst = byLink.statusCode === 200;
  expect(how).toEqual([
    ...(isFirst ? [["dana@example.com", "By a link in an e-mail"]] : []),
    ["dana@example.com", "By elena@example.com"],
  ]);
  expect(logged).toEqual([
    ...(isFirst ? [["dana@example.com", "by a link in an e-mail", about]] : []),
    ["elena@example.com", undefined, about],
  ]);
  expect((await login(site, "dana@example.com", "four warm umbrellas")).statusCode).toBe(200);
});

test("a refused password does not use the link up", async () => {
  const { site } = await siteWithDana();
  await forgot(site, "dana@example.com");
  const token = await tokenTo(site);
  for (const password of ["short", "password1", "dana@example.com", "        "]) {
    const answer = await reset(site, token, password);
    expect([answer.statusCode, Object.keys(answer.json().fields)], password).toEqual([400, ["password"]]);
  }
  expect((await reset(site, token)).statusCode).toBe(200);
});

test("a link is dead after 30 minutes, after any change of the password, and once the account is deactivated", async () => {
  const { site, dana } = await siteWithDana();
  const marcus = await addAccount(site, { email: "marcus@example.com" });
  const ask = async (email: string) => {
    await forgot(site, email);
    return tokenTo(site, email);
  };
  const changed = await ask("marcus@example.com");
  await dana.call("PUT", `/api/users/${marcus.id}`, { password: "eight red umbrellas" });
  expect((await reset(site, changed)).statusCode).toBe(404);
  const deactivated = await ask("marcus@example.com");
  await dana.call("PATCH", `/api/users/${marcus.id}/toggle-active`);
  expect((await reset(site, deactivated)).statusCode).toBe(404);
  const late = await ask("dana@example.com");
  site.clock.advance(30 * 60);
  expect((await reset(site, late)).statusCode).toBe(404);
  site.clock.advance(-1);
  expect((await reset(site, late)).statusCode).toBe(200);
});

test("a new password by a link confirms the address that the mail reached, and ends a change of address that waits", async () => {
  const site = await startSite(OFF);
  const { _id } = (await post(site, "/api/auth/register", { email: "seller@example.com", password: PASSWORD })).json();
  const links = createAccountLinks(keysOf("any secret"), site.config.publicUrl);
  const waiting = {
    id: newId(),
    kind: "new-email",
    email: "thief@example.com",
    createdBy: "seller@example.com",
  } as const;
  await site.database.transaction(async (trx) => {
    const user = await findUser(trx, _id);
    await insertAccountLink(trx, links, { ...waiting, user, now: site.clock.now() });
  });
  await forgot(site, "seller@example.com");
  expect((await reset(site, await tokenTo(site, "seller@example.com"))).statusCode).toBe(200);
  expect((await login(site, "seller@example.com", NEW_PASSWORD)).json()).toMatchObject({ confirmed: true });
  expect((await storedLinks(site)).find(({ id }) => id === waiting.id)?.ended_how).toBe("revoked");
});

test("a forged or foreign token opens nothing, and the database holds none", async () => {
  const { site } = await siteWithDana();
  await addAccount(site, { email: "marcus@example.com" });
  await forgot(site, "dana@example.com");
  await forgot(site, "marcus@example.com");
  const token = await tokenTo(site);
  const [id = "", signature = ""] = token.split(".");
  const foreign = (await tokenTo(site, "marcus@example.com")).split(".");
  const forged = [id, signature, `${id}.`, `${id}.${foreign[1]}`, `${foreign[0]}.${signature}`, `${token}x`];
  for (const attempt of [...forged, (await storedLinks(site))[0]?.token_hash ?? ""]) {
    const answer = await reset(site, attempt);
    expect([answer.statusCode, answer.json().code], attempt).toEqual([404, "not_found"]);
  }
  for (const path of ["accept-invitation", "confirm-email"]) {
    const answer = await post(site, `/api/auth/${path}`, { token, password: NEW_PASSWORD });
    expect(answer.statusCode, path).toBe(404);
  }
  const stored = JSON.stringify([await storedLinks(site), await storedMails(site)]);
  expect(stored).not.toContain(signature);
});

test("after five links in an hour no further mail goes, and the links that were sent stay good", async () => {
  const { site } = await siteWithDana();
  const other = await startSite({ env: databaseOf(site) });
  for (let count = 0; count < 8; count++) expect((await forgot(site, "dana@example.com")).statusCode).toBe(200);
  await Promise.all([site.site.mail.sendDue(), other.site.mail.sendDue()]);
  const tokens = await tokensFor(site, "dana@example.com", "/reset-password");
  expect(tokens).toHaveLength(5);
  expect((await reset(site, tokens[0] ?? "")).statusCode).toBe(200);
  site.clock.advance(3599);
  await forgot(site, "dana@example.com");
  expect(await tokensFor(site, "dana@example.com", "/reset-password")).toHaveLength(5);
  site.clock.advance(1);
  await forgot(site, "dana@example.com");
  expect(await tokensFor(site, "dana@example.com", "/reset-password")).toHaveLength(6);
});

test("a stranger who registers spellings of a mailbox sends it five links an hour, and takes none from its own account", async () => {
  const { site } = await siteWithDana();
  for (let count = 0; count < 4; count++) {
    const email = `dana+${count}@example.com`;
    await post(site, "/api/auth/register", { email, password: PASSWORD });
    for (let again = 0; again < 3; again++) await forgot(site, email);
  }
  await site.site.mail.sendDue();
  expect(await storedLinks(site).then((links) => links.filter(({ kind }) => kind === "password-reset"))).toHaveLength(
    5,
  );
  await forgot(site, "dana@example.com");
  expect(await tokenTo(site)).not.toBe("");
});

test("requests of one sender are limited, whatever addresses they name, and across sites", async () => {
  const site = await startSite();
  const other = await startSite({ env: databaseOf(site) });
  const sender = { remoteAddress: "203.0.113.7" };
  for (let count = 0; count < 10; count++)
    expect((await forgot(count % 2 ? site : other, `seller${count}@example.com`, sender)).statusCode).toBe(200);
  const answer = await forgot(other, "dana@example.com", sender);
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([429, "900"]);
  expect((await forgot(site, "dana@example.com", { remoteAddress: "203.0.113.8" })).statusCode).toBe(200);
  site.clock.advance(900);
  expect((await forgot(site, "dana@example.com", sender)).statusCode).toBe(200);
});

test("a mail that is tried again carries the same link, and one that is held back for 30 minutes is not sent", async () => {
  const smtp = await startMailServer();
  const site = await startSite({ env: { RATE_LIMIT: "off", SMTP_URL: smtp.url } });
  await addAccount(site);
  smtp.mode = "busy";
  await forgot(site, "dana@example.com");
  await site.site.mail.sendDue();
  expect(await storedLinks(site)).toHaveLength(1);
  smtp.mode = "accept";
  site.clock.advance(60);
  await site.site.mail.sendDue();
  expect([smtp.mails.length, (await storedLinks(site)).length]).toEqual([1, 1]);
  smtp.mode = "busy";
  await forgot(site, "dana@example.com");
  site.clock.advance(31 * 60);
  smtp.mode = "accept";
  await site.site.mail.sendDue();
  expect([smtp.mails.length, (await storedMails(site)).map(({ state }) => state).sort()]).toEqual([
    1,
    ["sent", "withdrawn"],
  ]);
});

test("an address that was typed is gone after a day, with its mail, whether it had an account or not", async () => {
  const { site } = await siteWithDana();
  await forgot(site, "dana@example.com");
  await forgot(site, "nobody@example.com");
  await site.site.mail.sendDue();
  await tidy(site);
  expect(await storedMails(site)).toHaveLength(2);
  site.clock.advance(86_401);
  await tidy(site);
  expect([await storedMails(site), await openMails(site)]).toEqual([[], []]);
});
