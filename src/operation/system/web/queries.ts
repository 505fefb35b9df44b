import { useQuery } from "@tanstack/react-query";
import type { SystemAnswer } from "#operation/system/system.ts";
import { callApi } from "#platform/web/api.ts";
import { systemKeys } from "./query-keys.ts";

export const FAILED_CHECKS = "The site could not be checked";

export function useSystem() {
  return useQuery({
    queryKey: systemKeys.page,
    queryFn: ({ signal }) => callApi<SystemAnswer>("/api/system", { signal }),
    meta: { fallback: FAILED_CHECKS },
  });
}

export function useKnownSystem() {
  return useQuery({
    queryKey: systemKeys.panel,
    queryFn: ({ signal }) => callApi<SystemAnswer>("/api/system?fresh=no", { signal }),
    meta: { fallback: FAILED_CHECKS },
  });
}
