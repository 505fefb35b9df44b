import { keepPreviousData, mutationOptions, useMutation, useQuery } from "@tanstack/react-query";
import type {
  DeliveryList,
  EndpointChange,
  EndpointList,
  EndpointSecret,
  NewEndpoint,
} from "#delivery/webhooks/admin.ts";
import type { History } from "#platform/audit-log.ts";
import { callApi } from "#platform/web/api.ts";
import { webhookKeys } from "./query-keys.ts";

const PATH = "/api/webhooks";

export function useEndpoints() {
  return useQuery({
    queryKey: webhookKeys.endpoints,
    queryFn: ({ signal }) => callApi<EndpointList>(`${PATH}/endpoints`, { signal }),
    select: ({ endpoints }) => endpoints,
    meta: { fallback: "Failed to load endpoints" },
  });
}

export function useEndpointAuditLog(id: string) {
  return useQuery({
    queryKey: webhookKeys.history(id),
    queryFn: ({ signal }) => callApi<History>(`${PATH}/endpoints/${id}/history`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
}

export function useDeliveries(query: string) {
  return useQuery({
    queryKey: webhookKeys.deliveries(query),
    queryFn: ({ signal }) => callApi<DeliveryList>(`${PATH}/deliveries${query && `?${query}`}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load deliveries" },
  });
}

export const addEndpoint = mutationOptions({
  mutationFn: (endpoint: NewEndpoint) =>
    callApi<EndpointSecret>(`${PATH}/endpoints`, { method: "POST", body: endpoint }),
  meta: { changes: [webhookKeys.all], success: "Endpoint added", fallback: "Failed to add the endpoint" },
});

export const changeEndpoint = mutationOptions({
  mutationFn: ({ id, ...change }: EndpointChange & { id: string }) =>
    callApi(`${PATH}/endpoints/${id}`, { method: "PUT", body: change }),
  meta: { changes: [webhookKeys.all], success: "Endpoint changed", fallback: "Failed to change the endpoint" },
});

export function useRenewSecret() {
  return useMutation({
    mutationFn: (id: string) => callApi<EndpointSecret>(`${PATH}/endpoints/${id}/secret`, { method: "POST" }),
    meta: { changes: [webhookKeys.all], success: "New secret created", fallback: "Failed to create a new secret" },
  });
}

export function useDeleteEndpoint() {
  return useMutation({
    mutationFn: (id: string) => callApi(`${PATH}/endpoints/${id}`, { method: "DELETE" }),
    meta: { changes: [webhookKeys.all], success: "Endpoint deleted", fallback: "Failed to delete the endpoint" },
  });
}

export function useTestEndpoint() {
  return useMutation({
    mutationFn: (id: string) => callApi(`${PATH}/endpoints/${id}/test`, { method: "POST" }),
    meta: { changes: [webhookKeys.all], success: "Test queued", fallback: "Failed to send the test" },
  });
}

export function useReplay() {
  return useMutation({
    mutationFn: (id: string) => callApi(`${PATH}/deliveries/${id}/replay`, { method: "POST" }),
    meta: { mayChange: [webhookKeys.all], success: "Queued again", fallback: "Failed to send it again" },
  });
}
