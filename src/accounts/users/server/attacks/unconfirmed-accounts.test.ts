// A stranger registers a colleague's address, and waits for the colleague.
import { expect, test } from "vitest";
import { addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { isDrill } from "#test/drill.ts";
import { tokenFor } from "#test/privacy-requests.ts";
import { post } from "#test/requests.ts";
import { addApp, addPasskey, callsWith, partyOf, passkeyOptions } from "#test/second-factor/accounts.ts";
import { Authenticator } from "#test/second-factor/authenticator.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";
import { makeAdmin } from "../make-admin.ts";

const COLLEAGUE = "marcus@example.com";
const NEW_PASSWORD = "nine dry umbrellas";
const ROUNDS = isDrill ? 5 : 1;
const OFF = { env: { RATE_LIMIT: "off" } };

async function registered(site: TestSite) {
  const session = (await post(site, "/api/auth/register", { email: COLLEAGUE, password: PASSWORD })).json();
  return { id: session._id as string, session, call: callsWith(site, session) };
}

async function setConfirmed({ database }: TestSite, id: string, confirmed_at: string | null): Promise<void> {
  await database.transaction((trx) => trx.updateTable("users").set({ confirmed_at }).where("id", "=", id).execute());
}

/** With all that an account could have before it was confirmed: factors are as an earlier version let it have them. */
async function hijacked(site: TestSite) {
  const stranger = await registered(site);
  await setConfirmed(site, stranger.id, site.clock.now().toISOString());
  const { authenticator } = await addPasskey(site, stranger);
  await addApp(site, stranger);
  const begun = (await stranger.call("POST", "/api/account/passkeys/options")).json();
  await stranger.call("POST", "/api/account/email", { email: "stranger@example.com" });
  await setConfirmed(site, stranger.id, null);
  return { ...stranger, authenticator, begun };
}

async function leftOf({ database }: TestSite, userId: string) {
  const tables = [
    "totp_secrets",
    "passkeys",
    "recovery_codes",
    "known_browsers",
    "sign_ins",
    "sign_in_challenges",
  ] as const;
  const left: string[] = [];
  for (const table of tables)
    for (const _row of await database.read.selectFrom(table).selectAll().where("user_id", "=", userId).execute())
      left.push(table);
  const links = database.read.selectFrom("account_links").select("kind").where("user_id", "=", userId);
  for (const { kind } of await links.where("ended_at", "is", null).execute()) left.push(kind);
  return left;
}

test("before the address is confirmed an account gets no second factor, and after it one", async () => {
  const site = await startSite(OFF);
  const { call } = await registered(site);
  const dana = await addSignedIn(site);
  const { challenge, passkey: options } = (await dana.call("POST", "/api/account/passkeys/options")).json();
  const passkey = new Authenticator().register(partyOf(site), options);
  const tries = [
    ["/api/account/totp", undefined],
    ["/api/account/totp/confirm", { code: "123456" }],
    ["/api/account/passkeys/options", undefined],
    ["/api/account/passkeys", { challenge, passkey, name: "Phone" }],
    ["/api/account/recovery-codes", undefined],
  ] as const;
  const answers = [];
  for (const [path, body] of tries) answers.push((await call("POST", path, body)).json().code);
  // The challenge of another person is refused before anything else.
  expect(answers).toEqual([
    "unconfirmed_account",
    "unconfirmed_account",
    "unconfirmed_account",
    "unconfirmed_account",
    "unconfirmed_account",
  ]);
  expect((await call("GET", "/api/account/factors")).json()).toMatchObject({ mayAdd: false, app: null, passkeys: [] });
  const token = await tokenFor(site, COLLEAGUE, "/confirm-email");
  await post(site, "/api/auth/confirm-email", { token, password: PASSWORD });
  expect((await call("GET", "/api/account/factors")).json()).toMatchObject({ mayAdd: true });
  await addPasskey(site, { call });
});

/** Each gives the account to its person with NEW_PASSWORD, and returns what was opened by it. */
const WAYS: Record<string, (site: TestSite, id: string) => Promise<string[]>> = {
  "a reset": async (site) => {
    await post(site, "/api/auth/forgot-password", { email: COLLEAGUE });
    await post(site, "/api/auth/forgot-password", { email: COLLEAGUE });
    const token = await tokenFor(site, COLLEAGUE, "/reset-password");
    expect((await post(site, "/api/auth/reset-password", { token, password: NEW_PASSWORD })).statusCode).toBe(200);
    return [];
  },
  "a new password at confirming": async (site) => {
    const token = await tokenFor(site, COLLEAGUE, "/confirm-email");
    const answer = await post(site, "/api/auth/confirm-email", { token, newPassword: NEW_PASSWORD });
    expect(answer.statusCode, answer.body).toBe(200);
    return [];
  },
  "a promotion with a new password": async (site, id) => {
    const dana = await addSignedIn(site);
    const answer = await dana.call("PUT", `/api/users/${id}`, { role: "admin", password: NEW_PASSWORD });
    expect([answer.statusCode, answer.json().user.role]).toEqual([200, "admin"]);
    return ["confirm-email"];
  },
  "an invitation": async (site) => {
    const dana = await addSignedIn(site);
    const sent = await dana.call("POST", "/api/users/invitations", { email: COLLEAGUE, role: "admin" });
    expect(sent.statusCode, sent.body).toBe(201);
    const token = await tokenFor(site, COLLEAGUE, "/invitation");
    const accepted = await post(site, "/api/auth/accept-invitation", { token, password: NEW_PASSWORD });
    expect([accepted.statusCode, accepted.json().role]).toEqual([201, "admin"]);
    return ["known_browsers", "sign_ins"];
  },
};

test.for(Object.entries(WAYS))("%s ends all that the account had while it was unconfirmed", async ([, way]) => {
  const site = await startSite(OFF);
  const { id, session, call, authenticator } = await hijacked(site);
  expect((await leftOf(site, id)).length).toBeGreaterThan(6);
  const opened = await way(site, id);
  expect((await leftOf(site, id)).sort()).toEqual(opened);
  expect((await call("GET", "/api/account")).statusCode).toBe(401);
  const { refreshToken } = session;
  expect((await post(site, "/api/auth/refresh", { refreshToken })).statusCode).toBe(401);
  const { challenge, passkey: options } = await passkeyOptions(site);
  const passkey = authenticator.authenticate(partyOf(site), options);
  expect((await post(site, "/api/auth/passkey", { challenge, passkey })).statusCode).toBe(401);
  expect((await login(site, COLLEAGUE)).statusCode).toBe(401);
  expect((await login(site, COLLEAGUE, NEW_PASSWORD)).json()).toMatchObject({ success: true, _id: id });
});

test("the command that makes an admin ends all that the account had while it was unconfirmed", async () => {
  const site = await startSite(OFF);
  const { id } = await hijacked(site);
  const { password } = await makeAdmin(site.database, COLLEAGUE, site.clock.now());
  expect(await leftOf(site, id)).toEqual([]);
  const marcus = callsWith(site, (await login(site, COLLEAGUE, password)).json());
  expect((await marcus("GET", "/api/account")).json().account).toMatchObject({ role: "admin", isConfirmed: false });
  await addPasskey(site, { call: marcus });
});

test("a factor or a link that the stranger asks for at the moment of the reset does not stay", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const site = await startSite(OFF);
    const other = await startSite({ env: { ...databaseOf(site), RATE_LIMIT: "off" } });
    const { id, session, begun } = await hijacked(site);
    const passkey = new Authenticator().register(partyOf(site), begun.passkey);
    const call = callsWith(other, session);
    await post(site, "/api/auth/forgot-password", { email: COLLEAGUE });
    const token = await tokenFor(site, COLLEAGUE, "/reset-password");
    const [reset] = await Promise.all([
      post(site, "/api/auth/reset-password", { token, password: NEW_PASSWORD }),
      call("POST", "/api/account/passkeys", { challenge: begun.challenge, passkey, name: "Phone" }),
      call("POST", "/api/account/email", { email: "another@example.com" }),
      call("POST", "/api/account/totp"),
    ]);
    expect(reset.statusCode).toBe(200);
    expect(await leftOf(site, id)).toEqual([]);
  }
});
