// People who register decide when mail about their account goes out, and may have registered with another person's address.
import { expect, test } from "vitest";
import { enqueueMail } from "#delivery/mail/server/store.ts";
import { addAccount, addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { drill } from "#test/drill.ts";
import { post, sendContactMessage } from "#test/requests.ts";
import { addApp } from "#test/second-factor/accounts.ts";
import { databaseEnvironment, sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const VICTIM = "victim@example.com";
const HOUR = 3600;
const STAFF = "staff@porchlight.example";
const CODES = "New recovery codes for your account";

/** A browser that the account was never used in. */
const signInAfresh = (site: TestSite, email: string) => post(site, "/api/auth/login", { email, password: PASSWORD });

test("an account that nobody has confirmed causes its confirmation alone, and a link for a new password for who asks", async () => {
  const { site, smtp } = await startSiteWithMail();
  const credentials = { email: VICTIM, password: PASSWORD };
  const { accessToken } = (await post(site, "/api/auth/register", credentials)).json();
  const call = (url: string, payload: object) =>
    post(site, url, payload, { headers: { authorization: `Bearer ${accessToken}` } });
  for (let time = 0; time < 3; time++) expect((await signInAfresh(site, VICTIM)).statusCode).toBe(200);
  const change = { current: PASSWORD, password: "eleven dry raincoats" };
  expect((await call("/api/account/password", change)).statusCode).toBe(200);
  const wanted = await call("/api/account/email", { email: "another@example.com" });
  expect([wanted.statusCode, wanted.json().code]).toEqual([409, "unconfirmed_account"]);
  expect((await sentMails({ site, smtp })).map(({ to, subject }) => [to, subject])).toEqual([
    [VICTIM, "Please confirm your e-mail address"],
  ]);
  await post(site, "/api/auth/forgot-password", { email: VICTIM });
  expect((await sentMails({ site, smtp })).map(({ subject }) => subject)).toEqual(["Set a new password"]);
});

test("notices of a visitor's account beyond six an hour wait and become one, and delay nothing else to the mailbox", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { STAFF_EMAIL: STAFF } });
  const seller = await addSignedIn(site, { email: VICTIM, role: "user" });
  await addApp(site, seller);
  const subjects = async () =>
    (await sentMails({ site, smtp })).filter(({ to }) => to !== STAFF).map(({ subject }) => subject);
  const renew = () => seller.call("POST", "/api/account/recovery-codes");
  for (let time = 0; time < 20; time++) {
    expect((await renew()).statusCode).toBe(200);
    site.clock.advance(1);
  }
  expect(await subjects()).toEqual(["A second factor was added to your account", ...Array(5).fill(CODES)]);

  await post(site, "/api/auth/forgot-password", { email: VICTIM });
  await sendContactMessage(site, { email: "victim+house@example.com" });
  expect((await subjects()).sort()).toEqual(["Set a new password", "Your message has arrived (Cash Offer)"]);

  site.clock.advance(HOUR);
  const [held, ...others] = (await sentMails({ site, smtp })).filter(({ to }) => to === VICTIM);
  expect([held?.subject, others]).toEqual([CODES, []]);
  expect(held?.text).toContain("15 times");
});

test("notices of several kinds that wait become one mail that names each, and an admin's changes are mailed at once", async () => {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  const seller = await addSignedIn(site, { email: VICTIM, role: "user" });
  await addApp(site, seller);
  for (let time = 0; time < 5; time++) {
    await seller.call("POST", "/api/account/recovery-codes");
    site.clock.advance(1);
  }
  expect(await sentMails({ site, smtp })).toHaveLength(6);
  await seller.call("DELETE", "/api/account/totp");
  expect((await signInAfresh(site, VICTIM)).statusCode).toBe(200);
  expect(await sentMails({ site, smtp })).toEqual([]);
  await dana.call("PUT", `/api/users/${seller.user.id}`, { password: "eleven dry raincoats" });
  expect((await sentMails({ site, smtp })).map(({ subject }) => subject)).toEqual([
    "A new password was set for your account",
  ]);
  site.clock.advance(HOUR);
  const [held, ...others] = await sentMails({ site, smtp });
  expect([held?.to, held?.subject, others]).toEqual([VICTIM, "Changes to your account", []]);
  expect(held?.text).toContain("A second factor of your account works no longer.");
  expect(held?.text).toContain("from a browser that it was never used in before");
});

test("accounts at one mailbox share its limit, also at once in two processes", async () => {
  const env = { ...(await databaseEnvironment()), AUTH_SECRET: "test-secret-test-secret-test-secret!" };
  const sites = [await startSite({ env }), await startSite({ env })] as const;
  const emails = Array.from({ length: 12 }, (_, n) => `victim+${n}@example.com`);
  for (const email of emails) {
    await addAccount(sites[0], { email, role: "user" });
    await login(sites[0], email);
  }
  const answers = await Promise.all(emails.map((email, n) => signInAfresh(sites[n % 2] ?? sites[0], email)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(emails.map(() => 200));
  const { database, clock } = sites[0];
  const notices = await database.read.selectFrom("mails").select("due_at").execute();
  expect(notices).toHaveLength(12);
  expect(notices.filter(({ due_at }) => due_at <= clock.now().toISOString())).toHaveLength(6);
});

test("staff hear of a visitor's message while a thousand notices to accounts wait to be sent", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { STAFF_EMAIL: STAFF } });
  const { id } = await addAccount(site);
  const now = site.clock.now();
  const notices = Array.from({ length: 1000 }, (_, n) => ({
    kind: "account-notice" as const,
    recordId: id,
    detail: JSON.stringify({ what: "new-browser", words: `${n}`, at: now.toISOString() }),
    dueAt: now,
  }));
  await site.database.transaction((trx) => enqueueMail(trx, notices, now));
  site.clock.advance(1);
  site.site.mail.start();
  await smtp.received(5);
  await sendContactMessage(site);
  const before = smtp.mails.length;
  const place = () => smtp.mails.findIndex(({ to }) => to.includes(STAFF));
  while (place() < 0) await smtp.received(smtp.mails.length + 1);
  // Five were on their way, and five more may have been claimed before the message was stored.
  expect(place()).toBeLessThan(before + 10);
});

drill(
  "staff hear of a visitor's message while visitors' accounts make three thousand calls that cause notices",
  { timeout: 300_000 },
  async () => {
    const { site, smtp } = await startSiteWithMail({ env: { STAFF_EMAIL: STAFF, RATE_LIMIT: "off" } });
    const at = site.clock.now().toISOString();
    const sellers: Awaited<ReturnType<typeof addSignedIn>>[] = [];
    // Each adds fewer rows than an account may in a day.
    for (let n = 0; n < 60; n++) {
      const seller = await addSignedIn(site, { email: `seller${n}@example.com`, role: "user" });
      await addApp(site, seller);
      site.clock.set(at);
      sellers.push(seller);
    }
    await sentMails({ site, smtp });
    site.site.mail.start();
    let answered = 0;
    const clients = Array.from({ length: 16 }, async () => {
      for (let seller = sellers.pop(); seller; seller = sellers.pop())
        for (let time = 0; time < 50; time++) {
          expect((await seller.call("POST", "/api/account/recovery-codes")).statusCode).toBe(200);
          answered += 1;
        }
    });
    await expect.poll(() => answered, { timeout: 120_000, interval: 5 }).toBeGreaterThan(1000);
    const [wroteAt, wroteAfter] = [performance.now(), answered];
    const since = () => `${Math.round(performance.now() - wroteAt)} ms`;
    await sendContactMessage(site);
    const stored = since();
    const isNotified = () => smtp.mails.some(({ to }) => to.includes(STAFF));
    while (!isNotified()) await smtp.received(smtp.mails.length + 1);
    console.log(`Stored after ${stored}, told after ${since()}, between calls ${wroteAfter} and ${answered}.`);
    expect(answered).toBeLessThan(3000);
    await Promise.all(clients);
    expect(answered).toBe(3000);
  },
);
