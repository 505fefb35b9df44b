import { useSyncExternalStore } from "react";

/** False in the built HTML, true once React has taken over: a form that cannot send yet must not try. */
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
