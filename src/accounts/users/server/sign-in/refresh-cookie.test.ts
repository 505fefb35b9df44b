// What cookie mode alone promises. The other tests of this folder run in both modes.
import { expect, test } from "vitest";
import { addAccount, PASSWORD } from "#test/accounts.ts";
import { startSite, type TestSite } from "#test/server.ts";

const FROM_PAGE = { "sec-fetch-site": "same-origin" };

const start = (env: Record<string, string> = {}) => startSite({ env: { REFRESH_TOKEN_STORE: "cookie", ...env } });

async function ask({ app }: TestSite, path: string, payload: object, headers: Record<string, string> = {}) {
  const answer = await app.inject({ method: "POST", url: `/api/auth/${path}`, payload, headers });
  const set = [answer.headers["set-cookie"] ?? []].flat().find((one) => one.includes("efreshToken="));
  return { status: answer.statusCode, body: answer.body, set, pair: set?.split(";")[0] ?? "" };
}

async function signIn(site: TestSite) {
  await addAccount(site);
  return ask(site, "login", { email: "dana@example.com", password: PASSWORD });
}

test("no answer holds a refresh token: it is in a cookie that only sign-in gets back and no script can read", async () => {
  const site = await start();
  const signedIn = await signIn(site);
  const registered = await ask(site, "register", { email: "seller@example.com", password: PASSWORD });
  const refreshed = await ask(site, "refresh", {}, { cookie: signedIn.pair, ...FROM_PAGE });
  for (const { body, set, status } of [signedIn, registered, refreshed]) {
    expect(status).toBeLessThan(300);
    expect(body).toContain("accessToken");
    expect(body).not.toContain("refreshToken");
    expect(set).toMatch(/^refreshToken=[\w.-]{60,}; Max-Age=604800; Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
  }
  expect(refreshed.pair).not.toBe(signedIn.pair);
});

test("over https the cookie has a name that browsers take from this very host alone", async () => {
  const site = await start({ PUBLIC_URL: "https://homes.example.com" });
  const { set, pair } = await signIn(site);
  expect(set).toMatch(/^__Host-refreshToken=[\w.-]{60,}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const planted = pair.replace("__Host-", "__Secure-");
  expect((await ask(site, "refresh", {}, { cookie: planted, ...FROM_PAGE })).status).toBe(401);
  expect((await ask(site, "refresh", {}, { cookie: pair, ...FROM_PAGE })).status).toBe(200);
});

test("over http, where a sister domain can plant one, of two cookies none is taken", async () => {
  const site = await start();
  const { pair } = await signIn(site);
  const marcus = await addAccount(site, { email: "marcus@example.com" });
  const { pair: planted } = await ask(site, "login", { email: marcus.email, password: PASSWORD });
  for (const cookie of [`${planted}; ${pair}`, `${pair};${planted}`, `refreshToken=; ${pair}`]) {
    expect((await ask(site, "refresh", {}, { cookie, ...FROM_PAGE })).status, cookie).toBe(401);
    expect((await ask(site, "logout", {}, { cookie, ...FROM_PAGE })).status).toBe(200);
  }
  expect((await ask(site, "refresh", {}, { cookie: `theme=dark; ${pair}`, ...FROM_PAGE })).status).toBe(200);
});

test("a refresh token in a body is worth nothing", async () => {
  const site = await start();
  const { pair } = await signIn(site);
  const [, refreshToken] = pair.split("=");
  expect((await ask(site, "refresh", { refreshToken }, FROM_PAGE)).status).toBe(401);
  expect((await ask(site, "logout", { refreshToken }, FROM_PAGE)).set).toBeUndefined();
  expect((await ask(site, "refresh", {}, { cookie: pair, ...FROM_PAGE })).status).toBe(200);
});

test("the cookie refreshes and logs out for the site's own pages only", async () => {
  const site = await start({ PUBLIC_URL: "https://homes.example.com" });
  const { pair: cookie } = await signIn(site);
  const strangers: Record<string, string>[] = [
    {},
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "https://homes.example.com" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "https://homes.example.com.evil.example" },
    { origin: "null" },
    { referer: "https://homes.example.com/admin" },
  ];
  for (const headers of strangers) {
    expect((await ask(site, "refresh", {}, { cookie, ...headers })).status, JSON.stringify(headers)).toBe(403);
    expect(await ask(site, "logout", {}, { cookie, ...headers })).toMatchObject({ status: 200, set: undefined });
  }
  const renewed = await ask(site, "refresh", {}, { cookie, origin: "https://homes.example.com" });
  expect(renewed.status).toBe(200);
  const own = { cookie: renewed.pair, ...FROM_PAGE };
  expect((await ask(site, "logout", {}, own)).set).toMatch(/^__Host-refreshToken=; Max-Age=0; Path=\/;/);
  expect((await ask(site, "refresh", {}, own)).status).toBe(401);
});

test("as shipped no cookie signs anyone in", async () => {
  const site = await startSite({ env: { REFRESH_TOKEN_STORE: "browser" } });
  const { body, set } = await signIn(site);
  expect(set).toBeUndefined();
  const cookie = `refreshToken=${JSON.parse(body).refreshToken}`;
  expect((await ask(site, "refresh", {}, { cookie, ...FROM_PAGE })).status).toBe(400);
});
