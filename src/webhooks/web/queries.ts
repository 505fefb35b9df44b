// What the webhooks page reads and changes.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { HistoryLine } from "#platform/history.ts";
import { callApi } from "#platform/web/api.ts";
import type {
  Delivery,
  DeliveryList,
  Endpoint,
  EndpointChange,
  EndpointForm,
  EndpointSecret,
} from "#webhooks/webhooks.ts";

const ROOT = "webhooks";
const PATH = "/api/webhooks";
/** While something is on its way, or about to be, an admin is likely to wait for it. */
const WATCH_MS = 2_000;
const SOON_MS = 10_000;
const LOG_MS = 15_000;

export function useEndpoints() {
  return useQuery({
    queryKey: [ROOT, "endpoints"],
    queryFn: ({ signal }) => callApi<{ endpoints: Endpoint[] }>(`${PATH}/endpoints`, { signal }),
    select: ({ endpoints }) => endpoints,
    meta: { fallback: "Failed to load endpoints" },
  });
}

export function useEndpointHistory(id: string) {
  return useQuery({
    queryKey: [ROOT, "history", id],
    queryFn: ({ signal }) => callApi<{ history: HistoryLine[] }>(`${PATH}/endpoints/${id}/history`, { signal }),
    select: ({ history }) => history,
    meta: { fallback: "Failed to load the history" },
  });
}

export function useDeliveries(query: string) {
  return useQuery({
    queryKey: [ROOT, "deliveries", query],
    queryFn: ({ signal }) => callApi<DeliveryList>(`${PATH}/deliveries${query && `?${query}`}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isSoon) ? WATCH_MS : LOG_MS),
    meta: { fallback: "Failed to load deliveries" },
  });
}

function isSoon({ nextTryAt }: Delivery): boolean {
  return nextTryAt !== null && Date.parse(nextTryAt) < Date.now() + SOON_MS;
}

export function useAddEndpoint() {
  const reload = useReload();
  return useMutation({
    mutationFn: (form: EndpointForm) => callApi<EndpointSecret>(`${PATH}/endpoints`, { method: "POST", body: form }),
    onSuccess: reload,
    meta: { success: "Endpoint added", fallback: "Failed to add the endpoint" },
  });
}

export function useChangeEndpoint() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ id, ...change }: EndpointChange & { id: string }) =>
      callApi(`${PATH}/endpoints/${id}`, { method: "PUT", body: change }),
    onSuccess: reload,
    meta: { success: "Endpoint changed", fallback: "Failed to change the endpoint" },
  });
}

export function useRenewSecret() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => callApi<EndpointSecret>(`${PATH}/endpoints/${id}/secret`, { method: "POST" }),
    onSuccess: reload,
    meta: { success: "New secret made", fallback: "Failed to make a new secret" },
  });
}

export function useDeleteEndpoint() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => callApi(`${PATH}/endpoints/${id}`, { method: "DELETE" }),
    onSuccess: reload,
    meta: { success: "Endpoint deleted", fallback: "Failed to delete the endpoint" },
  });
}

export function useTestEndpoint() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => callApi(`${PATH}/endpoints/${id}/test`, { method: "POST" }),
    onSuccess: reload,
    meta: { success: "Test on its way", fallback: "Failed to send the test" },
  });
}

export function useReplay() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => callApi(`${PATH}/deliveries/${id}/replay`, { method: "POST" }),
    onSettled: reload,
    meta: { success: "On its way again", fallback: "Failed to send it again" },
  });
}

/** Not awaited: the dialog closes at once, the lists follow. */
function useReload() {
  const client = useQueryClient();
  return () => {
    for (const key of [ROOT, "activity"]) void client.invalidateQueries({ queryKey: [key] });
  };
}
