import { useSyncExternalStore } from "react";
import { currentFacts, followFacts } from "#company/facts/facts.ts";

/** What is published now: the component follows it. */
export function useFacts() {
  return useSyncExternalStore(followFacts, currentFacts, currentFacts);
}
