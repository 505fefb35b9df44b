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
  const call = async (method: string, path: string, body: object, token?: string) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${site.url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.json();
  };
  const owner = { email: ADMIN_EMAIL, password: site.adminPassword };
  const { accessToken } = await call("POST", "/api/auth/login", owner);
  const { user } = await call("POST", "/api/users", { email, password: PASSWORD, role }, accessToken);
  return user._id;
}

export function storedSession(page: Page) {
  return page.evaluate(() => ({
    accessToken: localStorage.getItem("accessToken"),
    refreshToken: localStorage.getItem("refreshToken"),
    userData: localStorage.getItem("userData"),
  }));
}
