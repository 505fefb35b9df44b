import { mutationOptions } from "@tanstack/react-query";
import type { NewRequest, RequestConfirmed } from "#deals/privacy/privacy-request.ts";
import type { Done } from "#platform/shapes.ts";
import { callApi } from "#platform/web/api.ts";

const PATH = "/api/privacy/requests";

export const sendRequest = mutationOptions({
  mutationFn: ({ body, idempotencyKey }: { body: NewRequest; idempotencyKey: string }) =>
    callApi<Done>(PATH, { method: "POST", body, idempotencyKey }),
  meta: { fallback: "Failed to send your request. Please try again." },
});

export const confirmRequest = mutationOptions({
  mutationFn: (token: string) => callApi<RequestConfirmed>(`${PATH}/confirmation`, { method: "POST", body: { token } }),
  meta: { fallback: "Failed to confirm your request. Please try again." },
});
