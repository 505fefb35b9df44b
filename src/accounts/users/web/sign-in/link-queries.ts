import { mutationOptions, useQuery } from "@tanstack/react-query";
import type { SignedIn } from "#accounts/users/credentials.ts";
import type { HeldInvitation } from "#accounts/users/invitation.ts";
import type { EmailConfirmation, PasswordByLink, SignInOptions } from "#accounts/users/link.ts";
import type { Done } from "#platform/shapes.ts";
import { ApiError, callApi } from "#platform/web/api.ts";
import { startSession } from "#platform/web/session.ts";

export function useSignInOptions(): SignInOptions | undefined {
  const { data } = useQuery({
    queryKey: ["sign-in options"],
    queryFn: ({ signal }) => callApi<SignInOptions>("/api/auth/options", { signal }),
    meta: { fallback: "Failed to load what this site offers" },
  });
  return data;
}

export const askForReset = mutationOptions({
  mutationFn: (body: { email: string }) =>
    callApi<Done>("/api/auth/forgot-password", { method: "POST", body, renewal: "refuse" }),
  meta: { fallback: "Failed to ask for a link. Please try again." },
});

export const resetPassword = mutationOptions({
  mutationFn: (body: PasswordByLink) =>
    callApi<Done>("/api/auth/reset-password", { method: "POST", body, renewal: "refuse" }),
  meta: {
    success: "Your new password is set. Please sign in with it.",
    fallback: "Failed to set your password. Please try again.",
  },
});

export const readInvitation = mutationOptions({
  mutationFn: async (token: string): Promise<Partial<HeldInvitation>> => {
    try {
      return await callApi<HeldInvitation>("/api/auth/invitation", {
        method: "POST",
        body: { token },
        renewal: "refuse",
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === "not_found") return {};
      throw error;
    }
  },
  meta: { fallback: "Failed to look at the invitation. Please try again." },
});

export const acceptInvitation = mutationOptions({
  mutationFn: async (body: PasswordByLink) => {
    const path = "/api/auth/accept-invitation";
    const signedIn = await callApi<SignedIn>(path, { method: "POST", body, renewal: "refuse" });
    startSession({ ...signedIn });
    return signedIn;
  },
  meta: { success: "Your account is ready", fallback: "Failed to make your account. Please try again." },
});

const NOT_CONFIRMED = { fallback: "Failed to confirm your address. Please try again." };

export const confirmEmail = mutationOptions({
  mutationFn: async (token: string): Promise<"confirmed" | "password"> => {
    try {
      await sendConfirmationOf({ token });
      return "confirmed";
    } catch (error) {
      if (error instanceof ApiError && error.fields.password) return "password";
      throw error;
    }
  },
  meta: NOT_CONFIRMED,
});

export const confirmWithPassword = mutationOptions({ mutationFn: sendConfirmationOf, meta: NOT_CONFIRMED });

function sendConfirmationOf(body: EmailConfirmation) {
  return callApi<Done>("/api/auth/confirm-email", { method: "POST", body, renewal: "refuse" });
}

export const sendConfirmation = mutationOptions({
  mutationFn: () => callApi<Done>("/api/account/confirmation", { method: "POST", body: {} }),
  meta: { success: "The e-mail is on its way", fallback: "Failed to send the e-mail" },
});
