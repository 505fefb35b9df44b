import { keepPreviousData, mutationOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { bookingKeys } from "#inquiries/bookings/web/query-keys.ts";
import { CALL_FAILED, type CallEntered, type Callers, isCompletePhone, type NewCall } from "#inquiries/calls/call.ts";
import { contactKeys } from "#inquiries/contact/web/query-keys.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import { callApi } from "#platform/web/api.ts";
import { messageToast } from "#platform/web/toast.ts";
import { forgetCallKey, keepCall } from "./call-form.ts";
import { callKeys } from "./query-keys.ts";

const KNOWN_CAMPAIGNS_KEPT_MS = 5 * 60_000;

const PAUSE_MS = 250;

/** By what is typed, once it has stayed the same for a moment. Undefined while nobody can be found by so little. */
export function useKnownCallers(typed: { phone: string; email: string }) {
  const { phone, email } = JSON.parse(useSettled(JSON.stringify(typed)));
  const query = new URLSearchParams({
    ...(isCompletePhone(phone) && { phone }),
    ...(/@.+\../.test(email) && { email }),
  }).toString();
  return useQuery({
    queryKey: callKeys.callers(query),
    queryFn: ({ signal }) => callApi<Callers>(`/api/leads/callers?${query}`, { signal }),
    enabled: query !== "",
    placeholderData: query === "" ? undefined : keepPreviousData,
    meta: { fallback: "Failed to look the caller up", follows: [leadKeys.all, permissionKeys.all, bookingKeys.all] },
  });
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export type KnownCampaign = { name: string; source: string; campaign: string };

/** Campaigns to choose from. Without them words are enough, and a failure must not disturb a call. */
export function useKnownCampaigns(): readonly KnownCampaign[] {
  const { data } = useQuery({
    queryKey: callKeys.knownCampaigns,
    queryFn: async ({ signal }) => {
      try {
        return await callApi<{ campaigns: KnownCampaign[] }>("/api/campaigns/known", { signal });
      } catch (error) {
        console.warn("The campaigns could not be loaded.", error);
        return { campaigns: [] };
      }
    },
    staleTime: KNOWN_CAMPAIGNS_KEPT_MS,
  });
  return data?.campaigns ?? [];
}

/** The lists of bookings and messages too: their first contact may be this call. */
export const enterCall = mutationOptions({
  mutationFn: ({ call, idempotencyKey }: { call: NewCall; idempotencyKey: string }) =>
    callApi<CallEntered>("/api/leads/calls", { method: "POST", body: call, idempotencyKey }),
  // Here, because the dialog may be closed while it saves.
  onSuccess: () => {
    keepCall("", undefined);
    forgetCallKey();
  },
  meta: {
    changes: [leadKeys.all, bookingKeys.all, contactKeys.all, permissionKeys.all],
    mayChange: [bookingKeys.openTimes],
    success: messageToast,
    fallback: CALL_FAILED,
  },
});
