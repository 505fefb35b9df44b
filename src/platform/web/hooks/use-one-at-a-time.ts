import { useRef } from "react";

/** A double click comes twice before React has drawn the button's new state: the second finds the first under way. */
export function useOneAtATime<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>) {
  const isInFlight = useRef(false);
  return async (...args: Args): Promise<void> => {
    if (isInFlight.current) return;
    isInFlight.current = true;
    try {
      await work(...args);
    } finally {
      isInFlight.current = false;
    }
  };
}
