import { useSyncExternalStore } from "react";
import { currentFacts, followFacts } from "#company/facts/facts.ts";

export function useFacts() {
  return useSyncExternalStore(followFacts, currentFacts, currentFacts);
}
