import { expect, test } from "vitest";
import { addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import { addApp, codeOf, firstStep, secondStep, signInWith } from "#test/second-factor/accounts.ts";
import { databaseOf, startSite } from "#test/server.ts";

const WRONG = { code: "000000" };

test("an authenticator app counts once a code of it was given, and then the password alone does not sign in", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { secret, url } = (await dana.call("POST", "/api/account/totp")).json();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(url).toContain(`secret=${secret}`);
  expect(url).toMatch(/^otpauth:\/\/totp\/Porchlight.*dana%40example\.com\?issuer=Porchlight/);
  expect((await login(site, "dana@example.com")).statusCode).toBe(200);
  const refused = await dana.call("POST", "/api/account/totp/confirm", WRONG);
  expect(refused.json()).toMatchObject({ code: "factor_refused", fields: { code: expect.any(String) } });
  expect((await login(site, "dana@example.com")).statusCode).toBe(200);

  const confirmed = await dana.call("POST", "/api/account/totp/confirm", { code: codeOf(secret, site) });
  expect(confirmed.json().recoveryCodes).toHaveLength(10);
  site.clock.advance(30);
  const asked = await firstStep(site);
  expect(asked).toMatchObject({ success: false, methods: ["code", "recoveryCode"] });
  expect(asked).not.toHaveProperty("passkey");
  expect(JSON.stringify(asked)).not.toMatch(/accessToken|refreshToken/);
  const signedIn = await secondStep(site, asked.challenge, { code: codeOf(secret, site) });
  expect(signedIn.json()).toMatchObject({ success: true, email: "dana@example.com", accessToken: expect.any(String) });
});

test("a wrong password gets the same answer with and without a second factor", async () => {
  const site = await startSite();
  await addApp(site, await addSignedIn(site));
  await addSignedIn(site, { email: "marcus@example.com" });
  const answers = await Promise.all(
    ["dana@example.com", "marcus@example.com", "nobody@example.com"].map((email) => login(site, email, "wrong one")),
  );
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

test("a code works once, also on two sites with one database at the same moment", async () => {
  const site = await startSite();
  const { secret } = await addApp(site, await addSignedIn(site));
  const other = await startSite({ env: databaseOf(site) });
  other.clock.set(site.clock.now().toISOString());
  const code = codeOf(secret, site);
  const steps = await Promise.all([firstStep(site), firstStep(other), firstStep(site), firstStep(other)]);
  const answers = await Promise.all(
    steps.map(({ challenge }, index) => secondStep(index % 2 ? other : site, challenge, { code })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
  const again = await signInWith(site, { code });
  expect(again.json()).toMatchObject({
    code: "second_factor_wrong",
    fields: { code: "This code was used already. Please wait for the next one." },
  });
});

test("the clock of a phone may be one step off, not two, and no earlier code works after a later one", async () => {
  const site = await startSite();
  const { secret } = await addApp(site, await addSignedIn(site));
  site.clock.advance(600);
  for (const steps of [-2, 2])
    expect((await signInWith(site, { code: codeOf(secret, site, steps) })).statusCode).toBe(401);
  for (const steps of [-1, 0, 1])
    expect((await signInWith(site, { code: codeOf(secret, site, steps) })).statusCode).toBe(200);
  for (const steps of [-1, 0, 1])
    expect((await signInWith(site, { code: codeOf(secret, site, steps) })).statusCode).toBe(401);
  site.clock.advance(60);
  expect((await signInWith(site, { code: codeOf(secret, site) })).statusCode).toBe(200);
});

test("after a clock went back, no code that was used works again", async () => {
  const site = await startSite();
  const { secret } = await addApp(site, await addSignedIn(site));
  site.clock.advance(120);
  const code = codeOf(secret, site);
  expect((await signInWith(site, { code })).statusCode).toBe(200);
  site.clock.advance(-60);
  expect((await signInWith(site, { code: codeOf(secret, site) })).statusCode).toBe(401);
  site.clock.advance(60);
  expect((await signInWith(site, { code })).statusCode).toBe(401);
  site.clock.advance(30);
  expect((await signInWith(site, { code: codeOf(secret, site) })).statusCode).toBe(200);
});

test("a challenge takes five tries, however they arrive, ends after ten minutes, and works once", async () => {
  const site = await startSite();
  const { secret } = await addApp(site, await addSignedIn(site));
  const { challenge } = await firstStep(site);
  const tries = await Promise.all(Array.from({ length: 20 }, () => secondStep(site, challenge, WRONG)));
  const codes = tries.map((answer) => answer.json().code);
  expect(codes.filter((code) => code === "second_factor_wrong")).toHaveLength(5);
  expect(codes.filter((code) => code === "challenge_ended")).toHaveLength(15);
  const code = () => ({ code: codeOf(secret, site) });
  expect((await secondStep(site, challenge, code())).json().code).toBe("challenge_ended");

  const late = await firstStep(site);
  site.clock.advance(601);
  expect((await secondStep(site, late.challenge, code())).json().code).toBe("challenge_ended");

  const ahead = await firstStep(site);
  site.clock.advance(-3600);
  expect((await secondStep(site, ahead.challenge, code())).json().code).toBe("challenge_ended");
  site.clock.advance(3600);

  const used = await firstStep(site);
  expect((await secondStep(site, used.challenge, code())).statusCode).toBe(200);
  site.clock.advance(30);
  expect((await secondStep(site, used.challenge, code())).json().code).toBe("challenge_ended");
});

test("a challenge dies with the password that it followed, and with the account's activity", async () => {
  const site = await startSite();
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  const dana = await addSignedIn(site);
  const { secret } = await addApp(site, dana);
  for (const change of [{ password: PASSWORD }, { isActive: false }]) {
    const { challenge } = await firstStep(site);
    await boss.call("PUT", `/api/users/${dana.user.id}`, change);
    const answer = await secondStep(site, challenge, { code: codeOf(secret, site) });
    expect(answer.json().code, JSON.stringify(change)).toBe("challenge_ended");
  }
  expect((await login(site, "dana@example.com")).json().code).toBe("account_inactive");
});

test("after thirty wrong codes within an hour codes wait, and recovery codes go on", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { secret, recoveryCodes } = await addApp(site, await addSignedIn(site));
  for (let round = 0; round < 6; round++) {
    const { challenge } = await firstStep(site);
    for (let tries = 0; tries < 5; tries++)
      expect((await secondStep(site, challenge, WRONG)).json().code).toBe("second_factor_wrong");
  }
  const waits = await signInWith(site, { code: codeOf(secret, site) });
  expect(waits.statusCode).toBe(429);
  expect(waits.json().message).toContain("Use a passkey or a recovery code");
  expect(Number(waits.headers["retry-after"])).toBeGreaterThan(3000);
  expect((await signInWith(site, { recoveryCode: recoveryCodes[0] })).statusCode).toBe(200);
  site.clock.advance(3601);
  expect((await signInWith(site, { code: codeOf(secret, site) })).statusCode).toBe(200);
});

test("the second step takes exactly one proof, and no challenge but its own", async () => {
  const site = await startSite();
  const { secret, recoveryCodes } = await addApp(site, await addSignedIn(site));
  const { challenge } = await firstStep(site);
  const both = { code: codeOf(secret, site), recoveryCode: recoveryCodes[0] };
  expect((await secondStep(site, challenge, both)).statusCode).toBe(400);
  expect((await secondStep(site, challenge, {})).statusCode).toBe(400);
  for (const code of ["12345", "abcdef", "1234567", ""])
    expect((await secondStep(site, challenge, { code })).json().fields.code).toContain("digits");
  const { challenge: foreign } = (await post(site, "/api/auth/passkey/options")).json();
  expect((await secondStep(site, foreign, { code: codeOf(secret, site) })).json().code).toBe("challenge_ended");
  expect((await secondStep(site, "x".repeat(43), WRONG)).json().code).toBe("challenge_ended");
  const code = codeOf(secret, site);
  const spaced = await secondStep(site, challenge, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(spaced.statusCode).toBe(200);
});

test("a code of another account's app does not sign in", async () => {
  const site = await startSite();
  await addApp(site, await addSignedIn(site));
  const { secret } = await addApp(site, await addSignedIn(site, { email: "marcus@example.com" }));
  expect((await signInWith(site, { code: codeOf(secret, site) })).statusCode).toBe(401);
});
