import { expect, test } from "vitest";
import { addSignedIn, login } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

async function refresh(site: TestSite, refreshToken: unknown) {
  return post(site, "/api/auth/refresh", { refreshToken });
}

const DAY = 24 * 60 * 60;

test("a refresh token is exchanged for new tokens that work", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site);
  site.clock.advance(901);
  const answer = await refresh(site, session.refreshToken);
  expect(answer.statusCode).toBe(200);
  const { data, user } = answer.json();
  expect(user).toMatchObject({ email: "dana@example.com", role: "admin" });
  expect(data.refreshToken).not.toBe(session.refreshToken);
  const call = (token: string) => site.app.inject({ url: "/api/users", headers: { authorization: `Bearer ${token}` } });
  expect((await call(session.accessToken)).statusCode).toBe(401);
  expect((await call(data.accessToken)).statusCode).toBe(200);
  expect((await refresh(site, data.refreshToken)).statusCode).toBe(200);
});

test("parallel refreshes with one token all get the same successor", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site);
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(site, session.refreshToken)));
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
  const successors = new Set(answers.map((answer) => answer.json().data.refreshToken));
  expect(successors.size).toBe(1);
  expect((await refresh(site, [...successors][0])).statusCode).toBe(200);
});

test("a replaced token shown after the grace ends that sign-in, and no other", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site);
  const elsewhere = (await login(site, "dana@example.com")).json();
  const { data } = (await refresh(site, session.refreshToken)).json();
  site.clock.advance(10);
  expect((await refresh(site, session.refreshToken)).statusCode).toBe(200);
  site.clock.advance(1);
  expect((await refresh(site, session.refreshToken)).statusCode).toBe(401);
  expect((await refresh(site, data.refreshToken)).statusCode).toBe(401);
  expect((await refresh(site, elsewhere.refreshToken)).statusCode).toBe(200);
});

test("a token two generations old gets no grace", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site);
  const second = (await refresh(site, session.refreshToken)).json().data.refreshToken;
  const third = (await refresh(site, second)).json().data.refreshToken;
  expect((await refresh(site, session.refreshToken)).statusCode).toBe(401);
  expect((await refresh(site, third)).statusCode).toBe(401);
});

test("a token that only begins with the id of a sign-in is refused and does not end it", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site);
  const [id] = session.refreshToken?.split(".") ?? [];
  for (const secret of ["junk", "", "x".repeat(43), "x".repeat(86)])
    expect((await refresh(site, `${id}.${secret}`)).statusCode).toBe(401);
  expect((await refresh(site, session.refreshToken)).statusCode).toBe(200);
});

test("a sign-in dies after 7 days unused and after 30 days in all", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site);
  site.clock.advance(7 * DAY + 1);
  expect((await refresh(site, session.refreshToken)).statusCode).toBe(401);

  let token = (await login(site, "dana@example.com")).json().refreshToken;
  for (let week = 0; week < 5; week++) {
    site.clock.advance(6 * DAY);
    const answer = await refresh(site, token);
    expect(answer.statusCode).toBe(200);
    token = answer.json().data.refreshToken;
  }
  site.clock.advance(1);
  expect((await refresh(site, token)).statusCode).toBe(401);
});

test("neither kind of token passes for the other, and junk is 401", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site);
  const junk = [session.accessToken, "junk", "a.b.c", `${session.refreshToken}x`.repeat(9), "\u0000", "a\u0000.b", " "];
  for (const token of junk) expect((await refresh(site, token)).statusCode, token).toBe(401);
  const missing = site.config.refreshTokenStore === "cookie" ? 401 : 400;
  for (const token of [undefined, "", null, 7, {}]) expect((await refresh(site, token)).statusCode).toBe(missing);
  const call = (headers: Record<string, string>, url = "/api/users") => site.app.inject({ url, headers });
  expect((await call({ authorization: `Bearer ${session.refreshToken}` })).statusCode).toBe(401);
  expect((await call({ cookie: `accessToken=${session.accessToken}` })).statusCode).toBe(401);
  expect((await call({}, `/api/users?access_token=${session.accessToken}`)).statusCode).toBe(401);
});

test("a refreshed page learns of a changed role", async () => {
  const site = await startSite();
  const boss = await addSignedIn(site);
  const { session, user, call } = await addSignedIn(site, { email: "marcus@example.com" });
  await boss.call("PUT", `/api/users/${user.id}`, { role: "user" });
  expect((await call("GET", "/api/users")).statusCode).toBe(403);
  const answer = await refresh(site, session.refreshToken);
  expect(answer.json().user.role).toBe("user");
});
