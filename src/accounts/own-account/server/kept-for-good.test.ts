// The history and the removals are kept for good: what accounts without the admin's role add to them.
import { expect, test } from "vitest";
import { addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { bookMeeting, post } from "#test/requests.ts";
import { addApp, firstStep, secondStep } from "#test/second-factor/accounts.ts";
import { sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const DAY_SECONDS = 24 * 60 * 60;
const ROWS_A_DAY = 100;
const SELLER = "seller@example.com";
const NEW_PASSWORD = "eleven dry raincoats";

test("changes by accounts without the admin's role are in their own history, and not in the audit log", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const seller = await addSignedIn(site, { email: SELLER, role: "user" });
  for (const { user, call } of [dana, seller]) {
    await login(site, user.email);
    expect((await call("DELETE", "/api/account/sessions")).statusCode).toBe(200);
    await addApp(site, { call });
    expect((await call("POST", "/api/account/recovery-codes")).statusCode).toBe(200);
  }
  const { entries, people } = (await dana.call("GET", "/api/audit-log")).json();
  expect(people).toEqual(["dana@example.com"]);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    "recovery_codes",
    "factor_added",
    "signed-out",
  ]);
  const { history } = (await dana.call("GET", `/api/users/${seller.user.id}/history`)).json();
  expect(history).toMatchObject([
    { actor: "visitor", action: "recovery_codes" },
    { actor: "visitor", action: "factor_added" },
    { actor: "visitor", action: "signed-out" },
  ]);
});

test("nothing is written where nothing ended", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const seller = await addSignedIn(site, { email: SELLER, role: "user" });
  const { id } = await bookMeeting(site);
  await post(site, `/stop-reminders/${id}`, {});
  const before = await kept(site);
  for (const { call } of [dana, seller]) expect((await call("DELETE", "/api/account/sessions")).statusCode).toBe(200);
  expect((await seller.call("DELETE", "/api/account/totp")).statusCode).toBe(200);
  await post(site, `/stop-reminders/${id}`, {});
  expect(await kept(site)).toEqual(before);

  await addApp(site, seller);
  await site.database.transaction((trx) => trx.deleteFrom("recovery_codes").execute());
  expect((await seller.call("POST", "/api/account/recovery-codes")).statusCode).toBe(200);
  expect((await kept(site)).removals).toBe(before.removals);
});

test("an account without the admin's role adds few rows a day, and what is refused has ended nothing", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" } });
  const seller = await addSignedIn(site, { email: SELLER, role: "user" });
  await addApp(site, seller);
  const renew = () => seller.call("POST", "/api/account/recovery-codes");
  const statuses: number[] = [];
  let recoveryCode = "";
  for (let made = 0; made < ROWS_A_DAY + 20; made++) {
    const answer = await renew();
    statuses.push(answer.statusCode);
    recoveryCode = answer.json().recoveryCodes?.[0] ?? recoveryCode;
  }
  const renewed = statuses.filter((status) => status === 200).length;
  expect(statuses).toEqual([...Array(renewed).fill(200), ...Array(statuses.length - renewed).fill(429)]);
  expect(renewed).toBeGreaterThan(20);
  const sets = site.database.read.selectFrom("removals").where("kind", "=", "recovery-codes").select("subject");
  expect(await sets.execute()).toEqual(Array(renewed).fill({ subject: seller.user.id }));

  const change = { current: PASSWORD, password: NEW_PASSWORD };
  const refused = await seller.call("POST", "/api/account/password", change);
  expect([refused.statusCode, refused.json().code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3600);
  const { challenge: first } = await firstStep(site, SELLER);
  expect((await secondStep(site, first, { recoveryCode })).statusCode).toBe(429);

  // The mailbox is the way in that nobody who is signed in can use up.
  const reset = async (password: string) => {
    await post(site, "/api/auth/forgot-password", { email: SELLER });
    const token = (await sentMails({ site, smtp })).findLast(({ subject }) => /password/i.test(subject))?.token;
    return post(site, "/api/auth/reset-password", { token, password });
  };
  expect((await reset(NEW_PASSWORD)).statusCode).toBe(200);
  const { history, removals } = await kept(site);
  expect(history).toBeLessThanOrEqual(ROWS_A_DAY);
  expect(removals).toBeLessThanOrEqual(ROWS_A_DAY);

  site.clock.advance(DAY_SECONDS);
  const { challenge } = (await login(site, SELLER, NEW_PASSWORD)).json();
  expect((await secondStep(site, challenge, { recoveryCode })).statusCode).toBe(200);
});

async function kept({ database: { read } }: TestSite) {
  const history = await read.selectFrom("history").select("id").where("subject_kind", "=", "account").execute();
  const removals = await read.selectFrom("removals").select("id").execute();
  return { history: history.length, removals: removals.length };
}
