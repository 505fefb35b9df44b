import { expect, test } from "vitest";
import { changeEmailByLink } from "#accounts/users/server/change-own-email.ts";
import { createAccountLinks, takeAccountLink } from "#accounts/users/server/links/store.ts";
import { authSecret } from "#accounts/users/server/secret.ts";
import { keysOf } from "#platform/server/links/derive-key.ts";
import { addAccount, addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { post, sendContactMessage } from "#test/requests.ts";
import { databaseOf, sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const HOUR = 3600;
const NEW_EMAIL = "dana.reyes@example.com";

/** What opening a new-email link does. */
async function confirm(site: TestSite, token: string) {
  const now = site.clock.now();
  const links = createAccountLinks(keysOf(authSecret(site.config)), site.config.publicUrl);
  return site.database.transaction(async (trx) =>
    changeEmailByLink(trx, await takeAccountLink(trx, { token, kinds: ["new-email"], now }), now, links),
  );
}

const undo = (site: TestSite, token: string) => post(site, "/api/auth/undo-email", { token });

async function startWithChangedEmail() {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  await dana.call("POST", "/api/account/email", { email: NEW_EMAIL });
  const [asked] = await sentMails({ site, smtp });
  await confirm(site, asked?.token ?? "");
  const [told] = await sentMails({ site, smtp });
  return { site, smtp, dana, undoToken: told?.token ?? "", told };
}

test("an e-mail address changes once the new one confirms, and the old one can take it back for seven days", async () => {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  expect((await dana.call("POST", "/api/account/email", { email: NEW_EMAIL })).statusCode).toBe(200);
  const [asked] = await sentMails({ site, smtp });
  expect(asked).toMatchObject({ to: NEW_EMAIL, subject: "Please confirm your new e-mail address" });
  expect((await dana.call("GET", "/api/account")).json().account).toMatchObject({
    email: "dana@example.com",
    newEmail: NEW_EMAIL,
  });
  expect((await login(site, NEW_EMAIL)).statusCode).toBe(401);

  await confirm(site, asked?.token ?? "");
  await expect(confirm(site, asked?.token ?? "")).rejects.toThrow("This link does not work any more.");
  expect((await dana.call("GET", "/api/account")).json().account).toMatchObject({ email: NEW_EMAIL, newEmail: null });
  expect((await login(site, "dana@example.com")).statusCode).toBe(401);
  expect((await login(site, NEW_EMAIL)).statusCode).toBe(200);

  const [told] = await sentMails({ site, smtp });
  expect(told).toMatchObject({ to: "dana@example.com", subject: "Your account has another e-mail address" });
  site.clock.advance(7 * 24 * 60 * 60 - 1);
  expect((await undo(site, `${told?.token}x`)).statusCode).toBe(404);
  expect((await undo(site, told?.token ?? "")).statusCode).toBe(200);
  expect((await undo(site, told?.token ?? "")).statusCode).toBe(404);
  expect((await dana.call("GET", "/api/account")).statusCode).toBe(401);
  expect((await login(site, NEW_EMAIL)).statusCode).toBe(401);
  expect((await login(site, "dana@example.com")).statusCode).toBe(200);
  expect((await sentMails({ site, smtp })).map(({ to }) => to).sort()).toEqual([NEW_EMAIL, "dana@example.com"].sort());
});

test("after seven days a change of the address is final", async () => {
  const { site, undoToken } = await startWithChangedEmail();
  site.clock.advance(7 * 24 * 60 * 60);
  expect((await undo(site, undoToken)).statusCode).toBe(404);
});

test("a thief cannot keep an account's address by moving on or by registering with it", async () => {
  const { site, smtp, dana, undoToken } = await startWithChangedEmail();
  await dana.call("POST", "/api/account/email", { email: "thief@example.com" });
  const [asked] = await sentMails({ site, smtp });
  await confirm(site, asked?.token ?? "");
  const [second] = await sentMails({ site, smtp });
  await dana.call("POST", "/api/account/email", { email: "thief.again@example.com" });
  const [pending] = await sentMails({ site, smtp });
  const squatter = { email: "dana@example.com", password: PASSWORD };
  expect((await post(site, "/api/auth/register", squatter)).statusCode).toBe(201);

  expect((await undo(site, undoToken)).statusCode).toBe(200);
  expect((await login(site, "dana@example.com")).json()).toMatchObject({ _id: dana.user.id, role: "admin" });
  expect((await undo(site, second?.token ?? "")).statusCode).toBe(404);
  await expect(confirm(site, pending?.token ?? "")).rejects.toThrow("This link does not work any more.");
});

test("an address that a colleague has by now is not taken back from them", async () => {
  const { site, undoToken } = await startWithChangedEmail();
  await addAccount(site);
  const answer = await undo(site, undoToken);
  expect(answer.json()).toMatchObject({ code: "email_taken" });
  expect((await login(site, NEW_EMAIL)).statusCode).toBe(200);
});

test("an address that has an account gets the same answer, a mail that says so, and no link", async () => {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  await addAccount(site, { email: "marcus@example.com" });
  const ask = async (email: string) => {
    const answer = await dana.call("POST", "/api/account/email", { email });
    const { account } = (await dana.call("GET", "/api/account")).json();
    const shown = `${answer.body} ${account.newEmail}`;
    return { status: answer.statusCode, shown: shown.replaceAll(email, "…"), sent: await sentMails({ site, smtp }) };
  };
  const taken = await ask("Marcus@Example.com");
  const free = await ask("free@example.com");
  expect(taken.status).toBe(200);
  expect(taken.shown).toBe(free.shown);
  expect(taken.sent).toMatchObject([
    { to: "marcus@example.com", subject: "Your e-mail address was entered for another account", token: "" },
  ]);
  expect(free.sent).toMatchObject([{ to: "free@example.com", token: expect.stringContaining(".") }]);
  expect((await dana.call("POST", "/api/account/email", { email: "DANA@example.com" })).json().fields.email).toBe(
    "This is your address already.",
  );
});

test("a link to an address that another account has taken since changes nothing", async () => {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  await dana.call("POST", "/api/account/email", { email: NEW_EMAIL });
  const [asked] = await sentMails({ site, smtp });
  await addAccount(site, { email: NEW_EMAIL });
  await expect(confirm(site, asked?.token ?? "")).rejects.toThrow("belongs to another account");
  expect((await dana.call("GET", "/api/account")).json().account.email).toBe("dana@example.com");
});

test("a new password and an admin's change end links that could undo them", async () => {
  const { site, smtp } = await startSiteWithMail();
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const dana = await addSignedIn(site);
  const ask = async () => {
    await dana.call("POST", "/api/account/email", { email: NEW_EMAIL });
    const sent = await sentMails({ site, smtp });
    return sent.find(({ to }) => to === NEW_EMAIL)?.token ?? "";
  };
  const before = await ask();
  await dana.call("POST", "/api/account/password", { current: PASSWORD, password: "eleven dry raincoats" });
  await expect(confirm(site, before)).rejects.toThrow("This link does not work any more.");
  const again = await ask();
  await boss.call("PUT", `/api/users/${dana.user.id}`, { email: "dana.new@example.com" });
  await expect(confirm(site, again)).rejects.toThrow("This link does not work any more.");
});

test("asking for an address needs a fresh proof, and a clock that goes back makes none last longer", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const ask = () => dana.call("POST", "/api/account/email", { email: NEW_EMAIL });
  site.clock.advance(10 * 60 + 1);
  expect((await ask()).json()).toMatchObject({ code: "fresh_proof_required" });
  expect((await dana.call("POST", "/api/account/proof", { password: PASSWORD })).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(200);
  site.clock.advance(-60);
  expect((await ask()).statusCode).toBe(409);
});

test("an account asks five times an hour, and a mailbox gets six such mails, however it is spelled; the rest waits", async () => {
  const { site, smtp } = await startSiteWithMail();
  await addAccount(site, { email: "victim@example.com", role: "user" });
  const sent = [];
  for (const email of ["one@example.com", "two@example.com"]) {
    const one = await addSignedIn(site, { email, role: "user" });
    const ask = (time: number) =>
      one.call("POST", "/api/account/email", { email: `victim+${email[0]}${time}@example.com` });
    for (let time = 0; time < 5; time++) {
      expect((await ask(time)).statusCode).toBe(200);
      sent.push(...(await sentMails({ site, smtp })));
      site.clock.advance(1);
    }
    expect((await ask(5)).statusCode).toBe(429);
  }
  expect(sent).toHaveLength(6);
  const three = await addSignedIn(site, { email: "three@example.com", role: "user" });
  for (let time = 0; time < 3; time++) await three.call("POST", "/api/account/email", { email: "victim@example.com" });
  expect(await sentMails({ site, smtp })).toEqual([]);
  site.clock.advance(HOUR);
  const later = new Map((await sentMails({ site, smtp })).map((mail) => [mail.to, mail]));
  expect([...later.keys()].sort()).toEqual(["victim+t4@example.com", "victim@example.com"]);
  expect(later.get("victim@example.com")).toMatchObject({
    subject: "Your e-mail address was entered for another account",
    text: expect.stringContaining("3 times"),
  });
  const link = later.get("victim+t4@example.com");
  expect(link?.subject).toBe("Please confirm your new e-mail address");
  await confirm(site, link?.token ?? "");
  expect((await login(site, "victim+t4@example.com")).statusCode).toBe(200);
});

test("an account's own notices precede links that others have asked for to its mailbox", async () => {
  const { site, smtp } = await startSiteWithMail();
  const victim = await addSignedIn(site, { email: "victim@example.com", role: "user" });
  // As many as a day takes, and one more.
  for (let n = 0; n < 16; n++) {
    const stranger = await addSignedIn(site, { email: `stranger${n}@example.com`, role: "user" });
    await stranger.call("POST", "/api/account/email", { email: `victim+${n}@example.com` });
  }
  expect(await sentMails({ site, smtp })).toHaveLength(6);
  await victim.call("POST", "/api/account/password", { current: PASSWORD, password: "eleven dry raincoats" });
  expect(await sentMails({ site, smtp })).toEqual([]);
  site.clock.advance(HOUR);
  expect((await sentMails({ site, smtp })).map(({ subject }) => subject)).toContain("Your password was changed");
});

test("an admin's link to a new address goes out at once, into a full mailbox too, and works as long when it had to wait", async () => {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  const seller = await addSignedIn(site, { email: "seller@example.com", role: "user" });
  for (let day = 0; day < 6; day++)
    await sendContactMessage(site, { email: "full@example.com" }, { remoteAddress: `198.18.0.${day}` });
  await sentMails({ site, smtp });
  await seller.call("POST", "/api/account/email", { email: "full+seller@example.com" });
  expect(await sentMails({ site, smtp })).toEqual([]);
  await dana.call("POST", "/api/account/email", { email: "full+dana@example.com" });
  expect((await sentMails({ site, smtp })).map(({ to }) => to)).toEqual(["full+dana@example.com"]);
  site.clock.advance(HOUR);
  const held = (await sentMails({ site, smtp })).find(({ to }) => to === "full+seller@example.com");
  site.clock.advance(24 * HOUR - 1);
  await confirm(site, held?.token ?? "");
  expect((await login(site, "full+seller@example.com")).statusCode).toBe(200);
});

test("a link that is pressed twice at once, at two sites, works once", async () => {
  const { site, undoToken } = await startWithChangedEmail();
  const other = await startSite({ env: databaseOf(site) });
  const answers = await Promise.all([undo(site, undoToken), undo(other, undoToken)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
});
