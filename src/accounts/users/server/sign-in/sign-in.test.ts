import { expect, test } from "vitest";
import { ALL_DUTIES } from "#platform/access/duties.ts";
import { hashPassword } from "#platform/server/passwords.ts";
import { addAccount, addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { post } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

const OFF = { env: { RATE_LIMIT: "off" } };

test("an admin signs in and gets tokens and the account", async () => {
  const site = await startSite();
  const user = await addAccount(site);
  const answer = await login(site, "  DANA@example.com ");
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    success: true,
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
    _id: user.id,
    email: "dana@example.com",
    name: "",
    confirmed: true,
    role: "admin",
    duties: [...ALL_DUTIES],
    isActive: true,
    active: true,
    lastLoginAt: site.clock.now().toISOString(),
    createdAt: user.created_at,
    secondFactorDue: false,
    secondFactorBy: null,
  });
});

test("an unknown email and a wrong password get the same answer", async () => {
  const site = await startSite();
  await addAccount(site);
  await addAccount(site, { email: "gone@example.com", isActive: false });
  const unknown = await login(site, "nobody@example.com");
  const wrong = await login(site, "dana@example.com", "seven dry umbrellas");
  const inactive = await login(site, "gone@example.com", "seven dry umbrellas");
  expect(unknown.statusCode).toBe(401);
  expect(unknown.json().code).toBe("bad_credentials");
  expect(wrong.statusCode).toBe(401);
  expect(wrong.body).toBe(unknown.body);
  expect(inactive.body).toBe(unknown.body);
});

test("an unknown email costs the server as much work as a wrong password", async () => {
  const site = await startSite(OFF);
  await addAccount(site, { passwordHash: await hashPassword(PASSWORD) });
  // CPU time instead of elapsed time, so that other load on the machine does not matter.
  const work = async (email: string) => {
    const before = process.cpuUsage();
    for (let round = 0; round < 10; round++) await login(site, email, "seven dry umbrellas");
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await work("dana@example.com");
  const ratio = (await work("nobody@example.com")) / (await work("dana@example.com"));
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test("the right password of a deactivated account gets an answer that says so", async () => {
  const site = await startSite();
  await addAccount(site, { isActive: false });
  const answer = await login(site, "dana@example.com");
  expect(answer.statusCode).toBe(403);
  expect(answer.json().code).toBe("account_inactive");
});

test("ten wrong passwords for an account close it to that address alone, until the window has passed", async () => {
  const site = await startSite();
  await addAccount(site);
  const wrong = { email: "dana@example.com", password: "seven dry umbrellas" };
  const right = { email: "Dana@Example.com", password: PASSWORD };
  for (let failure = 0; failure < 10; failure++)
    expect((await post(site, "/api/auth/login", wrong)).statusCode).toBe(401);

  const refused = await post(site, "/api/auth/login", right);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await post(site, "/api/auth/login", right, { remoteAddress: "203.0.113.7" })).statusCode).toBe(200);

  site.clock.advance(15 * 60 + 1);
  expect((await post(site, "/api/auth/login", right)).statusCode).toBe(200);
});

test("thirty wrong passwords from one address close it to that address, whatever the account", async () => {
  const site = await startSite();
  await addAccount(site);
  for (let failure = 0; failure < 30; failure++)
    await post(site, "/api/auth/login", { email: `guess${failure}@example.com`, password: "guess guess" });
  expect((await login(site, "dana@example.com")).statusCode).toBe(429);
});

test("twenty guesses at the same moment are not more than ten", async () => {
  const site = await startSite();
  await addAccount(site);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => login(site, "dana@example.com", "seven dry umbrellas")),
  );
  expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(10);
});

test("signing in often is no failure", async () => {
  const site = await startSite();
  await addAccount(site);
  for (let round = 0; round < 12; round++) expect((await login(site, "dana@example.com")).statusCode).toBe(200);
});

test("a sign-in without email or password names what is missing", async () => {
  const site = await startSite();
  const answer = await post(site, "/api/auth/login", { email: " " });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toEqual({ email: "Email is required", password: "Password is required" });
  for (const email of [null, 1, true, ["a@example.com"], {}, "a\u0000@example.com"])
    expect((await post(site, "/api/auth/login", { email, password: PASSWORD })).statusCode).toBe(400);
  for (const password of [null, 12345678, ["seven wet umbrellas"], "a\u0000bcdefgh", "x".repeat(300)])
    expect((await post(site, "/api/auth/login", { email: "dana@example.com", password })).statusCode).toBe(400);
});

test("registration makes an active user, whatever else the body asks for", async () => {
  const site = await startSite();
  const answer = await post(site, "/api/auth/register", {
    email: "Seller@Example.com",
    password: PASSWORD,
    role: "admin",
    isActive: false,
    _id: "mine",
    createdAt: "2001-01-01",
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({
    success: true,
    email: "Seller@Example.com",
    role: "user",
    confirmed: false,
    isActive: true,
    lastLoginAt: null,
    createdAt: site.clock.now().toISOString(),
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
  });
  expect((await login(site, "seller@example.com")).statusCode).toBe(200);
});

test("twenty registrations of one email at once make one account", async () => {
  const site = await startSite();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      post(site, "/api/auth/register", {
        email: index % 2 ? "Seller@example.com" : " seller@EXAMPLE.com ",
        password: PASSWORD,
      }),
    ),
  );
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
  const refused = answers.filter((answer) => answer.statusCode === 409);
  expect(refused).toHaveLength(19);
  expect(refused[0]?.json().code).toBe("email_taken");
});

test("a new password has 8 to 128 characters, all of which count", async () => {
  const site = await startSite();
  const register = (email: string, password: unknown) => post(site, "/api/auth/register", { email, password });
  expect((await register("a@example.com", "1234567")).json().fields.password).toBe("Please use at least 8 characters");
  expect((await register("b@example.com", "x".repeat(129))).json().fields.password).toBe(
    "Please use at most 128 characters",
  );
  expect((await register("c@example.com", "🔑🔑🔑🔑🔑🔑🔑")).statusCode).toBe(400);
  expect((await register("d@example.com", "🔑".repeat(8))).statusCode).toBe(201);

  const long = "x".repeat(127);
  expect((await register("e@example.com", `${long}y`)).statusCode).toBe(201);
  expect((await login(site, "e@example.com", `${long}z`)).statusCode).toBe(401);
  expect((await login(site, "e@example.com", `${long}y`)).statusCode).toBe(200);
  expect((await register("f@example.com", "  spaces around  ")).statusCode).toBe(201);
  expect((await login(site, "f@example.com", "spaces around")).statusCode).toBe(401);
});

test("an email is one plain mailbox", async () => {
  const site = await startSite();
  for (const email of [
    "foo<evil@x.co>",
    "g:evil@x.co;",
    "a@b.co,c@d.co",
    '"a b"@x.co',
    "a@b",
    `${"a".repeat(250)}@x.co`,
  ]) {
    const answer = await post(site, "/api/auth/register", { email, password: PASSWORD });
    expect(answer.statusCode, email).toBe(400);
    expect(answer.json().fields.email).toBe("Please enter a valid email address");
  }
});

test("signing in ignores whatever token is sent along", async () => {
  const site = await startSite();
  await addAccount(site);
  const answer = await post(
    site,
    "/api/auth/login",
    { email: "dana@example.com", password: PASSWORD },
    { headers: { authorization: "Bearer junk" } },
  );
  expect(answer.statusCode).toBe(200);
});

test("logging out ends the sign-in whose token it is given and no other, and answers 200 to anything", async () => {
  const site = await startSite();
  const here = await addSignedIn(site);
  const there = (await login(site, "dana@example.com")).json();
  for (const refreshToken of ["junk", "", 7, null, "a\u0000.b", undefined])
    expect((await post(site, "/api/auth/logout", { refreshToken })).statusCode).toBe(200);
  const [id] = here.session.refreshToken?.split(".") ?? [];
  for (const secret of ["junk", "", "x".repeat(43), there.refreshToken.split(".")[1]])
    expect((await post(site, "/api/auth/logout", { refreshToken: `${id}.${secret}` })).statusCode).toBe(200);
  expect((await here.call("GET", "/api/users")).statusCode).toBe(200);

  expect((await post(site, "/api/auth/logout", { refreshToken: here.session.refreshToken })).statusCode).toBe(200);
  expect((await here.call("GET", "/api/users")).statusCode).toBe(401);
  const refresh = (refreshToken: string | undefined) => post(site, "/api/auth/refresh", { refreshToken });
  expect((await refresh(here.session.refreshToken)).statusCode).toBe(401);
  expect((await refresh(there.refreshToken)).statusCode).toBe(200);
});

test("logging out with the token that was replaced a moment ago ends the sign-in too", async () => {
  const site = await startSite();
  const { session, call } = await addSignedIn(site);
  await post(site, "/api/auth/refresh", { refreshToken: session.refreshToken });
  await post(site, "/api/auth/logout", { refreshToken: session.refreshToken });
  expect((await call("GET", "/api/users")).statusCode).toBe(401);
});
