import { mutationOptions, useQuery } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type { AccountRulesChanges, accountRulesAnswerSchema } from "#accounts/users/account-rules.ts";
import type { Invitations, NewInvitation } from "#accounts/users/invitation.ts";
import { callApi } from "#platform/web/api.ts";
import { messageToast } from "#platform/web/toast.ts";
import { userKeys } from "./query-keys.ts";

const INVITATIONS = "/api/users/invitations";
const RULES = "/api/users/rules";

export function useInvitations() {
  return useQuery({
    queryKey: userKeys.invitations,
    queryFn: ({ signal }) => callApi<Invitations>(INVITATIONS, { signal }),
    select: ({ invitations }) => invitations,
    meta: { fallback: "Failed to load invitations" },
  });
}

export function useCanMail(): boolean | undefined {
  const { data } = useQuery({
    queryKey: userKeys.options,
    queryFn: ({ signal }) => callApi<{ mail: boolean }>("/api/auth/options", { signal }),
    meta: { fallback: "Failed to load what this site offers" },
  });
  return data?.mail;
}

export const invite = mutationOptions({
  mutationFn: (body: NewInvitation) => callApi(INVITATIONS, { method: "POST", body }),
  meta: {
    changes: [userKeys.invitations],
    success: messageToast,
    fallback: "Failed to send the invitation",
  },
});

export const sendInvitationAgain = mutationOptions({
  mutationFn: (id: string) => callApi(`${INVITATIONS}/${id}/send-again`, { method: "POST", body: {} }),
  meta: {
    mayChange: [userKeys.invitations],
    success: messageToast,
    fallback: "Failed to send the invitation",
  },
});

export const revokeInvitation = mutationOptions({
  mutationFn: (id: string) => callApi(`${INVITATIONS}/${id}`, { method: "DELETE" }),
  meta: {
    mayChange: [userKeys.invitations],
    success: "The invitation is revoked",
    fallback: "Failed to revoke the invitation",
  },
});

export function useAccountRules() {
  return useQuery({
    queryKey: userKeys.rules,
    queryFn: ({ signal }) => callApi<z.infer<typeof accountRulesAnswerSchema>>(RULES, { signal }),
    select: ({ rules }) => rules,
    meta: { fallback: "Failed to load the rules for accounts" },
  });
}

export const changeAccountRules = mutationOptions({
  mutationFn: (body: AccountRulesChanges) => callApi(RULES, { method: "PUT", body }),
  meta: {
    changes: [userKeys.rules, userKeys.options],
    success: "The rules for accounts are saved",
    fallback: "Failed to save the rules for accounts",
  },
});
