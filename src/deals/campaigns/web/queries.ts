import { keepPreviousData, mutationOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { LinkChange, LinkList, NewLink, Report } from "#deals/campaigns/admin.ts";
import type { SpendChange, SpendChanged, SpendList } from "#deals/campaigns/spend.ts";
import type { History } from "#platform/audit-log.ts";
import { callApi, openApi } from "#platform/web/api.ts";
import { fileNameOf, saveFile } from "#platform/web/save-file.ts";
import { campaignKeys } from "./query-keys.ts";

const PATH = "/api/campaigns";

export const FAILED_REPORT = "Failed to load the report";

export function useReport(query: string, isAsked: boolean) {
  return useQuery({
    queryKey: campaignKeys.report(query),
    queryFn: ({ signal }) => callApi<Report>(`${PATH}/report?${query}`, { signal }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
    meta: { fallback: FAILED_REPORT },
  });
}

export function useReportFile() {
  return useMutation({
    mutationFn: async (query: string) => {
      const response = await openApi(`${PATH}/report/csv?${query}`);
      saveFile(await response.blob(), fileNameOf(response, "what-paid-off.csv"));
    },
    meta: { success: "Report exported successfully", fallback: "Failed to export the report" },
  });
}

export function useLinks() {
  return useQuery({
    queryKey: campaignKeys.links,
    queryFn: ({ signal }) => callApi<LinkList>(`${PATH}/links`, { signal }),
    meta: { fallback: "Failed to load the short links" },
  });
}

export function useLinkAuditLog(name: string) {
  return useQuery({
    queryKey: campaignKeys.history(name),
    queryFn: ({ signal }) => callApi<History>(`${PATH}/links/${name}/history`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
}

export const addLink = mutationOptions({
  mutationFn: (link: NewLink) => callApi(`${PATH}/links`, { method: "POST", body: link }),
  meta: { changes: [campaignKeys.all], success: "Link created", fallback: "Failed to create the link" },
});

export const changeLink = mutationOptions({
  mutationFn: ({ name, ...change }: LinkChange & { name: string }) =>
    callApi(`${PATH}/links/${name}`, { method: "PUT", body: change }),
  meta: { mayChange: [campaignKeys.all], success: "Link changed", fallback: "Failed to change the link" },
});

export function useDeleteLink() {
  return useMutation({
    mutationFn: (name: string) => callApi(`${PATH}/links/${name}`, { method: "DELETE" }),
    meta: { changes: [campaignKeys.all], success: "Link deleted", fallback: "Failed to delete the link" },
  });
}

/** "" is the current month. */
export function useSpend(until: string) {
  return useQuery({
    queryKey: campaignKeys.spend(until),
    queryFn: ({ signal }) => callApi<SpendList>(`${PATH}/spend?until=${until}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load the spend" },
  });
}

export function useSpendAuditLog() {
  return useQuery({
    queryKey: campaignKeys.spendHistory,
    queryFn: ({ signal }) => callApi<History>(`${PATH}/spend/history`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
}

export const changeSpend = mutationOptions({
  mutationFn: (change: SpendChange) => callApi<SpendChanged>(`${PATH}/spend`, { method: "POST", body: change }),
  meta: { mayChange: [campaignKeys.all], success: "Spend saved", fallback: "Failed to save the spend" },
});
