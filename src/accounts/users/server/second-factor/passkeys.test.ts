import { expect, test } from "vitest";
import { addSignedIn, login } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import { addPasskey, firstStep, partyOf, passkeyOptions, secondStep } from "#test/second-factor/accounts.ts";
import { Authenticator } from "#test/second-factor/authenticator.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";

/** Signs in with a passkey alone. */
async function passkeySignIn(site: TestSite, authenticator: Authenticator, change: object = {}) {
  const { challenge, passkey } = await passkeyOptions(site);
  const assertion = authenticator.authenticate({ ...partyOf(site), ...change }, passkey);
  return post(site, "/api/auth/passkey", { challenge, passkey: assertion });
}

/** Signs in with the password and a passkey. */
async function bothSteps(site: TestSite, authenticator: Authenticator, change: object = {}) {
  const { challenge, passkey } = await firstStep(site);
  if (!passkey) throw new Error("No passkey is asked for.");
  const assertion = authenticator.authenticate({ ...partyOf(site), ...change }, passkey, change);
  return secondStep(site, challenge, { passkey: assertion });
}

test("a passkey is the second step after the password, and a sign-in of its own", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { authenticator, recoveryCodes } = await addPasskey(site, dana);
  expect(recoveryCodes).toHaveLength(10);
  expect((await dana.call("GET", "/api/account/factors")).json()).toMatchObject({
    app: null,
    passkeys: [{ name: "Phone", lastUsedAt: null, works: true }],
    recoveryCodes: { left: 10 },
  });
  const asked = await firstStep(site);
  expect(asked).toMatchObject({
    methods: ["passkey", "recoveryCode"],
    passkey: { rpId: "localhost", allowCredentials: [{ id: authenticator.id.toString("base64url") }] },
  });
  expect((await bothSteps(site, authenticator)).json()).toMatchObject({ success: true, email: "dana@example.com" });
  expect((await bothSteps(site, authenticator, { isVerified: false })).statusCode).toBe(200);
  expect((await passkeySignIn(site, authenticator)).json()).toMatchObject({ email: "dana@example.com" });
});

test("a passkey that did not make sure of the person is no sign-in of its own", async () => {
  const site = await startSite();
  const { authenticator } = await addPasskey(site, await addSignedIn(site));
  const { challenge, passkey } = await passkeyOptions(site);
  expect(passkey).toMatchObject({ userVerification: "required", rpId: "localhost" });
  const unverified = authenticator.authenticate(partyOf(site), passkey, { isVerified: false });
  expect((await post(site, "/api/auth/passkey", { challenge, passkey: unverified })).statusCode).toBe(401);
});

test("no passkey of another origin, host, key, person or challenge signs in, whatever the host header says", async () => {
  const site = await startSite();
  const { authenticator } = await addPasskey(site, await addSignedIn(site));
  const marcus = await addPasskey(site, await addSignedIn(site, { email: "marcus@example.com" }));
  const party = partyOf(site);
  for (const change of [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { origin: "http://localhost" }]) {
    expect((await passkeySignIn(site, authenticator, change)).statusCode, JSON.stringify(change)).toBe(401);
    expect((await bothSteps(site, authenticator, change)).statusCode, JSON.stringify(change)).toBe(401);
  }
  expect((await bothSteps(site, marcus.authenticator)).statusCode).toBe(401);
  expect((await passkeySignIn(site, new Authenticator())).statusCode).toBe(401);

  const { challenge, passkey } = await passkeyOptions(site);
  const answers = authenticator.authenticate(party, passkey);
  const { challenge: otherChallenge } = await passkeyOptions(site);
  expect((await post(site, "/api/auth/passkey", { challenge: otherChallenge, passkey: answers })).statusCode).toBe(401);
  const forged = { ...answers, response: { ...answers.response, userHandle: "bWFyY3Vz" } };
  expect((await post(site, "/api/auth/passkey", { challenge, passkey: forged })).statusCode).toBe(401);
  const flipped = { ...answers, response: { ...answers.response, signature: "AAAA" } };
  expect((await post(site, "/api/auth/passkey", { challenge, passkey: flipped })).statusCode).toBe(401);
  expect((await post(site, "/api/auth/passkey", { challenge, passkey: answers })).statusCode).toBe(200);

  const evil = { headers: { host: "evil.example", "x-forwarded-host": "evil.example" } };
  expect((await post(site, "/api/auth/passkey/options", undefined, evil)).json().passkey.rpId).toBe("localhost");
});

test("an answer of a passkey works once, also on two sites with one database at the same moment", async () => {
  const site = await startSite();
  const { authenticator } = await addPasskey(site, await addSignedIn(site));
  const other = await startSite({ env: databaseOf(site) });
  const { challenge, passkey } = await passkeyOptions(site);
  const answer = { challenge, passkey: authenticator.authenticate(partyOf(site), passkey) };
  const answers = await Promise.all(
    [site, other, site, other].map((where) => post(where, "/api/auth/passkey", answer)),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
});

test("an authenticator that counts and goes back is a copy, and is refused; one that never counts works", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const counting = new Authenticator({ counter: 5 });
  await addPasskey(site, dana, counting);
  expect((await passkeySignIn(site, counting)).statusCode).toBe(200);
  counting.counter = 5;
  expect((await passkeySignIn(site, counting)).statusCode).toBe(401);
  counting.counter = 20;
  expect((await passkeySignIn(site, counting)).statusCode).toBe(200);
  const silent = await addPasskey(site, dana);
  for (let round = 0; round < 2; round++)
    expect((await passkeySignIn(site, silent.authenticator)).statusCode).toBe(200);
});

test("a passkey is made for the session that asked, once, and not twice on one account", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  const { challenge, passkey: options } = (await dana.call("POST", "/api/account/passkeys/options")).json();
  expect(options).toMatchObject({
    rp: { id: "localhost", name: "Porchlight Home Buyers" },
    user: { name: "dana@example.com" },
  });
  const authenticator = new Authenticator();
  const passkey = authenticator.register(partyOf(site), options);
  const stolen = await marcus.call("POST", "/api/account/passkeys", { challenge, passkey });
  expect(stolen.json().code).toBe("factor_refused");
  const forged = authenticator.register({ ...partyOf(site), origin: "https://evil.example" }, options);
  expect((await dana.call("POST", "/api/account/passkeys", { challenge, passkey: forged })).statusCode).toBe(409);
  expect((await dana.call("POST", "/api/account/passkeys", { challenge, passkey })).statusCode).toBe(201);
  expect((await dana.call("POST", "/api/account/passkeys", { challenge, passkey })).statusCode).toBe(409);

  const again = (await marcus.call("POST", "/api/account/passkeys/options")).json();
  const copied = authenticator.register(partyOf(site), again.passkey);
  const taken = await marcus.call("POST", "/api/account/passkeys", { challenge: again.challenge, passkey: copied });
  expect(taken.json()).toMatchObject({ code: "factor_refused", message: "This passkey is known already." });
});

test("a passkey is named and removed by its own account only, and removing the last factor ends the codes", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  const { authenticator } = await addPasskey(site, dana);
  const factors = async () => (await dana.call("GET", "/api/account/factors")).json();
  const url = `/api/account/passkeys/${(await factors()).passkeys[0]._id}`;
  expect((await marcus.call("PATCH", url, { name: "Mine" })).statusCode).toBe(404);
  expect((await marcus.call("DELETE", url)).statusCode).toBe(404);
  expect((await dana.call("PATCH", url, { name: " " })).statusCode).toBe(400);
  expect((await dana.call("PATCH", url, { name: "Key ring" })).statusCode).toBe(200);
  expect((await factors()).passkeys).toMatchObject([{ name: "Key ring" }]);
  expect((await dana.call("DELETE", url)).statusCode).toBe(200);
  expect(await factors()).toMatchObject({ passkeys: [], recoveryCodes: { left: 0 } });
  expect((await passkeySignIn(site, authenticator)).statusCode).toBe(401);
  expect((await login(site, "dana@example.com")).statusCode).toBe(200);
});

test("a passkey of another host still guards the account, and recovery codes open it", async () => {
  const site = await startSite();
  const { recoveryCodes } = await addPasskey(site, await addSignedIn(site));
  const moved = await startSite({ env: { ...databaseOf(site), PUBLIC_URL: "https://new.example.com" } });
  const asked = await firstStep(moved);
  expect(asked.methods).toEqual(["recoveryCode"]);
  expect((await secondStep(moved, asked.challenge, { recoveryCode: recoveryCodes[0] })).statusCode).toBe(200);
});

test("an inactive account's passkey says so and does not sign in", async () => {
  const site = await startSite();
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const dana = await addSignedIn(site);
  const { authenticator } = await addPasskey(site, dana);
  await boss.call("PATCH", `/api/users/${dana.user.id}/toggle-active`);
  expect((await passkeySignIn(site, authenticator)).json().code).toBe("account_inactive");
  await boss.call("DELETE", `/api/users/${dana.user.id}`);
  expect((await passkeySignIn(site, authenticator)).json().code).toBe("second_factor_wrong");
});

test("one address asks for 120 passkey challenges in ten minutes, and no more", async () => {
  const site = await startSite();
  const ask = () => post(site, "/api/auth/passkey/options");
  const answers = await Promise.all(Array.from({ length: 121 }, ask));
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 429)).toHaveLength(1);
  site.clock.advance(601);
  expect((await ask()).statusCode).toBe(200);
  const { count } = await site.database.read
    .selectFrom("sign_in_challenges")
    .select((is) => is.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});
