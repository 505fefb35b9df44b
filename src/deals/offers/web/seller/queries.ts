import { mutationOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import type { Answered, SellerOffer, SentAnswer, Viewed } from "#deals/offers/seller.ts";
import { ApiError, callApi } from "#platform/web/api.ts";
import { attemptKey } from "#platform/web/attempt-key.ts";
import { forget } from "#platform/web/tab-storage.ts";
import { offerKeys } from "../query-keys.ts";

const ATTEMPT_KEY = "offer-answer";

/** The call records an opening, so it is not repeated when the window gets the focus. */
export function useSellerOffer(token: string | undefined) {
  return useQuery({
    queryKey: offerKeys.seen(token),
    queryFn: ({ signal }) =>
      callApi<Viewed>("/api/offers/view", { method: "POST", body: { token }, signal }).catch((error): Viewed => {
        const offer = presentOf(error);
        if (!offer) throw error;
        return { success: true, offer };
      }),
    enabled: Boolean(token),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { fallback: "Failed to load your offer" },
  });
}

export const sendAnswer = mutationOptions({
  mutationFn: (body: SentAnswer) =>
    callApi<Answered>("/api/offers/answer", {
      method: "POST",
      body,
      idempotencyKey: attemptKey(ATTEMPT_KEY, body),
    }),
  onSuccess: ({ offer }, { token }, _context, { client }) => {
    forget(ATTEMPT_KEY);
    show(client, token, offer);
  },
  onError: (error, { token }, _context, { client }) => {
    const present = presentOf(error);
    if (present) show(client, token, present);
  },
  meta: { fallback: "Failed to send your answer. Please try again, or call" },
});

function show(client: QueryClient, token: string, offer: SellerOffer): void {
  client.setQueryData<Viewed>(offerKeys.seen(token), (viewed) => viewed && { ...viewed, offer });
}

export function presentOf(error: unknown): SellerOffer | undefined {
  if (!(error instanceof ApiError) || error.code !== "offer_closed") return undefined;
  return error.body.offer as SellerOffer | undefined;
}
