import { expect, test } from "vitest";
import { addAccount, addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { openMails, tokenFor, tokensFor } from "#test/privacy-requests.ts";
import { post } from "#test/requests.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";

const SELLER = "seller@example.com";
const DAY = 86_400;
const OFF = { env: { RATE_LIMIT: "off" } };

const register = (site: TestSite, email = SELLER) => post(site, "/api/auth/register", { email, password: PASSWORD });
const confirm = (site: TestSite, token: string, given: object = { password: PASSWORD }) =>
  post(site, "/api/auth/confirm-email", { token, ...given });
const tokenTo = (site: TestSite, email = SELLER) => tokenFor(site, email, "/confirm-email");

function bearer(accessToken: string) {
  return { headers: { authorization: `Bearer ${accessToken}` } };
}

test("a registered account is shown as not confirmed until its link is pressed, once", async () => {
  const site = await startSite(OFF);
  const dana = await addSignedIn(site);
  const answer = (await register(site)).json();
  expect(answer).toMatchObject({ confirmed: false, name: "" });
  const listed = async () => (await dana.call("GET", "/api/users?search=seller")).json().users[0].confirmed;
  expect(await listed()).toBe(false);
  const token = await tokenTo(site);
  const other = await startSite({ env: { ...databaseOf(site), RATE_LIMIT: "off" } });
  const pressed = await Promise.all([confirm(site, token), confirm(other, token)]);
  expect(pressed.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  expect(await listed()).toBe(true);
  expect((await login(site, SELLER)).json()).toMatchObject({ confirmed: true });
});

test("the link asks for the account's password or a new one, and neither a mistake nor a guess uses it up", async () => {
  const site = await startSite();
  const { accessToken } = (await register(site)).json();
  const token = await tokenTo(site);
  const account = () => site.app.inject({ url: "/api/account", ...bearer(accessToken) });
  const answers = [];
  for (const given of [{}, { password: "" }, { newPassword: "" }, { newPassword: "short" }, { newPassword: SELLER }])
    answers.push(Object.keys((await confirm(site, token, given)).json().fields));
  expect(answers).toEqual([["password"], ["password"], ["password"], ["newPassword"], ["newPassword"]]);
  for (let guess = 0; guess < 10; guess++)
    expect((await confirm(site, token, { password: `guess ${guess}` })).json().code).toBe("wrong_password");
  expect((await confirm(site, token)).statusCode).toBe(429);
  expect((await account()).json().account.isConfirmed).toBe(false);
  site.clock.advance(15 * 60);
  const pressed = await Promise.all([
    confirm(site, token),
    confirm(site, token, { newPassword: "nine dry umbrellas" }),
  ]);
  expect(pressed.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  const isNew = pressed[1].statusCode === 200;
  expect((await login(site, SELLER, isNew ? "nine dry umbrellas" : PASSWORD)).statusCode).toBe(200);
  expect((await login(site, SELLER, isNew ? PASSWORD : "nine dry umbrellas")).statusCode).toBe(401);
});

test("the account's own password ends nothing, and a new one is mailed and recorded in the history", async () => {
  const site = await startSite(OFF);
  const own = (await register(site)).json();
  expect((await confirm(site, await tokenTo(site))).statusCode).toBe(200);
  const account = await site.app.inject({ url: "/api/account", ...bearer(own.accessToken) });
  expect(account.json().account.isConfirmed).toBe(true);
  const other = (await register(site, "renee@example.com")).json();
  const answer = await confirm(site, await tokenTo(site, "renee@example.com"), { newPassword: "nine dry umbrellas" });
  expect(answer.statusCode).toBe(200);
  expect((await openMails(site)).map(({ to, subject }) => [to, subject])).toContainEqual([
    "renee@example.com",
    "Your password was changed",
  ]);
  const history = await site.database.read.selectFrom("history").select(["subject_id", "actor", "action"]).execute();
  expect(history).toEqual([{ subject_id: other._id, actor: "visitor", action: "password" }]);
});

test("the link is sent again to the signed-in account, which ends the earlier one, and five times an hour at most", async () => {
  const site = await startSite();
  const { accessToken } = (await register(site)).json();
  const again = () => post(site, "/api/account/confirmation", {}, bearer(accessToken));
  const first = await tokenTo(site);
  site.clock.advance(1);
  for (let count = 0; count < 5; count++) expect((await again()).statusCode).toBe(200);
  expect((await again()).statusCode).toBe(429);
  expect((await confirm(site, first)).statusCode).toBe(404);
  const tokens = await tokensFor(site, SELLER, "/confirm-email");
  expect((await confirm(site, tokens.at(-1) ?? "")).statusCode).toBe(200);
  expect((await again()).json().message).toBe("Your e-mail address is confirmed already");
  expect((await post(site, "/api/account/confirmation", {})).statusCode).toBe(401);
});

test("a link confirms nothing after seven days", async () => {
  const site = await startSite(OFF);
  await register(site);
  const token = await tokenTo(site);
  site.clock.advance(7 * DAY);
  expect((await confirm(site, token)).statusCode).toBe(404);
  site.clock.advance(-1);
  expect((await confirm(site, token)).statusCode).toBe(200);
});

test("a link confirms nothing once an admin gave the account another address, even if it gets its own again", async () => {
  const site = await startSite(OFF);
  const dana = await addSignedIn(site);
  const { _id } = (await register(site)).json();
  const token = await tokenTo(site);
  for (const email of ["other@example.com", SELLER]) {
    await dana.call("PUT", `/api/users/${_id}`, { email });
    expect((await confirm(site, token)).statusCode).toBe(404);
  }
});

test("registering the spellings of one mailbox sends it six mails an hour at most", async () => {
  const site = await startSite();
  for (let count = 0; count < 9; count++)
    expect((await register(site, `r.enee+${count}@gmail.com`)).statusCode).toBe(201);
  expect(await openMails(site)).toHaveLength(6);
});

test("an account that nobody has confirmed or used goes after 30 days, with its mails, and none without a mail server", async () => {
  const site = await startSite(OFF);
  await addSignedIn(site);
  await register(site, "unused@example.com");
  await register(site, "signed-in@example.com");
  const refreshed = (await register(site, "refreshed@example.com")).json();
  await register(site, "confirmed@example.com");
  await login(site, "signed-in@example.com");
  await post(site, "/api/auth/refresh", { refreshToken: refreshed.refreshToken });
  await confirm(site, await tokenTo(site, "confirmed@example.com"));
  await addAccount(site, { email: "made@example.com", role: "user" });
  const tidy = async (of: TestSite) => {
    await of.site.housekeeping.tidy();
    const users = await site.database.read.selectFrom("users").select("email").orderBy("email").execute();
    return users.map(({ email }) => email.split("@")[0]);
  };
  const all = ["confirmed", "dana", "made", "refreshed", "signed-in", "unused"];
  site.clock.advance(30 * DAY);
  const withMail = await startSite({
    env: { ...databaseOf(site), SMTP_URL: "smtp://127.0.0.1:2525" },
    now: site.clock.now().toISOString(),
  });
  expect(await tidy(withMail)).toEqual(all);
  for (const { clock } of [site, withMail]) clock.advance(1);
  expect(await tidy(site)).toEqual(all);
  expect(await tidy(withMail)).toEqual(all.filter((name) => name !== "unused"));
  const mails = await site.database.read.selectFrom("mails").select("recipient").execute();
  expect(mails.map(({ recipient }) => recipient)).not.toContain("unused@example.com");
  expect((await openMails(site)).map(({ to }) => to)).not.toContain("unused@example.com");
});
