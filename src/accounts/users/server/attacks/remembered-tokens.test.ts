// The server remembers tokens that it has verified. Nothing may follow from that but speed.
import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import { databaseOf, startSite } from "#test/server.ts";
import { createTokens } from "../sign-in/tokens.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const URL = "/api/users";

async function startRemembering() {
  const site = await startSite({ env: { AUTH_SECRET: SECRET } });
  const { session, call, user } = await addSignedIn(site);
  const { accessToken } = session;
  const statusOf = async (token: string) =>
    (await site.app.inject({ url: URL, headers: { authorization: `Bearer ${token}` } })).statusCode;
  for (let calls = 0; calls < 3; calls += 1) expect(await statusOf(accessToken)).toBe(200);
  return { site, accessToken, session, call, user, statusOf };
}

test("a remembered token with one character changed, more or less is none", async () => {
  const { accessToken, statusOf } = await startRemembering();
  // The last character carries two bits that belong to no byte.
  for (let at = 0; at < accessToken.length - 1; at += 1) {
    const other = accessToken[at] === "A" ? "B" : "A";
    const changed = accessToken.slice(0, at) + other + accessToken.slice(at + 1);
    expect(await statusOf(changed), changed).toBe(401);
  }
  for (const changed of [accessToken.slice(1), accessToken.slice(0, -1), `${accessToken}A`, accessToken.toLowerCase()])
    expect(await statusOf(changed), changed).toBe(401);
  expect(await statusOf(accessToken)).toBe(200);
});

test("a remembered token ends in its second, whatever the clock does", async () => {
  const { site, accessToken, statusOf } = await startRemembering();
  const { exp } = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
  site.clock.set(new Date(exp * 1000 - 1).toISOString());
  expect(await statusOf(accessToken)).toBe(200);
  site.clock.set(new Date(exp * 1000).toISOString());
  expect(await statusOf(accessToken)).toBe(401);
  site.clock.advance(7 * 24 * 60 * 60);
  expect(await statusOf(accessToken)).toBe(401);
});

test("another secret forgets a remembered token, also on the same database", async () => {
  const { site, accessToken } = await startRemembering();
  const headers = { authorization: `Bearer ${accessToken}` };
  const renewed = await startSite({ env: { ...databaseOf(site), AUTH_SECRET: "b-secret-of-at-least-32-characters" } });
  expect((await renewed.app.inject({ url: URL, headers })).statusCode).toBe(401);
  const restarted = await startSite({ env: databaseOf(site) });
  expect((await restarted.app.inject({ url: URL, headers })).statusCode).toBe(200);
});

test.each(["signed out", "deactivated", "deleted", "demoted"])(
  "an account that is %s is so at the next call",
  async (change) => {
    const { site, accessToken, session, user, statusOf } = await startRemembering();
    const other = await addSignedIn(site, { email: "other@example.com" });
    const changes: Record<string, () => Promise<{ statusCode: number }>> = {
      "signed out": () => post(site, "/api/auth/logout", { refreshToken: session.refreshToken }),
      deactivated: () => other.call("PATCH", `/api/users/${user.id}/toggle-active`),
      deleted: () => other.call("DELETE", `/api/users/${user.id}`),
      demoted: () => other.call("PUT", `/api/users/${user.id}`, { role: "user" }),
    };
    expect((await changes[change]?.())?.statusCode).toBeLessThan(300);
    expect(await statusOf(accessToken)).toBe(change === "demoted" ? 403 : 401);
  },
);

test("more tokens than are remembered are all valid, each for its own session", async () => {
  const tokens = createTokens(SECRET, 900);
  const now = new Date("2026-11-20T15:00:00.000Z");
  const sessions = Array.from({ length: 1_500 }, (_, index) => `session-${index}`);
  const issued = await Promise.all(sessions.map((sessionId) => tokens.accessToken({ userId: "user", sessionId }, now)));
  for (let round = 0; round < 2; round += 1)
    expect(await Promise.all(issued.map((token) => tokens.readAccessToken(token, now)))).toEqual(sessions);
});
