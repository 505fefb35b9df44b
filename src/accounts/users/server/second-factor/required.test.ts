import { expect, test } from "vitest";
import { addSignedIn, login } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import {
  addApp,
  addPasskey,
  callsWith,
  codeOf,
  firstStep,
  requireFactors,
  signInWith,
  subjectsOf,
} from "#test/second-factor/accounts.ts";
import { databaseOf, sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";
import { makeAdmin } from "../make-admin.ts";

const DAY = 24 * 60 * 60;

async function refresh(site: TestSite, refreshToken: string) {
  return (await post(site, "/api/auth/refresh", { refreshToken })).json();
}

test("during the grace admins learn the day, after it they sign in and set up a factor before anything else", async () => {
  const site = await startSite();
  await requireFactors(site, 14);
  const dana = await addSignedIn(site);
  expect(dana.session).toMatchObject({ secondFactorDue: false, secondFactorBy: "2026-12-04T15:00:00.000Z" });
  expect((await dana.call("GET", "/api/users")).statusCode).toBe(200);

  site.clock.advance(14 * DAY);
  const session = (await login(site, "dana@example.com")).json();
  expect(session).toMatchObject({ success: true, secondFactorDue: true });
  const call = (method: "GET" | "POST", url: string, payload?: object) =>
    site.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${session.accessToken}` },
      ...(payload && { payload }),
    });
  const refused = await call("GET", "/api/users");
  expect(refused.statusCode).toBe(403);
  expect(refused.json().code).toBe("second_factor_due");
  expect((await call("GET", "/api/account/factors")).json()).toMatchObject({ secondFactorDue: true });

  await addApp(site, { call: call as typeof dana.call });
  expect((await call("GET", "/api/users")).statusCode).toBe(200);
  const { user } = await refresh(site, session.refreshToken ?? "");
  expect(user).toMatchObject({ role: "admin", secondFactorDue: false, secondFactorBy: null });
});

/** A key and a calendar feed, which open the site without a session. */
async function addKeyAndFeed(site: TestSite, { call }: Pick<Awaited<ReturnType<typeof addSignedIn>>, "call">) {
  const { token } = (
    await call("POST", "/api/keys", { name: "The CRM", scope: "read-leads", endsOn: "2026-12-31" })
  ).json();
  const { url } = (await call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  const withKey = () => site.app.inject({ url: "/api/bookings/list", headers: { authorization: `Bearer ${token}` } });
  const withFeed = () => site.app.inject(new URL(url).pathname);
  return { withKey, withFeed, opened: async () => [(await withKey()).statusCode, (await withFeed()).statusCode] };
}

test("keys and calendar feeds of an admin whose factor is due stop with the session, and work again once there is one", async () => {
  const site = await startSite();
  await requireFactors(site, 14);
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const { secret } = await addApp(site, boss);
  const { withKey, opened } = await addKeyAndFeed(site, await addSignedIn(site));
  site.clock.advance(14 * DAY - 31);
  expect(await opened()).toEqual([200, 200]);
  site.clock.advance(1);
  expect(await opened()).toEqual([403, 404]);
  expect((await withKey()).json().code).toBe("second_factor_due");
  const again = await signInWith(site, { code: codeOf(secret, site) }, "boss@example.com");
  const { keys } = (await callsWith(site, again.json())("GET", "/api/keys")).json();
  expect(keys).toMatchObject([{ name: "The CRM", state: "paused" }]);
  await addApp(site, { call: callsWith(site, (await login(site, "dana@example.com")).json()) });
  expect(await opened()).toEqual([200, 200]);
});

test("all admins get one mail seven days before and on the day when keys and feeds stop, also their makers", async () => {
  const { site, smtp } = await startSiteWithMail();
  const other = await startSite({ env: databaseOf(site) });
  await requireFactors(site, 14);
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  await addApp(site, boss);
  await addSignedIn(site, { email: "seller@example.com", role: "user" });
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  await addPasskey(site, marcus);
  // The person at this address has not shown to be Marcus yet.
  await boss.call("PUT", `/api/users/${marcus.user.id}`, { email: "marcus.new@example.com" });
  await addKeyAndFeed(site, await addSignedIn(site));
  await sentMails({ site, smtp });
  const mailedAfter = async (seconds: number) => {
    site.clock.advance(seconds);
    other.clock.set(site.clock.now().toISOString());
    await Promise.all([site, other].map((one) => one.site.housekeeping.tidy()));
    return sentMails({ site, smtp });
  };
  expect(await mailedAfter(7 * DAY - 31)).toEqual([]);
  const [before, ...more] = await mailedAfter(1);
  expect(more).toEqual([]);
  expect(before).toMatchObject({
    to: "dana@example.com,boss@example.com",
    subject: "Keys and calendars of dana@example.com stop on Dec 4, 2026, 9:00 AM",
  });
  expect(before?.text).toContain("The CRM");
  expect(await mailedAfter(7 * DAY - 1)).toEqual([]);
  const [onTheDay, ...others] = await mailedAfter(1);
  expect(others).toEqual([]);
  expect(onTheDay).toMatchObject({
    to: "dana@example.com,boss@example.com",
    subject: "Keys and calendars of dana@example.com have stopped",
  });
  expect(await mailedAfter(DAY)).toEqual([]);
});

test("a session of before learns at its next refresh that a factor is due", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  await requireFactors(site, 0);
  expect((await dana.call("GET", "/api/users")).json().code).toBe("second_factor_due");
  expect((await refresh(site, dana.session.refreshToken ?? "")).user).toMatchObject({ secondFactorDue: true });
});

test("the rule asks admins alone, and an app that was never confirmed is none", async () => {
  const site = await startSite();
  await requireFactors(site, 0);
  const seller = await addSignedIn(site, { email: "seller@example.com", role: "user" });
  expect(seller.session).toMatchObject({ secondFactorDue: false, secondFactorBy: null });
  const dana = await addSignedIn(site);
  await dana.call("POST", "/api/account/totp");
  expect((await dana.call("GET", "/api/users")).statusCode).toBe(403);
  await addPasskey(site, dana);
  expect((await dana.call("GET", "/api/users")).statusCode).toBe(200);
});

test("the last factor may go while one is required, which is then asked for again", async () => {
  const site = await startSite();
  await requireFactors(site, 0);
  const dana = await addSignedIn(site);
  await addApp(site, dana);
  expect((await dana.call("DELETE", "/api/account/totp")).statusCode).toBe(200);
  expect((await dana.call("GET", "/api/users")).json().code).toBe("second_factor_due");
  expect((await login(site, "dana@example.com")).json()).toMatchObject({ success: true, secondFactorDue: true });
});

test("another admin removes the factors of who lost everything: in the history, by mail, and every sign-in ends", async () => {
  const { site, smtp } = await startSiteWithMail();
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const dana = await addSignedIn(site);
  await addApp(site, dana);
  await addPasskey(site, dana);
  const url = `/api/users/${dana.user.id}/second-factor`;
  expect((await boss.call("GET", "/api/users?search=dana")).json().users).toMatchObject([{ hasSecondFactor: true }]);
  expect((await boss.call("GET", url)).json()).toMatchObject({ app: true, passkeys: 1, recoveryCodes: 10 });
  expect((await dana.call("DELETE", url)).json().code).toBe("self_change");
  await site.site.mail.sendDue();
  const told = smtp.mails.length;

  expect((await boss.call("DELETE", url)).statusCode).toBe(200);
  expect((await dana.call("GET", "/api/account/factors")).statusCode).toBe(401);
  expect((await login(site, "dana@example.com")).statusCode).toBe(200);
  expect((await boss.call("GET", "/api/users?search=dana")).json().users).toMatchObject([{ hasSecondFactor: false }]);
  const [line] = await site.database.read
    .selectFrom("history")
    .selectAll()
    .where("subject_id", "=", dana.user.id)
    .orderBy("id", "desc")
    .execute();
  expect(line).toMatchObject({ actor: "boss@example.com", action: "factor_removed", detail: '{"to":"all"}' });
  await site.site.mail.sendDue();
  expect(subjectsOf(smtp).slice(told)).toEqual(["A second factor was removed from your account"]);
  expect(smtp.mails.at(-1)).toMatchObject({ to: ["dana@example.com"] });
  expect(smtp.mails.at(-1)?.raw).toContain("All, by boss@example.com");
});

test("npm run admin lets in who lost everything, with a line in the history and mails", async () => {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  await addApp(site, dana);
  await site.site.mail.sendDue();
  const { password } = await makeAdmin(site.database, "dana@example.com", site.clock.now());
  expect((await login(site, "dana@example.com", password)).statusCode).toBe(200);
  const lines = await site.database.read
    .selectFrom("history")
    .select(["actor", "action"])
    .where("subject_id", "=", dana.user.id)
    .execute();
  expect(lines).toContainEqual({ actor: "npm run admin", action: "factor_removed" });
  await site.site.mail.sendDue();
  expect(subjectsOf(smtp).slice(-2).sort()).toEqual([
    "A new password was set for your account",
    "A second factor was removed from your account",
  ]);
  expect(smtp.mails.find(({ raw }) => raw.includes("A new password was set"))?.raw).toContain("By npm run admin");
});

test("a new password by an admin keeps the second factor", async () => {
  const site = await startSite();
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const dana = await addSignedIn(site);
  const { secret } = await addApp(site, dana);
  await boss.call("PUT", `/api/users/${dana.user.id}`, { password: "seven wet umbrellas" });
  await firstStep(site);
  expect((await signInWith(site, { code: codeOf(secret, site) })).statusCode).toBe(200);
});

test("with the account go its factors", async () => {
  const site = await startSite();
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const dana = await addSignedIn(site);
  await addApp(site, dana);
  await addPasskey(site, dana);
  await firstStep(site);
  await boss.call("DELETE", `/api/users/${dana.user.id}`);
  for (const table of ["totp_secrets", "passkeys", "recovery_codes", "sign_in_challenges"] as const)
    expect(await site.database.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
});
