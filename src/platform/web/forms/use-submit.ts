import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId } from "react";
import {
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
} from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError, errorText } from "../api.ts";
import { useFields } from "./use-fields.ts";

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
  return async (input) => {
    const schema = await load().catch(() => undefined);
    // The server checks the input again and names the fields as the schema would.
    if (!schema) return { values: input as unknown as Output, errors: {} };
    const { data, error } = schema.safeParse(input);
    if (!error) return { values: data, errors: {} };
    const errors: FieldErrors<Input> = {};
    for (const { path, message } of error.issues) {
      const place = placeOf(path.join("."), input);
      if (!get(errors, place)) set(errors, place, { type: "", message });
    }
    return { values: {}, errors };
  };
}

/** An error of a list itself must not take the place of those of its fields. */
export function placeOf(name: string, input: FieldValues): string {
  return Array.isArray(get(input, name)) ? `${name}.root` : name;
}

type Versioned = { version: number };

type Options<Input extends FieldValues, Output, Variables, Answer, Present extends Versioned> = {
  form: SchemaForm<Input, Output>;
  /** The beginning of the fields' ids, if another form may be on the page: "user" makes "user-email" of "email". */
  prefix?: string;
  mutation: UseMutationOptions<Answer, Error, Variables>;
  toVariables: (values: Output) => Variables;
  /** It does not run after the form was unmounted, so what must always happen belongs in the mutation. */
  onDone?: (answer: Answer, variables: Variables) => void;
  onRefused?: (error: Error) => void;
  onInvalid?: (errors: FieldErrors<Input>) => void;
  isShownElsewhere?: (error: Error) => boolean;
  conflictOf?: (error: Error | null) => Present | undefined;
  /** The field that the server's path means, if the payload differs from the form's values. */
  nameOf?: (path: string) => string;
};

export function useSubmit<Input extends FieldValues, Output, Variables, Answer, Present extends Versioned = never>({
  form,
  prefix,
  mutation,
  toVariables,
  onDone,
  onRefused,
  onInvalid,
  isShownElsewhere,
  conflictOf,
  nameOf = (path) => path,
}: Options<Input, Output, Variables, Answer, Present>) {
  const client = useQueryClient();
  const mutationKey = [useId()];
  const { mutateAsync, error, isPending, isIdle, isSuccess, submittedAt } = useMutation({ ...mutation, mutationKey });
  const fields = useFields(form, prefix);
  const refusedIn = (refusal: unknown) =>
    refusal instanceof ApiError
      ? Object.entries(refusal.fields).filter(([path]) => fields.names.has(nameOf(path)))
      : [];
  const conflict = conflictOf?.(error);
  const message =
    error && !conflict && !isShownElsewhere?.(error) ? errorText(error, mutation.meta?.fallback ?? "") : undefined;

  const send = async (variables: Variables): Promise<void> => {
    // A second click may come before the button is disabled, so this reads the mutation's own state.
    if (client.isMutating({ mutationKey }) > 0) return;
    try {
      await mutateAsync(variables, { onSuccess: (answer) => onDone?.(answer, variables) });
    } catch (refusal) {
      for (const [path, message] of refusedIn(refusal))
        form.setError(
          placeOf(nameOf(path), form.getValues()) as FieldPath<Input>,
          { message },
          { shouldFocus: fields.names.size === 1 },
        );
      const present = conflictOf?.(refusal as Error);
      if (present) form.setValue("version" as FieldPath<Input>, present.version as PathValue<Input, FieldPath<Input>>);
      onRefused?.(refusal as Error);
    }
  };

  return {
    form,
    ...fields,
    onSubmit: (event: FormEvent) =>
      form.handleSubmit(
        (values) => send(toVariables(values)),
        (invalid) => {
          if (fields.names.size === 1) for (const name of fields.names) form.setFocus(name as FieldPath<Input>);
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
    refusal: refusedIn(error).length > 0 ? undefined : message,
    submittedAt,
  };
}

export type Submission<Input extends FieldValues, Output> = Omit<
  ReturnType<typeof useSubmit<Input, Output, unknown, unknown, never>>,
  "send" | "conflict"
>;
