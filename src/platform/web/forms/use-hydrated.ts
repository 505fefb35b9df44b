import { useSyncExternalStore } from "react";

/** The built HTML cannot send a form before its hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges() {
  return () => {};
}
