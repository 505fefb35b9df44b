import { useSyncExternalStore } from "react";

const EVERY_MS = 15_000;

export function useNow(everyMs: number = EVERY_MS): Date {
  const tick = useSyncExternalStore(
    (callback) => {
      const timer = setInterval(callback, everyMs);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / everyMs),
  );
  return new Date(tick * everyMs);
}
