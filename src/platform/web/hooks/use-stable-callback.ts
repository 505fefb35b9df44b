import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A function with a stable identity that calls the latest version: memoised children do not render again. Not to be called
 * during rendering.
 */
export function useStableCallback<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
