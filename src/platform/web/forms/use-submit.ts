import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId } from "react";
import {
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type Resolver,
  set,
  type UseFormProps,
  type UseFormReturn,
  useForm,
  useFormState,
} from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError, errorText } from "../api.ts";
import type { SummaryError } from "./error-summary.tsx";

export type SchemaForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

type Schema<Input, Output> = z.ZodMiniType<Output, Input>;

export function useSchemaForm<Input extends FieldValues, Output>(
  schema: Schema<Input, Output> | (() => Promise<Schema<Input, Output>>),
  options: Omit<UseFormProps<NoInfer<Input>, unknown, NoInfer<Output>>, "resolver" | "shouldFocusError"> = {},
): SchemaForm<Input, Output> {
  useEffect(() => {
    if (typeof schema !== "function") return;
    const load = () => void schema().catch(() => {});
    addEventListener("focusin", load, { once: true });
    return () => removeEventListener("focusin", load);
  }, [schema]);
  return useForm<Input, unknown, Output>({
    ...options,
    resolver: resolverOf(typeof schema === "function" ? schema : async () => schema),
    shouldFocusError: false,
  });
}

function resolverOf<Input extends FieldValues, Output>(
  load: () => Promise<Schema<Input, Output>>,
): Resolver<Input, unknown, Output> {
  return async (input, _context, { names = [] }) => {
    const schema = await load().catch(() => undefined);
    // The server checks the input again and names the fields as the schema would.
    if (!schema) return { values: input as unknown as Output, errors: {} };
    const { data, error } = schema.safeParse(input);
    if (!error) return { values: data, errors: {} };
    const errors: FieldErrors<Input> = {};
    for (const { path, message } of error.issues) {
      const name = path.join(".");
      // An error of a list itself must not take the place of those of its fields.
      const place = names.some((field) => field.startsWith(`${name}.`)) ? `${name}.root` : name;
      if (!get(errors, place)) set(errors, place, { type: "", message });
    }
    return { values: {}, errors };
  };
}

type Versioned = { version: number };

type Options<Input extends FieldValues, Output, Variables, Answer, Present extends Versioned> = {
  form: SchemaForm<Input, Output>;
  ids: Partial<Record<FieldPath<Input>, string>>;
  mutation: UseMutationOptions<Answer, Error, Variables>;
  toVariables: (values: Output) => Variables;
  /** It does not run after the form was unmounted, so what must always happen belongs in the mutation. */
  onDone?: (answer: Answer, variables: Variables) => void;
  onRefused?: (error: Error) => void;
  onInvalid?: (errors: FieldErrors<Input>) => void;
  isShownElsewhere?: (error: Error) => boolean;
  conflictOf?: (error: Error | null) => Present | undefined;
  pathOf?: (name: FieldPath<Input>) => string;
};

export function useSubmit<Input extends FieldValues, Output, Variables, Answer, Present extends Versioned = never>({
  form,
  ids,
  mutation,
  toVariables,
  onDone,
  onRefused,
  onInvalid,
  isShownElsewhere,
  conflictOf,
  pathOf = (name) => name,
}: Options<Input, Output, Variables, Answer, Present>) {
  const client = useQueryClient();
  const mutationKey = [useId()];
  const { mutateAsync, error, isPending, isIdle, isSuccess, submittedAt } = useMutation({ ...mutation, mutationKey });
  const { errors, submitCount } = useFormState({ control: form.control });
  const names = Object.keys(ids) as FieldPath<Input>[];
  const isAlone = names.length === 1;
  const refusedIn = ({ fields }: ApiError) => names.filter((name) => fields[pathOf(name)]);
  const conflict = conflictOf?.(error);
  const message =
    error && !conflict && !isShownElsewhere?.(error) ? errorText(error, mutation.meta?.fallback ?? "") : undefined;

  const send = async (variables: Variables): Promise<void> => {
    // A second click may come before the button is disabled, so this reads the mutation's own state.
    if (client.isMutating({ mutationKey }) > 0) return;
    try {
      await mutateAsync(variables, { onSuccess: (answer) => onDone?.(answer, variables) });
    } catch (refusal) {
      if (refusal instanceof ApiError)
        for (const name of refusedIn(refusal))
          form.setError(name, { message: refusal.fields[pathOf(name)] }, { shouldFocus: isAlone });
      const present = conflictOf?.(refusal as Error);
      if (present) form.setValue("version" as FieldPath<Input>, present.version as PathValue<Input, FieldPath<Input>>);
      onRefused?.(refusal as Error);
    }
  };

  const errorOf = (name: FieldPath<Input>) => (get(errors, name) as FieldError | undefined)?.message;
  const mistakes = names.flatMap((name): SummaryError[] => {
    const message = errorOf(name);
    return message ? [{ id: ids[name] ?? name, message }] : [];
  });
  return {
    form,
    onSubmit: (event: FormEvent) =>
      form.handleSubmit(
        (values) => send(toVariables(values)),
        (invalid) => {
          if (isAlone) for (const name of names) form.setFocus(name);
          onInvalid?.(invalid);
        },
      )(event),
    send,
    isBusy: isPending,
    isIdle,
    isDone: isSuccess,
    error,
    conflict,
    message,
    refusal: error instanceof ApiError && refusedIn(error).length > 0 ? undefined : message,
    errorOf,
    mistakes: submitCount > 0 && !isAlone ? mistakes : [],
    attempt: submitCount,
    submittedAt,
  };
}

export type Submission<Input extends FieldValues, Output> = Omit<
  ReturnType<typeof useSubmit<Input, Output, unknown, unknown, never>>,
  "send" | "conflict"
>;
