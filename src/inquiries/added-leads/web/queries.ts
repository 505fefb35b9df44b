import { mutationOptions, useMutation, useQuery } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type {
  Accepted,
  LeadKeyPage,
  leadKeyChangeSchema,
  RefusedBody,
  repairSchema,
} from "#inquiries/added-leads/lead-key.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { callApi } from "#platform/web/api.ts";
import { leadKeyKeys } from "./query-keys.ts";

const pathOf = (id: string) => `/api/keys/${id}/leads`;

export function useLeadKey(id: string) {
  return useQuery({
    queryKey: leadKeyKeys.one(id),
    queryFn: ({ signal }) => callApi<LeadKeyPage>(pathOf(id), { signal }),
    meta: { fallback: "Failed to load the key" },
  });
}

export function saveLeadKey(id: string) {
  return mutationOptions({
    mutationFn: (body: z.input<typeof leadKeyChangeSchema>) => callApi(pathOf(id), { method: "PUT", body }),
    meta: { changes: [leadKeyKeys.all], success: "Settings saved", fallback: "Failed to save the settings" },
  });
}

export function useAwaitSample(id: string) {
  return useMutation({
    mutationFn: () => callApi(`${pathOf(id)}/sample`, { method: "POST" }),
    meta: { changes: [leadKeyKeys.all], success: "Send a sample now", fallback: "Failed to wait for a sample" },
  });
}

type Which = { id: string; bodyId: RefusedBody["_id"] };

export function acceptBody({ id, bodyId }: Which) {
  return mutationOptions({
    mutationFn: (body: z.input<typeof repairSchema>) =>
      callApi<Accepted>(`${pathOf(id)}/refused/${bodyId}`, { method: "POST", body }),
    meta: { changes: [leadKeyKeys.all, leadKeys.all], success: "Lead added", fallback: "Failed to add the lead" },
  });
}

export function useDeleteBody() {
  return useMutation({
    mutationFn: ({ id, bodyId }: Which) => callApi(`${pathOf(id)}/refused/${bodyId}`, { method: "DELETE" }),
    meta: { changes: [leadKeyKeys.all], success: "Deleted", fallback: "Failed to delete it" },
  });
}
