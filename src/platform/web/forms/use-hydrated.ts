import { useSyncExternalStore } from "react";

/** False in the built HTML, true after hydration: until then a form cannot be sent. */
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
