import { mutationOptions, useQuery } from "@tanstack/react-query";
import type { OfferAnswer, OfferChange, OfferDetails, OfferList, OfferSent, Promptness } from "#deals/offers/admin.ts";
import { callApi } from "#platform/web/api.ts";
import { JUST_READ_MS } from "#platform/web/query-client.ts";
import { messageToast } from "#platform/web/toast.ts";
import { offerKeys } from "./query-keys.ts";

export function useOffersOfLead(leadId: string) {
  return useQuery({
    queryKey: offerKeys.ofLead(leadId),
    queryFn: ({ signal }) => callApi<OfferList>(`/api/leads/${encodeURIComponent(leadId)}/offers`, { signal }),
    staleTime: JUST_READ_MS,
    meta: { fallback: "Failed to load the offers" },
  });
}

export function useOffer(id: string) {
  return useQuery({
    queryKey: offerKeys.one(id),
    queryFn: ({ signal }) => callApi<OfferDetails>(pathOf(id), { signal }),
    meta: { fallback: "Failed to load the offer" },
  });
}

export function usePromptness() {
  return useQuery({
    queryKey: offerKeys.promptness,
    queryFn: ({ signal }) => callApi<Promptness>("/api/offers/promptness", { signal }),
    meta: { fallback: "Failed to load how soon offers were made" },
  });
}

/** Returns the lead's existing draft if there is one. */
export const startOffer = mutationOptions({
  mutationFn: (leadId: string) =>
    callApi<OfferAnswer>(`/api/leads/${encodeURIComponent(leadId)}/offers`, { method: "POST" }),
  meta: { changes: [offerKeys.all], fallback: "Failed to start the offer" },
});

/** Invalidates nothing, because the input on the draft's page is newer than any answer. */
export function saveOffer(id: string) {
  return mutationOptions({
    mutationFn: (change: OfferChange) => callApi<OfferAnswer>(pathOf(id), { method: "PUT", body: change }),
    meta: { fallback: "Failed to save the offer" },
  });
}

export const deleteOffer = mutationOptions({
  mutationFn: (id: string) => callApi(pathOf(id), { method: "DELETE" }),
  meta: { changes: [offerKeys.all], success: "Draft deleted", fallback: "Failed to delete the draft" },
});

export const sendOffer = mutationOptions({
  mutationFn: ({ id, version }: { id: string; version: number }) =>
    callApi<OfferSent>(`${pathOf(id)}/send`, { method: "POST", body: { version } }),
  meta: { changes: [offerKeys.all], success: messageToast, fallback: "Failed to send the offer" },
});

export const withdrawOffer = mutationOptions({
  mutationFn: ({ id, version }: { id: string; version: number }) =>
    callApi<OfferAnswer>(`${pathOf(id)}/withdraw`, { method: "POST", body: { version } }),
  meta: { mayChange: [offerKeys.all], success: "Offer withdrawn", fallback: "Failed to withdraw the offer" },
});

function pathOf(id: string): string {
  return `/api/offers/${encodeURIComponent(id)}`;
}
