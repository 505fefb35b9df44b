import { useEffect } from "react";
import { forget, recall, remember } from "../tab-storage.ts";

/** What is not saved yet stays in this tab, so that a look at another page loses nothing. */
export function useUnsaved<Input>(key: string, unsaved: { version: number; input: Input; isChanged: boolean }): void {
  const { version, input, isChanged } = unsaved;
  useEffect(() => {
    if (isChanged) remember(key, { version, input });
    else forget(key);
  }, [key, version, input, isChanged]);
}

/** Undefined if the record was saved since, here or elsewhere. */
export function storedUnsaved<Input>(key: string, version: number): Input | undefined {
  const kept = Object(recall(key));
  return kept.version === version ? kept.input : undefined;
}
