// How people sign in, for tests of signed-in pages.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import type { SignedIn } from "#auth/credentials.ts";
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

const adminSessions = new WeakMap<RunningSite, Promise<SignedIn>>();

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
  if (known) return known;
  const session = readPost(site, "/api/auth/login", { email: ADMIN_EMAIL, password: site.adminPassword });
  adminSessions.set(site, session);
  return session;
}

export async function makeAccount(
  site: RunningSite,
  { email, role = "user" }: { email: string; role?: "admin" | "user" },
): Promise<string> {
  const { user } = await postAsAdmin(site, "/api/users", { email, password: PASSWORD, role });
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

/** As if the last proof were older than ten minutes. */
export function ageProofs({ dataDir }: RunningSite): void {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE));
  database.exec("update sign_ins set proved_at = null");
  database.close();
}
