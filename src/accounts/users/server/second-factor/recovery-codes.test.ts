import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { addApp, codeOf, firstStep, secondStep, signInWith, subjectsOf } from "#test/second-factor/accounts.ts";
import { databaseOf, startSite, startSiteWithMail } from "#test/server.ts";

test("a recovery code signs in once, raced on two sites with one database, and the account hears of it", async () => {
  const { site, smtp } = await startSiteWithMail();
  const { recoveryCodes } = await addApp(site, await addSignedIn(site));
  const other = await startSite({ env: databaseOf(site) });
  other.clock.set(site.clock.now().toISOString());
  await site.site.mail.sendDue();
  const steps = await Promise.all([firstStep(site), firstStep(other), firstStep(site), firstStep(other)]);
  const answers = await Promise.all(
    steps.map(({ challenge }, index) =>
      secondStep(index % 2 ? other : site, challenge, { recoveryCode: recoveryCodes[3] }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
  await site.site.mail.sendDue();
  expect(subjectsOf(smtp)).toEqual([
    "A second factor was added to your account",
    "A recovery code of your account was used",
  ]);
  expect((await signInWith(site, { recoveryCode: recoveryCodes[4] })).statusCode).toBe(200);
});

test("recovery codes are ten of 120 bits, kept as hashes, and taken in any spelling", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { recoveryCodes } = await addApp(site, dana);
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  const rows = await site.database.read.selectFrom("recovery_codes").selectAll().execute();
  const stored = JSON.stringify(rows);
  for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll("-", ""));
  const [first = "", second = ""] = recoveryCodes;
  expect((await signInWith(site, { recoveryCode: ` ${first.toLowerCase().replaceAll("-", " ")} ` })).statusCode).toBe(
    200,
  );
  expect((await signInWith(site, { recoveryCode: second.replaceAll("O", "0").replaceAll("I", "1") })).statusCode).toBe(
    200,
  );
  expect((await dana.call("GET", "/api/account/factors")).json().recoveryCodes.left).toBe(8);
});

test("new recovery codes end the earlier ones, and need a factor that they stand in for", async () => {
  const { site, smtp } = await startSiteWithMail();
  const dana = await addSignedIn(site);
  expect((await dana.call("POST", "/api/account/recovery-codes")).json().code).toBe("factor_refused");
  const { recoveryCodes } = await addApp(site, dana);
  const renewed = (await dana.call("POST", "/api/account/recovery-codes")).json().recoveryCodes;
  expect(renewed).toHaveLength(10);
  expect((await signInWith(site, { recoveryCode: recoveryCodes[0] })).statusCode).toBe(401);
  expect((await signInWith(site, { recoveryCode: renewed[0] })).statusCode).toBe(200);
  await site.site.mail.sendDue();
  expect(subjectsOf(smtp)).toContain("New recovery codes for your account");
});

test("a recovery code of another account opens nothing", async () => {
  const site = await startSite();
  await addApp(site, await addSignedIn(site));
  const marcus = await addApp(site, await addSignedIn(site, { email: "marcus@example.com" }));
  expect((await signInWith(site, { recoveryCode: marcus.recoveryCodes[0] })).statusCode).toBe(401);
  const own = await signInWith(site, { recoveryCode: marcus.recoveryCodes[0] }, "marcus@example.com");
  expect(own.statusCode).toBe(200);
});

test("every change of a second factor asks for a fresh proof, which a code is", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { secret } = await addApp(site, dana);
  site.clock.advance(601);
  const changes = [
    ["POST", "/api/account/totp"],
    ["POST", "/api/account/totp/confirm", { code: "123456" }],
    ["DELETE", "/api/account/totp"],
    ["POST", "/api/account/passkeys/options"],
    ["PATCH", `/api/account/passkeys/${"0".repeat(26)}`, { name: "Mine" }],
    ["DELETE", `/api/account/passkeys/${"0".repeat(26)}`],
    ["POST", "/api/account/recovery-codes"],
    ["DELETE", `/api/users/${"0".repeat(26)}/second-factor`],
  ] as const;
  for (const [method, url, body] of changes)
    expect((await dana.call(method, url, body)).json().code, url).toBe("fresh_proof_required");

  const prove = async (given: object) => {
    const { challenge } = (await dana.call("POST", "/api/account/proof/second-factor/options")).json();
    return dana.call("POST", "/api/account/proof/second-factor", { challenge, ...given });
  };
  expect((await prove({ code: "000000" })).json().code).toBe("factor_refused");
  expect((await dana.call("DELETE", "/api/account/totp")).json().code).toBe("fresh_proof_required");
  expect((await prove({ code: codeOf(secret, site) })).statusCode).toBe(200);
  expect((await dana.call("DELETE", "/api/account/totp")).statusCode).toBe(200);
});

test("a challenge for a proof is of one session and works once", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const { secret, recoveryCodes } = await addApp(site, dana);
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  const { challenge } = (await dana.call("POST", "/api/account/proof/second-factor/options")).json();
  const foreign = { challenge, recoveryCode: recoveryCodes[0] };
  expect((await marcus.call("POST", "/api/account/proof/second-factor", foreign)).statusCode).toBe(409);
  const own = { challenge, code: codeOf(secret, site) };
  expect((await dana.call("POST", "/api/account/proof/second-factor", own)).statusCode).toBe(200);
  expect((await dana.call("POST", "/api/account/proof/second-factor", own)).statusCode).toBe(409);
});
