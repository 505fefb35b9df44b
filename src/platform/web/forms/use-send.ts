import { useState } from "react";
import { type FieldError, type FieldPath, type FieldValues, get, type UseFormReturn } from "react-hook-form";
import { ApiError, errorText } from "#platform/web/api.ts";
import { useOneAtATime } from "../hooks/use-one-at-a-time.ts";
import type { SummaryError } from "./error-summary.tsx";

export type Sending<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** Where the summary leads from what is wrong with a field, in the order they stand in. */
  ids: Partial<Record<FieldPath<Values>, string>>;
  send: (values: Values) => Promise<unknown>;
  /** Stands for a failure that brings no text of its own. */
  fallback: string;
  /** Whether a failure is shown in another way. */
  isSaid?: (error: unknown) => boolean;
};

/** Sends what a form holds. What is refused of it stands beside its field like any other mistake, and else above the form. */
export function useSend<Values extends FieldValues>({ form, ids, send, fallback, isSaid }: Sending<Values>) {
  const [refusal, setRefusal] = useState<string>();
  const { errors, submitCount } = form.formState;
  const names = Object.keys(ids) as FieldPath<Values>[];
  const onValid = useOneAtATime(async (values: Values) => {
    setRefusal(undefined);
    try {
      await send(values);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      const refused = names.filter((name) => fields[name]);
      for (const name of refused) form.setError(name, { message: fields[name] });
      if (refused.length === 0 && !isSaid?.(error)) setRefusal(errorText(error, fallback));
    }
  });
  const mistakes = names.flatMap((name): SummaryError[] => {
    const mistake: FieldError | undefined = get(errors, name);
    return mistake?.message ? [{ id: ids[name] ?? name, message: mistake.message }] : [];
  });
  return { onValid, mistakes: submitCount > 0 ? mistakes : [], refusal, attempt: submitCount };
}
