import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * The same function for as long as the component lives, which always does what the newest one would: so that parts of a
 * page that only hand it on need not be drawn again. Not to be called while drawing.
 */
export function useStableCallback<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
