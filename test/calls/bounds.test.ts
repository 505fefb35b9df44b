// What people without the admin's role can cause, and what bounds it. A changing route that is missing from the lists fails.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addSignedIn, PASSWORD } from "../accounts.ts";
import { newBooking, newContactMessage } from "../people.ts";
import { post } from "../requests.ts";
import { startSite, type TestSite } from "../server.ts";

const UNKNOWN_ID = "0123456789abcdefghjkmnpqrs";
/** Far above each limit, and after one batch of calls the database is asked. */
const USED_UP = 1_000_000;
const BATCH = 50;
/** Load balancers ask often, and these cost nothing. */
const UNBOUNDED = ["/healthz", "/readyz"];

type Own = { limit: string; causes: string; body: object; type?: string };

/** Public routes that write or mail for anybody. Each call counts in a limit of its own: the start of its counter's key. */
const FOR_ANYBODY: Record<string, Own> = {
  "POST /api/policy-reports": {
    limit: "policy-reports ",
    causes: "a line of the log",
    body: { "csp-report": {} },
    type: "application/csp-report",
  },
  "POST /api/auth/login": {
    limit: "sign-in ",
    causes: "a password hash; with the right password a session, and a notice of a new browser",
    body: { email: "seller@example.com", password: "wrong umbrellas" },
  },
  "POST /api/auth/register": {
    limit: "register ",
    causes: "a password hash, an account, a mail that confirms it",
    body: { email: "new@example.com", password: PASSWORD },
  },
  "POST /api/auth/passkey/options": { limit: "passkey ", causes: "a challenge that ends soon", body: {} },
  "POST /api/auth/refresh": {
    limit: "refresh ",
    causes: "another token of a session",
    body: { refreshToken: `${UNKNOWN_ID}.${"x".repeat(43)}` },
  },
  "POST /api/auth/forgot-password": {
    limit: "reset ",
    causes: "a mail, in the mailbox's limit too",
    body: { email: "seller@example.com" },
  },
  "POST /api/bookings": {
    limit: "booking ",
    causes: "a meeting, mail in the mailbox's limit too",
    body: newBooking({ meetingDate: "2026-11-24" }),
  },
  "POST /api/contact": {
    limit: "contact ",
    causes: "a message, mail in the mailbox's limit too",
    body: newContactMessage(),
  },
  "POST /api/call-backs": {
    limit: "call-back ",
    causes: "a call that waits, and mail to staff",
    body: { phone: "(217) 555-0142" },
  },
  "POST /api/privacy/requests": {
    limit: "privacy request ",
    causes: "a request, mail in the mailbox's limit too",
    body: { email: "renee@example.com", kind: "copy", words: "" },
  },
};

/** Public routes that do nothing without something that was given to one person, and what limits its use. */
const WITH_SOMETHING: Record<string, string> = {
  "POST /api/auth/login/second-factor": "the challenge of a sign-in: few tries",
  "POST /api/auth/passkey": "a challenge: few tries",
  "POST /api/auth/logout": "a session: once",
  "POST /api/auth/reset-password": "a mailed link: once",
  "POST /api/auth/invitation": "a mailed link: reads",
  "POST /api/auth/accept-invitation": "a mailed link: once",
  "POST /api/auth/confirm-email": "a mailed link: once",
  "POST /api/auth/undo-email": "a mailed link: once",
  "POST /api/manage-meeting/look-up": "a meeting's link: reads",
  "POST /api/manage-meeting/move": "a meeting's link: ten times a day",
  "POST /api/manage-meeting/cancel": "a meeting's link: once",
  "POST /stop/:token": "a mailed link: nothing is written when nothing ends",
  "POST /api/stop/:token": "a mailed link: nothing is written when nothing ends",
  "POST /stop-reminders/:id": "a meeting: nothing is written when nothing ends",
  "POST /api/privacy/requests/confirmation": "a mailed link: once",
  "POST /api/push/acts": "the token in a message to a device: takes a lead once, within minutes",
  "POST /api/offers/view": "an offer's link: the first time",
  "POST /api/offers/answer": "an offer's link: by address, and twenty times a day",
};

/** Routes of every account, and what they write and mail. The limit of an account's changes bounds them all. */
const FOR_ACCOUNTS: Record<string, string> = {
  "POST /api/account/confirmation": "a mail, five an hour",
  "PATCH /api/account": "the account's row",
  "POST /api/account/password": "a password hash, a notice",
  "POST /api/account/email": "a link, its mail in the mailbox's limit",
  "POST /api/account/proof": "a password hash",
  "DELETE /api/account/sessions": "rows go",
  "DELETE /api/account/sessions/:id": "a row goes",
  "POST /api/account/totp": "one secret",
  "POST /api/account/totp/confirm": "the secret's row, a notice",
  "DELETE /api/account/totp": "the secret goes, a notice",
  "POST /api/account/passkeys/options": "a challenge that ends soon",
  "POST /api/account/passkeys": "one of few passkeys, a notice",
  "PATCH /api/account/passkeys/:id": "the passkey's row",
  "DELETE /api/account/passkeys/:id": "the passkey goes, a notice",
  "POST /api/account/recovery-codes": "ten hashes in place of ten, a notice",
  "POST /api/account/proof/second-factor/options": "a challenge that ends soon",
  "POST /api/account/proof/second-factor": "the session's row",
};

test("every changing route that needs no admin says what it causes and what bounds that", async () => {
  const site = await startSite();
  const changing = routesOf(site).filter(({ method }) => !["GET", "HEAD"].includes(method));
  const namesOf = (wanted: string) => changing.flatMap(({ name, access }) => (access === wanted ? [name] : []));
  expect([...new Set(namesOf("public"))].sort()).toEqual(Object.keys({ ...FOR_ANYBODY, ...WITH_SOMETHING }).sort());
  expect([...new Set(namesOf("account"))].sort()).toEqual(Object.keys(FOR_ACCOUNTS).sort());
});

test("one place bounds all routes: by the client's address, by the account, and by what an account changes", async () => {
  const site = await startSite();
  const { user, call } = await addSignedIn(site, { email: "seller@example.com", role: "user" });
  const routes = routesOf(site).filter(({ url }) => !UNBOUNDED.includes(url));
  const requireBounded = async (some: typeof routes) => {
    expect(some.length).toBeGreaterThan(0);
    for (const { method, url } of some)
      expect((await call(method, urlOf(url))).statusCode, `${method} ${url}`).toBe(429);
  };

  await useUp(site, `account changes ${user.id}`, () => call("PATCH", "/api/account", {}));
  const signedIn = routes.filter(({ access }) => access === "account" || access === "admin");
  await requireBounded(signedIn.filter(({ method, config }) => !["GET", "HEAD"].includes(method) && !config.isReading));
  expect((await call("GET", "/api/account")).statusCode).toBe(200);
  await useUp(site, `account ${user.id}`, () => call("GET", "/api/account"));
  // Streams are bounded by how many an account has open.
  const uncounted = signedIn.filter(({ config }) => config.isStream).map(({ name }) => name);
  expect(uncounted).toEqual(["GET /api/events"]);
  await requireBounded(signedIn.filter(({ config }) => !config.isStream));
  await useUp(site, "calls 127.0.0.1", () => call("GET", "/api/closures"));
  await requireBounded(routes.filter(({ config }) => !config.isStream));
});

test("what is written or mailed for anybody has a limit of its own", async () => {
  for (const [name, { limit, body, type = "application/json" }] of Object.entries(FOR_ANYBODY)) {
    const site = await startSite();
    const send = () =>
      post(site, name.slice("POST ".length), JSON.stringify(body), { headers: { "content-type": type } });
    expect((await send()).statusCode, name).not.toBe(429);
    const { numUpdatedRows } = await site.database.transaction((trx) =>
      trx
        .updateTable("rate_limits")
        .set({ count: USED_UP })
        .where("key", "like", `${limit}%`)
        .executeTakeFirstOrThrow(),
    );
    expect(Number(numUpdatedRows), `${name} counts in ${limit}`).toBeGreaterThan(0);
    expect((await send()).statusCode, name).toBe(429);
  }
});

test("what needs something that was given to one person writes nothing for anybody else", async () => {
  const site = await startSite();
  const before = await contents(site);
  for (const name of Object.keys(WITH_SOMETHING))
    for (const body of [{}, { token: "junk", challenge: "junk", refreshToken: "junk", password: PASSWORD }])
      await post(site, urlOf(name.slice("POST ".length)), body);
  expect(await contents(site)).toEqual(before);
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

function routesOf({ app }: TestSite) {
  return app.guardedRoutes.map(({ method, url, ...route }) => ({
    ...route,
    method: method as Method,
    url,
    name: `${method} ${url.replace(/\/$/, "")}`,
  }));
}

function urlOf(url: string): string {
  return url.replaceAll(/:\w+/g, UNKNOWN_ID);
}

/** As if the caller had made all its calls; a batch later the process knows. */
async function useUp(site: TestSite, key: string, call: () => Promise<unknown>): Promise<void> {
  const row = { key, window_started_at: site.clock.now().toISOString(), count: USED_UP };
  await site.database.transaction((trx) =>
    trx
      .insertInto("rate_limits")
      .values(row)
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute(),
  );
  for (let made = 0; made < BATCH; made++) await call();
}

/** How many rows each table has, but for the counts of calls. */
async function contents({ database: { read } }: TestSite): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await read.introspection.getTables()) {
    if (name === "rate_limits") continue;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(read);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}
