// Accounts with a second factor, and the two steps of their sign-in.
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { SignedIn } from "#accounts/users/credentials.ts";
import type { FactorAdded, GivenFactor, NewApp, PasskeyRequest } from "#accounts/users/second-factor.ts";
import { type addSignedIn, BROWSER, login } from "../accounts.ts";
import { post } from "../requests.ts";
import type { TestSite } from "../server.ts";
import type { TestSmtp } from "../smtp.ts";
import { Authenticator } from "./authenticator.ts";

type SignedInAccount = Awaited<ReturnType<typeof addSignedIn>>;

/** The site as an authenticator knows it. */
export function partyOf({ config }: TestSite) {
  const { origin, hostname: rpId } = new URL(config.publicUrl);
  return { origin, rpId };
}

/** What the app shows, or showed some steps of 30 seconds ago. */
export function codeOf(secret: string, { clock }: TestSite, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() + steps * 30_000 });
}

/** Afterwards the app shows another code than the one that confirmed it. */
export async function addApp(site: TestSite, { call }: Pick<SignedInAccount, "call">) {
  const { secret }: NewApp = (await call("POST", "/api/account/totp")).json();
  const answer = await call("POST", "/api/account/totp/confirm", { code: codeOf(secret, site) });
  expect(answer.statusCode, answer.body).toBe(200);
  const { recoveryCodes = [] }: FactorAdded = answer.json();
  site.clock.advance(30);
  return { secret, recoveryCodes };
}

export async function addPasskey(
  site: TestSite,
  { call }: Pick<SignedInAccount, "call">,
  authenticator = new Authenticator(),
) {
  const { challenge, passkey: options } = (await call("POST", "/api/account/passkeys/options")).json();
  const passkey = authenticator.register(partyOf(site), options);
  const answer = await call("POST", "/api/account/passkeys", { challenge, passkey, name: "Phone" });
  expect(answer.statusCode, answer.body).toBe(201);
  const { recoveryCodes = [] }: FactorAdded = answer.json();
  return { authenticator, recoveryCodes };
}

/** The first step: what its answer asks for. */
export async function firstStep(site: TestSite, email = "dana@example.com") {
  const answer = await login(site, email);
  expect(answer.statusCode, answer.body).toBe(401);
  const asked = answer.json<{ code: string; challenge: string; methods: string[]; passkey?: { challenge: string } }>();
  expect(asked.code).toBe("second_factor_required");
  return asked;
}

export function secondStep(site: TestSite, challenge: string, given: GivenFactor | object) {
  const sender = { headers: { cookie: `browser=${BROWSER}` } };
  return post(site, "/api/auth/login/second-factor", { challenge, ...given }, sender);
}

/** Both steps. */
export async function signInWith(site: TestSite, given: object, email?: string) {
  const { challenge } = await firstStep(site, email);
  return secondStep(site, challenge, given);
}

export async function passkeyOptions(site: TestSite): Promise<PasskeyRequest & { passkey: { challenge: string } }> {
  return (await post(site, "/api/auth/passkey/options")).json();
}

export function callsWith(site: TestSite, { accessToken }: SignedIn) {
  return (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object) =>
    site.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${accessToken}` },
      ...(payload && { payload }),
    });
}

/** In the order in which they arrived. */
export function subjectsOf({ mails }: TestSmtp): string[] {
  return mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? "");
}

/** As any admin may, since now. */
export async function requireFactors(site: TestSite, days: number): Promise<void> {
  const rules = { id: 1, registration: "open", factor_required_at: site.clock.now().toISOString() } as const;
  await site.database.transaction((trx) =>
    trx
      .insertInto("account_rules")
      .values({ ...rules, factor_grace_days: days, export_rows_a_day: 5_000 })
      .execute(),
  );
}
