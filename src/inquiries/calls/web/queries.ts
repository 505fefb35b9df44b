import { keepPreviousData, mutationOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { bookingKeys } from "#inquiries/bookings/web/query-keys.ts";
import { CALL_FAILED, type CallEntered, type Callers, isCompletePhone, type NewCall } from "#inquiries/calls/call.ts";
import { contactKeys } from "#inquiries/contact/web/query-keys.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import { callApi } from "#platform/web/api.ts";
import { messageToast } from "#platform/web/toast.ts";
import { forgetCallKey, storeCall } from "./call-form.ts";
import { callKeys } from "./query-keys.ts";

const KNOWN_CAMPAIGNS_STALE_MS = 5 * 60_000;

const DEBOUNCE_MS = 250;

/** The query is disabled until the phone number or the e-mail address looks complete. */
export function useKnownCallers(typed: { phone: string; email: string }) {
  const { phone, email } = JSON.parse(useDebounced(JSON.stringify(typed)));
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

function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

export type KnownCampaign = { name: string; source: string; campaign: string };

/** A failure must not disturb a call, because staff can enter the source in words. */
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
    staleTime: KNOWN_CAMPAIGNS_STALE_MS,
  });
  return data?.campaigns ?? [];
}

/** Bookings and messages may change too, because the call may be their first contact. */
export const enterCall = mutationOptions({
  mutationFn: ({ call, idempotencyKey }: { call: NewCall; idempotencyKey: string }) =>
    callApi<CallEntered>("/api/leads/calls", { method: "POST", body: call, idempotencyKey }),
  // The dialog may be closed while the call is saved, so it cannot do this.
  onSuccess: () => {
    storeCall("", undefined);
    forgetCallKey();
  },
  meta: {
    changes: [leadKeys.all, bookingKeys.all, contactKeys.all, permissionKeys.all],
    mayChange: [bookingKeys.openTimes],
    success: messageToast,
    fallback: CALL_FAILED,
  },
});
