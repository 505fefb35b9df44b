// Accounts for tests, and requests made on their behalf.
import { argon2Sync } from "node:crypto";
import type { SignedIn } from "#accounts/users/credentials.ts";
import { insertUser } from "#accounts/users/server/accounts.ts";
import type { UserRow } from "#accounts/users/server/table.ts";
import type { Role } from "#accounts/users/user.ts";
import { ALL_DUTIES, type Duty } from "#platform/access/duties.ts";
import type { Clock } from "#platform/server/clock.ts";
import { post } from "./requests.ts";
import type { TestSite } from "./server.ts";

export const PASSWORD = "seven wet umbrellas";

// A stored hash says its own cost, so signing in checks this one in microseconds.
const CHEAP = { memory: 8, passes: 1, parallelism: 1 };
const SALT = Buffer.alloc(16);
const TAG = argon2Sync("argon2id", { message: PASSWORD, nonce: SALT, tagLength: 32, ...CHEAP });
const PASSWORD_HASH = `$argon2id$v=19$m=${CHEAP.memory},t=${CHEAP.passes},p=${CHEAP.parallelism}$${SALT.toString("base64").replaceAll("=", "")}$${TAG.toString("base64").replaceAll("=", "")}`;

/** The browser that accounts are used in: signing in from another one is mailed to the account. */
export const BROWSER = "b".repeat(43);

type Account = {
  email?: string;
  role?: Role;
  duties?: readonly Duty[];
  ownLeadsOnly?: boolean;
  isActive?: boolean;
  passwordHash?: string;
};

export async function addAccount(
  site: Pick<TestSite, "database"> & { clock: Clock },
  {
    email = "dana@example.com",
    role = "admin",
    duties,
    ownLeadsOnly,
    isActive = true,
    passwordHash = PASSWORD_HASH,
  }: Account = {},
): Promise<UserRow> {
  const has = duties ?? (role === "admin" ? ALL_DUTIES : []);
  const user = await site.database.transaction((trx) =>
    insertUser(trx, { email, passwordHash, role, duties: has, ownLeadsOnly, isActive, now: site.clock.now() }),
  );
  if (!user) throw new Error(`${email} has an account already.`);
  return user;
}

export async function login(site: TestSite, email: string, password = PASSWORD) {
  return post(site, "/api/auth/login", { email, password }, { headers: { cookie: `browser=${BROWSER}` } });
}

/** A signed-in account. */
export async function addSignedIn(site: TestSite, account: Account = {}) {
  const user = await addAccount(site, account);
  const session: SignedIn = (await login(site, user.email)).json();
  const call = (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object, headers = {}) =>
    site.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "application/json", ...headers },
      ...(payload && { payload }),
    });
  return { user, session, call };
}

/** Dana's changes in the status dialog. She signs in again first, because the clock may be past her session. */
export async function setBookingStatus(site: TestSite, id: string, payload: Record<string, string>): Promise<void> {
  const email = "dana@example.com";
  const known = await login(site, email);
  if (known.statusCode !== 200) await addAccount(site, { email });
  const session: SignedIn = (known.statusCode === 200 ? known : await login(site, email)).json();
  const answer = await site.app.inject({
    method: "PATCH",
    url: `/api/bookings/${id}/status`,
    headers: { authorization: `Bearer ${session.accessToken}` },
    payload,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}
