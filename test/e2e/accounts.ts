// How people sign in, for tests of signed-in pages.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { decodeJwt } from "jose";
import type { SignedIn } from "#accounts/users/credentials.ts";
import type { Duty } from "#platform/access/duties.ts";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { post } from "../programs/requests.ts";
import { ADMIN_EMAIL, expect, type RunningSite } from "./site.ts";

export const PASSWORD = "seven wet umbrellas";

export async function fillCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await fillCredentials(page, email, password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** A separate session, for tests that end it or let it expire. */
export async function signInAloneAsAdmin(page: Page, site: RunningSite): Promise<void> {
  await signIn(page, ADMIN_EMAIL, site.adminPassword);
  await expect(page).toHaveURL(/\/admin$/);
}

type SharedSession = { signedIn: Promise<SignedIn>; since: number };

const adminSessions = new WeakMap<RunningSite, SharedSession>();
/** Before its access token ends, and while the password just given is a fresh proof. */
const SHARED_FOR_MS = 5 * 60_000;

/** Opens an admin page as the first admin, with the session that the tests of a site share. */
export async function signInAsAdmin(page: Page, site: RunningSite, path = "/admin"): Promise<void> {
  const { accessToken, refreshToken = "", ...user } = await adminSession(site);
  const session = { accessToken, refreshToken, userData: JSON.stringify(user) };
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  await page.context().setStorageState({ cookies: [], origins: [{ origin: site.url, localStorage }] });
  await page.goto(path);
}

/** The tokens that the tests of a site share. */
export function adminSession(site: RunningSite): Promise<SignedIn> {
  const known = adminSessions.get(site);
  if (known && performance.now() - known.since < SHARED_FOR_MS) return known.signedIn;
  const signedIn = readPost(site, "/api/auth/login", { email: ADMIN_EMAIL, password: site.adminPassword });
  adminSessions.set(site, { signedIn, since: performance.now() });
  return signedIn;
}

export async function makeAccount(
  site: RunningSite,
  { email, role = "user", duties }: { email: string; role?: "admin" | "user"; duties?: readonly Duty[] },
): Promise<string> {
  const { user } = await postAsAdmin(site, "/api/users", { email, password: PASSWORD, role, duties });
  return user._id;
}

/** Returns the URL of a new calendar feed of the first admin. */
export async function makeFeed(site: RunningSite): Promise<string> {
  return (await postAsAdmin(site, "/api/bookings/calendar-feeds", { name: "My phone" })).url;
}

async function postAsAdmin(site: RunningSite, path: string, body: object) {
  const { accessToken } = await adminSession(site);
  return readPost(site, path, body, { authorization: `Bearer ${accessToken}` });
}

async function readPost(site: RunningSite, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await post(`${site.url}${path}`, body, headers);
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}`);
  return answer.json();
}

export function storedSession(page: Page) {
  return page.evaluate(() => ({
    accessToken: localStorage.getItem("accessToken"),
    refreshToken: localStorage.getItem("refreshToken"),
    userData: localStorage.getItem("userData"),
  }));
}

/** As if the last proof of this page's session were older than ten minutes. Other sessions keep theirs. */
export async function ageProof(page: Page, { dataDir }: RunningSite): Promise<void> {
  const { accessToken } = await storedSession(page);
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE));
  const { changes } = database
    .prepare("update sign_ins set proved_at = null where id = ?")
    .run(String(decodeJwt(accessToken ?? "").sid));
  database.close();
  expect(changes).toBe(1);
}
