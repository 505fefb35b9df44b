import { useCallback, useLayoutEffect, useRef } from "react";

/** A stable identity keeps memoised children from rendering again. Do not call it during rendering. */
export function useStableCallback<Args extends unknown[], Answer>(
  callback: (...args: Args) => Answer,
): (...args: Args) => Answer {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
