import { mutationOptions } from "@tanstack/react-query";
import type { Credentials, SignedIn } from "#accounts/users/credentials.ts";
import type { PasskeyRequest, SecondStep } from "#accounts/users/second-factor.ts";
import { ApiError, callApi } from "#platform/web/api.ts";
import { clearSession, startSession } from "#platform/web/session.ts";
import { type AskedFactor, askedFactorOf, askForPasskey } from "../second-factor/browser-passkeys.ts";

export const login = mutationOptions({
  mutationFn: async (credentials: Credentials): Promise<SignedIn | AskedFactor> => {
    try {
      return await authenticate("/api/auth/login", credentials);
    } catch (error) {
      if (error instanceof ApiError && error.code === "second_factor_required") return askedFactorOf(error.body);
      throw error;
    }
  },
  meta: { fallback: "Login failed" },
});

export const giveFactor = mutationOptions({
  mutationFn: (step: SecondStep) => authenticate("/api/auth/login/second-factor", step),
  meta: { fallback: "Login failed" },
});

export const answerWithPasskey = mutationOptions({
  mutationFn: async ({ challenge, passkey }: AskedFactor) =>
    authenticate("/api/auth/login/second-factor", { challenge, passkey: await askForPasskey(passkey) }),
  meta: { fallback: "Login failed" },
});

export const signInWithPasskey = mutationOptions({
  mutationFn: async () => {
    const { challenge, passkey } = await callApi<PasskeyRequest>("/api/auth/passkey/options", {
      method: "POST",
      body: {},
      renewal: "refuse",
    });
    return authenticate("/api/auth/passkey", { challenge, passkey: await askForPasskey(passkey) });
  },
  meta: { fallback: "Login failed" },
});

export const register = mutationOptions({
  mutationFn: (credentials: Credentials) => authenticate("/api/auth/register", credentials),
  meta: { fallback: "Registration failed", success: "Account created successfully" },
});

async function authenticate(path: string, body: object): Promise<SignedIn> {
  try {
    const signedIn = await callApi<SignedIn>(path, { method: "POST", body, renewal: "refuse" });
    startSession({ ...signedIn });
    return signedIn;
  } catch (error) {
    clearSession();
    throw error;
  }
}
