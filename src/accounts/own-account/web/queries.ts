import { mutationOptions, useQuery } from "@tanstack/react-query";
import type { Account, AccountChanges, OwnSession, PasswordChange } from "#accounts/own-account/account.ts";
import { callApi } from "#platform/web/api.ts";
import { messageToast } from "#platform/web/toast.ts";
import { accountKeys } from "./query-keys.ts";

const PATH = "/api/account";

export function useAccount() {
  return useQuery({
    queryKey: accountKeys.own,
    queryFn: async ({ signal }) => (await callApi<{ account: Account }>(PATH, { signal })).account,
    meta: { fallback: "Failed to load your account" },
  });
}

export function useSessions() {
  return useQuery({
    queryKey: accountKeys.sessions,
    queryFn: async ({ signal }) => (await callApi<{ sessions: OwnSession[] }>(`${PATH}/sessions`, { signal })).sessions,
    meta: { fallback: "Failed to load where you are signed in" },
  });
}

const change = (changes: AccountChanges) => callApi(PATH, { method: "PATCH", body: changes });

export const changeProfile = mutationOptions({
  mutationFn: change,
  meta: { changes: [accountKeys.own], success: "Profile saved", fallback: "Failed to save your profile" },
});

export const changeNotices = mutationOptions({
  mutationFn: (notices: NonNullable<AccountChanges["notices"]>) => change({ notices }),
  meta: {
    mayChange: [accountKeys.own],
    success: "Notifications saved",
    fallback: "Failed to save your notifications",
  },
});

export const changePassword = mutationOptions({
  mutationFn: (passwords: PasswordChange) => callApi(`${PATH}/password`, { method: "POST", body: passwords }),
  meta: {
    changes: [accountKeys.all],
    success: "Password changed. You are signed out everywhere else.",
    fallback: "Failed to change your password",
  },
});

export const requestEmail = mutationOptions({
  mutationFn: (request: { email: string }) =>
    callApi<{ message: string }>(`${PATH}/email`, { method: "POST", body: request }),
  meta: { changes: [accountKeys.own], success: messageToast, fallback: "Failed to change your e-mail address" },
});

export const endSessions = mutationOptions({
  mutationFn: (which: { id: string } | "others") =>
    callApi<{ message: string }>(which === "others" ? `${PATH}/sessions` : `${PATH}/sessions/${which.id}`, {
      method: "DELETE",
    }),
  meta: { mayChange: [accountKeys.sessions], success: messageToast, fallback: "Failed to end the sign-in" },
});

export const undoEmail = mutationOptions({
  mutationFn: (token: string) =>
    callApi("/api/auth/undo-email", { method: "POST", body: { token }, renewal: "refuse" }),
  meta: { fallback: "Failed to take the address back" },
});
