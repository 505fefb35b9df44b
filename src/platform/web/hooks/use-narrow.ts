import { useSyncExternalStore } from "react";

const NARROW = "(width < 900px)";

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (callback) => {
      const media = matchMedia(NARROW);
      media.addEventListener("change", callback);
      return () => media.removeEventListener("change", callback);
    },
    () => matchMedia(NARROW).matches,
    () => false,
  );
}
