import { mutationOptions } from "@tanstack/react-query";
import type { Credentials, SignedIn } from "#auth/credentials.ts";
import { callApi } from "#platform/web/api.ts";
import { clearSession, startSession } from "#platform/web/session.ts";

export const login = mutationOptions({
  mutationFn: (credentials: Credentials) => authenticate("/api/auth/login", credentials),
  meta: { fallback: "Login failed" },
});

export const register = mutationOptions({
  mutationFn: (credentials: Credentials) => authenticate("/api/auth/register", credentials),
  meta: { fallback: "Registration failed", success: "Account created successfully" },
});

async function authenticate(path: string, credentials: Credentials): Promise<SignedIn> {
  try {
    const signedIn = await callApi<SignedIn>(path, { method: "POST", body: credentials, renewal: "refuse" });
    startSession({ ...signedIn });
    return signedIn;
  } catch (error) {
    clearSession();
    throw error;
  }
}
