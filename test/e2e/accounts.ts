// What people do to get in, for the journeys that begin behind the sign-in.
import type { Page } from "@playwright/test";
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

export async function signInAsAdmin(page: Page, site: RunningSite): Promise<void> {
  await signIn(page, ADMIN_EMAIL, site.adminPassword);
  await expect(page).toHaveURL(/\/admin$/);
}

/** Makes an account through the API, as the first admin. */
export async function makeAccount(
  site: RunningSite,
  { email, role = "user" }: { email: string; role?: "admin" | "user" },
): Promise<string> {
  const { user } = await postAsAdmin(site, "/api/users", { email, password: PASSWORD, role });
  return user._id;
}

/** Makes a calendar feed of the first admin's. Returns its address. */
export async function makeFeed(site: RunningSite): Promise<string> {
  return (await postAsAdmin(site, "/api/bookings/calendar-feeds", { name: "My phone" })).url;
}

async function postAsAdmin(site: RunningSite, path: string, body: object) {
  const post = async (to: string, payload: object, token?: string) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${site.url}${to}`, { method: "POST", headers, body: JSON.stringify(payload) });
    if (!answer.ok) throw new Error(`POST ${to} answered ${answer.status}`);
    return answer.json();
  };
  const owner = { email: ADMIN_EMAIL, password: site.adminPassword };
  const { accessToken } = await post("/api/auth/login", owner);
  return post(path, body, accessToken);
}

export function storedSession(page: Page) {
  return page.evaluate(() => ({
    accessToken: localStorage.getItem("accessToken"),
    refreshToken: localStorage.getItem("refreshToken"),
    userData: localStorage.getItem("userData"),
  }));
}
