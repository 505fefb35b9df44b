import { useQuery } from "@tanstack/react-query";
import { type LeadRules, leadRules, siteLeadRules } from "#leads/lead.ts";
import { callApi } from "#platform/web/api.ts";
import type { ClosuresAnswer } from "#shell/closures.ts";
import { CLOSURES_PATH } from "#shell/opening-hours.ts";

const CACHE_MS = 5 * 60_000;

/** By what rules ages are counted: those of site.config.ts until the days that the owner has closed are here. */
export function useLeadRules(): LeadRules {
  const { data } = useQuery({
    queryKey: [CLOSURES_PATH],
    queryFn: ({ signal }) => callApi<ClosuresAnswer>(CLOSURES_PATH, { signal }),
    staleTime: CACHE_MS,
    meta: { fallback: "Failed to load the closed days" },
  });
  return data ? leadRules(data.closures) : siteLeadRules;
}

export { storedAttribution } from "./attribution.ts";
