import { expect, test } from "vitest";
import { addAccount, addSignedIn, BROWSER, login, PASSWORD } from "#test/accounts.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { addApp, addPasskey } from "#test/second-factor/accounts.ts";
import { databaseOf, sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const NEW_PASSWORD = "eleven dry raincoats";
const NEW_EMAIL = "dana.reyes@example.com";

type SignedInAccount = Awaited<ReturnType<typeof addSignedIn>>;

const changePassword = ({ call }: SignedInAccount, current = PASSWORD, password = NEW_PASSWORD) =>
  call("POST", "/api/account/password", { current, password });

test("an account shows itself, takes a name, and takes mails from admins only", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const seller = await addSignedIn(site, { email: "seller@example.com", role: "user" });
  expect((await dana.call("GET", "/api/account")).json().account).toEqual({
    email: "dana@example.com",
    name: "",
    role: "admin",
    isConfirmed: true,
    newEmail: null,
    notices: { morning: false, bookings: false, messages: false },
    videoLink: "",
  });
  const changes = { name: " Dana Reyes-Núñez ", notices: { morning: true, messages: true } };
  expect((await dana.call("PATCH", "/api/account", changes)).json().account).toMatchObject({
    name: "Dana Reyes-Núñez",
    notices: { morning: true, bookings: false, messages: true },
  });
  expect((await dana.call("GET", "/api/day")).json().morningMail).toBe(true);
  expect((await dana.call("PATCH", "/api/account", { notices: { morning: false } })).json().account.notices).toEqual({
    morning: false,
    bookings: false,
    messages: true,
  });
  expect((await dana.call("PATCH", "/api/account", { name: "win at evil.example.com" })).statusCode).toBe(400);
  for (const videoLink of [
    "http://video.example/x",
    "https://dana@video.example",
    "https://a b",
    "javascript:alert(1)",
  ])
    expect((await dana.call("PATCH", "/api/account", { videoLink })).json().fields, videoLink).toHaveProperty(
      "videoLink",
    );
  const videoLink = "https://video.example/dana?pwd=a%20b";
  expect((await dana.call("PATCH", "/api/account", { videoLink })).json().account.videoLink).toBe(videoLink);
  expect((await seller.call("PATCH", "/api/account", { videoLink })).json().code).toBe("forbidden");
  expect((await seller.call("PATCH", "/api/account", { notices: { bookings: true } })).json().code).toBe("forbidden");
  const own = (
    await seller.call("PATCH", "/api/account", { name: "Sol", role: "admin", email: "x@example.com" })
  ).json();
  expect(own.account).toEqual({
    email: "seller@example.com",
    name: "Sol",
    role: "user",
    isConfirmed: true,
    newEmail: null,
  });
});

test("a new password needs the present one, keeps this sign-in, ends the others, and causes a mail", async () => {
  const { site, smtp } = await startSiteWithMail();
  const here = await addSignedIn(site);
  const there = (await login(site, "dana@example.com")).json();
  const wrong = await changePassword(here, "seven dry umbrellas");
  expect(wrong.statusCode).toBe(409);
  expect(wrong.json()).toMatchObject({ code: "wrong_password", fields: { current: "The password is not right." } });
  expect((await changePassword(here, PASSWORD, "12345678")).json().fields.password).toContain("most common");

  expect((await changePassword(here)).statusCode).toBe(200);
  expect((await here.call("GET", "/api/account")).statusCode).toBe(200);
  expect((await post(site, "/api/auth/refresh", { refreshToken: here.session.refreshToken })).statusCode).toBe(200);
  expect((await post(site, "/api/auth/refresh", { refreshToken: there.refreshToken })).statusCode).toBe(401);
  expect((await login(site, "dana@example.com")).statusCode).toBe(401);
  expect((await login(site, "dana@example.com", NEW_PASSWORD)).statusCode).toBe(200);
  expect(await sentMails({ site, smtp })).toMatchObject([
    { to: "dana@example.com", subject: "Your password was changed" },
  ]);
});

test("ten wrong passwords in a sign-in stop its guesses, also twenty at once, and no other sign-in", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const guess = () => dana.call("POST", "/api/account/proof", { password: "seven dry umbrellas" });
  const answers = await Promise.all(Array.from({ length: 20 }, guess));
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(10);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  expect((await changePassword(dana)).statusCode).toBe(429);
  const { accessToken } = (await login(site, "dana@example.com")).json();
  const elsewhere = await site.app.inject({
    method: "POST",
    url: "/api/account/password",
    headers: { authorization: `Bearer ${accessToken}` },
    payload: { current: PASSWORD, password: NEW_PASSWORD },
  });
  expect(elsewhere.statusCode).toBe(200);
});

test("of two new passwords at once, at two sites, one counts and the other person learns of it", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site), DATA_DIR: site.config.dataDir } });
  const dana = await addSignedIn(site);
  const send = ({ app }: TestSite, password: string) =>
    app.inject({
      method: "POST",
      url: "/api/account/password",
      headers: { authorization: `Bearer ${dana.session.accessToken}` },
      payload: { current: PASSWORD, password },
    });
  const passwords = [NEW_PASSWORD, "nine green umbrellas"];
  const answers = await Promise.all([send(site, passwords[0] ?? ""), send(other, passwords[1] ?? "")]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const winner = passwords[answers.findIndex(({ statusCode }) => statusCode === 200)];
  expect((await login(site, "dana@example.com", winner)).statusCode).toBe(200);
});

test("sign-ins are listed with their device, this one first, and one or all others end at once", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";
  const elsewhere = async (userAgent: string) => {
    site.clock.advance(1);
    const headers = { cookie: `browser=${BROWSER}`, "user-agent": userAgent };
    const credentials = { email: "dana@example.com", password: PASSWORD };
    return (await post(site, "/api/auth/login", credentials, { headers })).json().accessToken;
  };
  const tokens = [await elsewhere(firefox), await elsewhere(""), await elsewhere("<script>")];
  const opens = async (token: string) => {
    const answer = await site.app.inject({ url: "/api/account", headers: { authorization: `Bearer ${token}` } });
    return answer.statusCode === 200;
  };
  const { sessions } = (await dana.call("GET", "/api/account/sessions")).json();
  expect(sessions.map(({ device, current }: { device: string; current: boolean }) => [device, current])).toEqual([
    [expect.any(String), true],
    ["An unknown browser", false],
    ["An unknown browser", false],
    ["Firefox on Windows", false],
  ]);
  expect(JSON.stringify(sessions)).not.toMatch(/hash|127\.0\.0\.1/);
  expect((await dana.call("DELETE", `/api/account/sessions/${sessions[3]._id}`)).statusCode).toBe(200);
  expect(await Promise.all(tokens.map(opens))).toEqual([false, true, true]);
  expect((await dana.call("DELETE", `/api/account/sessions/${sessions[3]._id}`)).statusCode).toBe(404);
  const stranger = await addSignedIn(site, { email: "seller@example.com", role: "user" });
  expect((await stranger.call("DELETE", `/api/account/sessions/${sessions[0]._id}`)).statusCode).toBe(404);
  expect((await dana.call("DELETE", "/api/account/sessions")).statusCode).toBe(200);
  expect(await Promise.all(tokens.map(opens))).toEqual([false, false, false]);
  expect((await dana.call("GET", "/api/account/sessions")).json().sessions).toHaveLength(1);
});

test("an admin who wants them gets mails of bookings and messages, and none when demoted or deactivated", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { STAFF_EMAIL: "office@example.com" } });
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const notices = { bookings: true, messages: true };
  for (const email of ["lee@example.com", "mia@example.com", "office@example.com"]) {
    const admin = await addSignedIn(site, { email });
    await admin.call("PATCH", "/api/account", { notices: email.startsWith("mia") ? { bookings: true } : notices });
  }
  const recipientsOf = async (subject: string) =>
    (await sentMails({ site, smtp }))
      .find((mail) => mail.subject?.startsWith(subject))
      ?.to.split(",")
      .sort();
  await bookMeeting(site);
  expect(await recipientsOf("New booking")).toEqual(["lee@example.com", "mia@example.com", "office@example.com"]);
  await sendContactMessage(site);
  expect(await recipientsOf("New message")).toEqual(["lee@example.com", "office@example.com"]);
  const { users } = (await boss.call("GET", "/api/users")).json();
  const idOf = (email: string) => users.find((user: { email: string }) => user.email === email)._id;
  await boss.call("PUT", `/api/users/${idOf("lee@example.com")}`, { role: "user" });
  await boss.call("PATCH", `/api/users/${idOf("mia@example.com")}/toggle-active`);
  await bookMeeting(site, { email: "second@example.com", phone: "(217) 555-0143", meetingTime: "2:00 PM" });
  expect(await recipientsOf("New booking")).toEqual(["office@example.com"]);
});

test("a password or an address that an admin sets causes a mail to the person", async () => {
  const { site, smtp } = await startSiteWithMail();
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const dana = await addAccount(site);
  const change = (changes: object) => boss.call("PUT", `/api/users/${dana.id}`, changes);
  await change({ email: "dana@example.com", password: "", role: "admin", isActive: true });
  expect(await sentMails({ site, smtp })).toEqual([]);
  await change({ email: NEW_EMAIL, password: NEW_PASSWORD });
  const sent = await sentMails({ site, smtp });
  expect(sent.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    [NEW_EMAIL, "A new password was set for your account"],
    [NEW_EMAIL, "Please confirm your e-mail address"],
    ["dana@example.com", "Your account has another e-mail address"],
  ]);
  for (const { text } of sent) expect(text.toLowerCase()).toMatch(/by boss@example\.com|boss@example\.com has entered/);
});

test("the choices of an account are deleted with it", async () => {
  const site = await startSite();
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const dana = await addSignedIn(site);
  await dana.call("PATCH", "/api/account", { notices: { bookings: true } });
  await boss.call("DELETE", `/api/users/${dana.user.id}`);
  expect(await site.database.read.selectFrom("account_notices").selectAll().execute()).toEqual([]);
});

test("an export of an account has its factors, browsers and sign-ins, and no secret of them; an erasure leaves none", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const colleague = await addSignedIn(site, { email: "elena@example.com" });
  const { secret, recoveryCodes } = await addApp(site, colleague);
  await addPasskey(site, colleague);
  const answer = await dana.call("POST", "/api/people/export", { email: "elena@example.com" });
  const [account] = answer.json().accounts;
  expect(account).toMatchObject({ email: "elena@example.com", app: { confirmedAt: expect.any(String) } });
  expect([account.passkeys, account.browsers, account.sessions].map((all) => all.length)).toEqual([1, 1, 1]);
  expect(account.recoveryCodes).toHaveLength(10);
  for (const hidden of [secret, ...recoveryCodes, colleague.session.refreshToken ?? "argon2"])
    expect(answer.body).not.toContain(hidden);
  expect((await dana.call("POST", "/api/people/erasure", { email: "elena@example.com" })).statusCode).toBe(200);
  for (const table of ["totp_secrets", "passkeys", "recovery_codes", "known_browsers", "account_notices"] as const)
    expect(
      await site.database.read.selectFrom(table).select("user_id").where("user_id", "=", colleague.user.id).execute(),
    ).toEqual([]);
});
