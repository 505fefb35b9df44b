import { useSyncExternalStore } from "react";

const EVERY_MS = 15_000;

export function useNow(): Date {
  const tick = useSyncExternalStore(
    (callback) => {
      const timer = setInterval(callback, EVERY_MS);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / EVERY_MS),
  );
  return new Date(tick * EVERY_MS);
}
