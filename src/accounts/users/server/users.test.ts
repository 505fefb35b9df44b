import { expect, test } from "vitest";
import { ALL_DUTIES } from "#platform/access/duties.ts";
import { addAccount, addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { post, sendContactMessage } from "#test/requests.ts";
import { addPasskey, signInWith } from "#test/second-factor/accounts.ts";
import { sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

async function emails(site: TestSite): Promise<string[]> {
  const rows = await site.database.read.selectFrom("users").select("email").orderBy("email").execute();
  return rows.map((row) => row.email);
}

test("an admin sees every account, and nothing of its secrets", async () => {
  const site = await startSite();
  await addAccount(site, { email: "seller@example.com", role: "user", isActive: false });
  site.clock.advance(60);
  const dana = await addSignedIn(site);
  const answer = await dana.call("GET", "/api/users?fields=password_hash&role[$ne]=x");
  expect(answer.json()).toEqual({
    success: true,
    users: [
      {
        _id: dana.user.id,
        email: "dana@example.com",
        name: "",
        confirmed: true,
        role: "admin",
        duties: [...ALL_DUTIES],
        isActive: true,
        active: true,
        lastLoginAt: site.clock.now().toISOString(),
        createdAt: dana.user.created_at,
        hasSecondFactor: false,
      },
      expect.objectContaining({
        email: "seller@example.com",
        role: "user",
        isActive: false,
        active: false,
        lastLoginAt: null,
      }),
    ],
    total: 2,
    active: 1,
    hasMore: false,
  });
});

test("an admin makes an account for a colleague, who can sign in with it", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const answer = await dana.call("POST", "/api/users", {
    email: "marcus@example.com",
    password: PASSWORD,
    role: "admin",
    isActive: true,
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ success: true, user: { email: "marcus@example.com", role: "admin" } });
  expect((await login(site, "marcus@example.com")).statusCode).toBe(200);
  const again = await dana.call("POST", "/api/users", { email: "MARCUS@example.com", password: PASSWORD });
  expect(again.statusCode).toBe(409);
  expect(again.json().code).toBe("email_taken");
});

test("an account without email or password is refused in the product's words", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  for (const body of [{}, { email: "a@example.com" }, { password: PASSWORD }, { email: "", password: "" }]) {
    const answer = await dana.call("POST", "/api/users", body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe("Email and password are required");
  }
});

test("fields of the wrong type are refused", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { id } = await addAccount(site, { email: "seller@example.com", role: "user" });
  const wrong = [
    { email: null },
    { email: 7 },
    { role: "owner" },
    { role: null },
    { isActive: "false" },
    { isActive: 1 },
  ];
  for (const changes of [...wrong, { password: null }, { password: "short" }, { email: "" }]) {
    const put = await dana.call("PUT", `/api/users/${id}`, changes);
    expect(put.statusCode, JSON.stringify(changes)).toBe(400);
    const post = await dana.call("POST", "/api/users", { email: "new@example.com", password: PASSWORD, ...changes });
    expect(post.statusCode, JSON.stringify(changes)).toBe(400);
  }
  expect(await emails(site)).toEqual(["dana@example.com", "seller@example.com"]);
});

test("a change keeps what it does not name, and an empty password keeps the current one", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { user } = await addSignedIn(site, { email: "marcus@example.com" });
  const answer = await dana.call("PUT", `/api/users/${user.id}`, { email: "m.okafor@example.com", password: "" });
  expect(answer.json().user).toMatchObject({ email: "m.okafor@example.com", role: "admin", isActive: true });
  expect((await login(site, "M.Okafor@example.com")).statusCode).toBe(200);
  const taken = await dana.call("PUT", `/api/users/${user.id}`, { email: "DANA@example.com" });
  expect(taken.statusCode).toBe(409);
  expect(taken.json().code).toBe("email_taken");
  const same = await dana.call("PUT", `/api/users/${user.id}`, { email: "M.Okafor@Example.com" });
  expect(same.json().user.email).toBe("M.Okafor@Example.com");
});

test("a short new password is refused in words", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const answer = await dana.call("PUT", `/api/users/${dana.user.id}`, { password: "short" });
  expect(answer.json().fields).toEqual({ password: "Please use at least 8 characters" });
});

test("a new password set by an admin ends every sign-in of the account", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  await dana.call("PUT", `/api/users/${marcus.user.id}`, { password: "nine dry umbrellas" });
  expect((await marcus.call("GET", "/api/users")).statusCode).toBe(401);
  const payload = { refreshToken: marcus.session.refreshToken };
  expect((await post(site, "/api/auth/refresh", payload)).statusCode).toBe(401);
  expect((await login(site, "marcus@example.com")).statusCode).toBe(401);
  expect((await login(site, "marcus@example.com", "nine dry umbrellas")).statusCode).toBe(200);
});

test("a deactivated colleague is out at the next call, and activating them revives no old sign-in", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  const toggle = () => dana.call("PATCH", `/api/users/${marcus.user.id}/toggle-active`);
  expect((await toggle()).json()).toMatchObject({ success: true, user: { isActive: false, active: false } });
  expect((await marcus.call("GET", "/api/users")).statusCode).toBe(401);
  expect((await toggle()).json().user.isActive).toBe(true);
  expect((await marcus.call("GET", "/api/users")).statusCode).toBe(401);
});

test("a deleted colleague is out, a demoted one is refused, at once", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  const elena = await addSignedIn(site, { email: "elena@example.com" });
  await dana.call("PUT", `/api/users/${marcus.user.id}`, { role: "user" });
  expect((await marcus.call("GET", "/api/users")).statusCode).toBe(403);
  expect((await dana.call("DELETE", `/api/users/${elena.user.id}`)).statusCode).toBe(200);
  expect((await elena.call("GET", "/api/users")).statusCode).toBe(401);
  expect((await dana.call("DELETE", `/api/users/${elena.user.id}`)).statusCode).toBe(404);
  for (const id of ["nobody", "%00", "..%2f..", "0".repeat(26)])
    expect((await dana.call("PATCH", `/api/users/${id}/toggle-active`)).statusCode, id).toBe(404);
});

test("the last active admin cannot be removed, demoted or deactivated, nor can admins do that to themselves", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  await addAccount(site, { email: "retired@example.com", isActive: false });
  const own = `/api/users/${dana.user.id}`;
  const refusals = async () => [
    await dana.call("DELETE", own),
    await dana.call("PUT", own, { role: "user" }),
    await dana.call("PUT", own, { isActive: false }),
    await dana.call("PATCH", `${own}/toggle-active`),
  ];
  for (const answer of await refusals()) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json().code).toBe("last_admin");
  }
  await addAccount(site, { email: "marcus@example.com" });
  for (const answer of await refusals()) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json().code).toBe("self_change");
  }
  expect((await dana.call("PUT", own, { email: "dana.w@example.com", role: "admin" })).statusCode).toBe(200);
});

test("of two admins who delete each other at the same instant, one stays", async () => {
  const site = await startSite();
  for (let round = 0; round < 10; round++) {
    const dana = await addSignedIn(site, { email: `dana${round}@example.com` });
    const marcus = await addSignedIn(site, { email: `marcus${round}@example.com` });
    const answers = await Promise.all([
      dana.call("DELETE", `/api/users/${marcus.user.id}`),
      marcus.call("DELETE", `/api/users/${dana.user.id}`),
    ]);
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const left = await emails(site);
    expect(left).toHaveLength(1);
    await site.database.transaction((trx) =>
      trx
        .deleteFrom("users")
        .execute()
        .then(() => {}),
    );
  }
});

test("of two admins who demote and deactivate each other at the same instant, one stays active", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  const answers = await Promise.all([
    dana.call("PUT", `/api/users/${marcus.user.id}`, { role: "user" }),
    marcus.call("PATCH", `/api/users/${dana.user.id}/toggle-active`),
  ]);
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
});

test("the history keeps who did what to an account, after the account is gone too, without its e-mail", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const made = await dana.call("POST", "/api/users", { email: "marcus@example.com", password: PASSWORD, role: "user" });
  const { _id: id } = made.json().user;
  await dana.call("PUT", `/api/users/${id}`, { role: "admin", password: `${PASSWORD} two` });
  await dana.call("PUT", `/api/users/${id}`, { role: "admin" });
  await dana.call("PATCH", `/api/users/${id}/toggle-active`);
  await dana.call("PUT", `/api/users/${id}`, { isActive: true, email: "m@example.com" });
  await dana.call("DELETE", `/api/users/${id}`);
  const lines = await site.database.read.selectFrom("history").selectAll().orderBy("id").execute();
  expect(lines.map(({ action }) => action)).toEqual([
    "created",
    "role",
    "password",
    "deactivated",
    "email",
    "activated",
    "deleted",
  ]);
  for (const line of lines)
    expect(line).toMatchObject({ subject_kind: "account", subject_id: id, actor: "dana@example.com" });
  expect(lines[1]?.detail).toBe(JSON.stringify({ from: "user", to: "admin" }));
  expect(JSON.stringify(lines)).not.toMatch(/marcus@|m@example/);
});

test("an account that a stranger may have registered becomes an admin only with a new password in the same call", async () => {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  const { _id } = (await post(site, "/api/auth/register", { email: "marcus@example.com", password: PASSWORD })).json();
  const change = (changes: object) => dana.call("PUT", `/api/users/${_id}`, changes);
  await change({ password: "eight red umbrellas" });
  for (const changes of [
    { role: "admin" },
    { role: "admin", password: "" },
    { role: "admin", email: "m@example.com" },
  ]) {
    const answer = await change(changes);
    expect([answer.statusCode, answer.json().code, Object.keys(answer.json().fields)]).toEqual([
      409,
      "unconfirmed_account",
      ["password"],
    ]);
  }
  expect((await login(site, "marcus@example.com", "eight red umbrellas")).json()).toMatchObject({ role: "user" });
  await sentMails({ site, smtp });
  const promoted = await change({ role: "admin", password: "nine dry umbrellas" });
  expect(promoted.json().user).toMatchObject({ role: "admin", email: "marcus@example.com", confirmed: false });
  expect((await login(site, "marcus@example.com", "eight red umbrellas")).statusCode).toBe(401);
  const sent = await sentMails({ site, smtp });
  const link = sent.find(({ subject }) => subject === "Please confirm your e-mail address");
  expect(link).toMatchObject({
    to: "marcus@example.com",
    text: expect.stringContaining("dana@example.com has entered"),
  });
  expect((await post(site, "/api/auth/confirm-email", { token: link?.token })).statusCode).toBe(200);
  expect((await login(site, "marcus@example.com", "nine dry umbrellas")).json()).toMatchObject({ confirmed: true });
  // An admin vouched for the account: as a user again, it needs no new password to become an admin again.
  for (const role of ["user", "admin"]) expect((await change({ role })).statusCode).toBe(200);
});

const CHANGED = "m.okafor@example.com";

/** Marcus wants mails about visitors, has a passkey, and Dana gives him another address. */
async function withChangedAddress(env: Record<string, string> = {}) {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off", ...env } });
  const dana = await addSignedIn(site);
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  const { recoveryCodes } = await addPasskey(site, marcus);
  await marcus.call("PATCH", "/api/account", { notices: { messages: true } });
  const change = (changes: object) => dana.call("PUT", `/api/users/${marcus.user.id}`, changes);
  const hears = async () => {
    await sendContactMessage(site);
    const sent = await sentMails({ site, smtp });
    return sent.some(({ to, subject }) => to.includes(CHANGED) && subject.startsWith("New message"));
  };
  expect((await change({ email: CHANGED })).json().user.confirmed).toBe(false);
  return { site, smtp, marcus, recoveryCodes, change, hears };
}

test("an address that an admin changes gets no mail about visitors until its link is pressed, and signs in as before", async () => {
  const { site, smtp, marcus, recoveryCodes, hears } = await withChangedAddress();
  const mails = await sentMails({ site, smtp });
  const link = mails.find(({ to, subject }) => to === CHANGED && subject === "Please confirm your e-mail address");
  expect(await hears()).toBe(false);
  const isConfirmed = async () => (await marcus.call("GET", "/api/account")).json().account.isConfirmed;
  expect(await isConfirmed()).toBe(false);
  await marcus.call("POST", "/api/account/confirmation");
  const [again] = await sentMails({ site, smtp });
  expect(again?.text).toContain("An admin has entered this e-mail address for your account");
  const signedIn = await signInWith(site, { recoveryCode: recoveryCodes[0] }, CHANGED);
  expect(signedIn.json()).toMatchObject({ success: true, role: "admin", confirmed: false });
  expect((await post(site, "/api/auth/confirm-email", { token: link?.token })).statusCode).toBe(404);
  expect((await post(site, "/api/auth/confirm-email", { token: again?.token })).statusCode).toBe(200);
  expect([await isConfirmed(), await hears()]).toEqual([true, true]);
});

test("a new password by mail shows that a changed address is the person's, and leaves the second factor", async () => {
  const { site, smtp, marcus, hears } = await withChangedAddress();
  await post(site, "/api/auth/forgot-password", { email: CHANGED });
  const token = (await sentMails({ site, smtp })).find(({ subject }) => subject === "Set a new password")?.token;
  await post(site, "/api/auth/reset-password", { token, password: "nine dry umbrellas" });
  expect((await login(site, CHANGED, "nine dry umbrellas")).json().code).toBe("second_factor_required");
  expect((await marcus.call("GET", "/api/account")).statusCode).toBe(401);
  expect(await hears()).toBe(true);
});

test("without a mail server an admin vouches for an address, and with one only its link does", async () => {
  const withMail = await withChangedAddress();
  const refused = await withMail.change({ confirmed: true });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["confirmed"]]);
  expect(await withMail.hears()).toBe(false);

  const site = await startSite();
  const dana = await addSignedIn(site);
  const { _id } = (await post(site, "/api/auth/register", { email: "marcus@example.com", password: PASSWORD })).json();
  const change = (changes: object) => dana.call("PUT", `/api/users/${_id}`, changes);
  expect((await change({ confirmed: false })).statusCode).toBe(400);
  expect((await change({ confirmed: true })).json().code).toBe("unconfirmed_account");
  const vouched = await change({ confirmed: true, password: "nine dry umbrellas" });
  expect(vouched.json().user).toMatchObject({ confirmed: true, role: "user" });
  const { history } = (await dana.call("GET", `/api/users/${_id}/history`)).json();
  expect(history).toContainEqual(expect.objectContaining({ action: "email", to: "vouched for" }));
  expect((await change({ email: CHANGED })).json().user.confirmed).toBe(false);
  expect((await change({ email: "marcus@example.com", confirmed: true })).json().user.confirmed).toBe(true);
  expect((await change({ role: "admin" })).statusCode).toBe(200);
});
