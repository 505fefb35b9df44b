import { useMutation, useQuery } from "@tanstack/react-query";
import { HOLD_PATH, type HoldAnswer } from "#delivery/removals/removal.ts";
import type { Done } from "#platform/shapes.ts";
import { callApi } from "#platform/web/api.ts";
import { removalKeys } from "./query-keys.ts";

export function useHold() {
  return useQuery({
    queryKey: removalKeys.hold,
    queryFn: ({ signal }) => callApi<HoldAnswer>(HOLD_PATH, { signal }),
    select: ({ hold }) => hold,
    meta: { fallback: "Failed to load whether anything waits after a restore" },
  });
}

export function useReleaseHold() {
  return useMutation({
    mutationFn: () => callApi<Done>(`${HOLD_PATH}/release`, { method: "POST" }),
    meta: { changes: [removalKeys.hold], success: "Released", fallback: "Failed to release" },
  });
}
