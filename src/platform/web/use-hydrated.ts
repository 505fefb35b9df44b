import { useSyncExternalStore } from "react";

/** False while a prerendered page waits for its script, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
