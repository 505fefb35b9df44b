import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useStableCallback } from "../hooks/use-stable-callback.ts";
import { forget, recall, remember } from "../tab-storage.ts";

const PAUSE_MS = 300;

type Form<Input extends FieldValues, Sent> = UseFormReturn<Input, unknown, Sent>;
/** `basis` is the saved state that the input changes. */
type Unsaved<Input, Basis> = { basis: Basis; isChanged: (input: Input) => boolean };

/** Input of staff stays in this tab until it is saved, also invalid input, so that a look at another page loses nothing. */
export function useUnsaved<Input extends FieldValues, Sent, Basis>(
  key: string,
  { watch, getValues }: Form<Input, Sent>,
  { basis, isChanged }: Unsaved<Input, Basis>,
): void {
  const store = useStableCallback(() => {
    const input = getValues();
    if (isChanged(input)) remember(key, { basis, input });
    else forget(key);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved form does not report a change
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const subscription = watch(() => {
      clearTimeout(timer);
      timer = setTimeout(store, PAUSE_MS);
    });
    store();
    addEventListener("pagehide", store);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", store);
      subscription.unsubscribe();
      store();
    };
  }, [watch, store, basis]);
}

export function storedUnsaved<Input, Basis>(key: string): { basis: Basis; input: Input } | undefined {
  return (recall(key) as { basis: Basis; input: Input } | null) ?? undefined;
}

/** Undefined if the record was saved since, here or elsewhere. */
export function unsavedInput<Input>(key: string, version: number): Input | undefined {
  const stored = storedUnsaved<Input, number>(key);
  return stored?.basis === version ? stored.input : undefined;
}
