import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AuditLogList } from "#operation/audit-log/audit-log.ts";
import { callApi } from "#platform/web/api.ts";
import { auditLogKeys } from "./query-keys.ts";

export function useAuditLog(query: string) {
  return useQuery({
    queryKey: auditLogKeys.list(query),
    queryFn: ({ signal }) => callApi<AuditLogList>(`/api/audit-log${query && `?${query}`}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { fallback: "Failed to load the list" },
  });
}
