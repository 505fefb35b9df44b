import { useEffect } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { recall, remember } from "../tab-storage.ts";

export function useDraft<Values extends FieldValues, Sent>(
  key: string,
  form: UseFormReturn<Values, unknown, Sent>,
  fields: readonly Path<Values>[],
): void {
  const { setValue, getValues, watch } = form;
  useEffect(() => {
    const stored: Record<string, unknown> = Object(recall(key));
    for (const field of fields) {
      const value = stored[field];
      if (value && isUntouched(field, getValues(field))) setValue(field, value as PathValue<Values, Path<Values>>);
    }
    const subscription = watch(() =>
      remember(key, Object.fromEntries(fields.map((field) => [field, getValues(field)]))),
    );
    return () => subscription.unsubscribe();
  }, [key, fields, setValue, getValues, watch]);
}

function isUntouched(field: string, value: unknown): boolean {
  const [control] = document.getElementsByName(field);
  if (control instanceof HTMLSelectElement) return value === undefined || value === control.options[0]?.value;
  return !value;
}
