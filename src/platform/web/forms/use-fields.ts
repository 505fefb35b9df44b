import { useState } from "react";
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormRegisterReturn,
  useFormState,
} from "react-hook-form";
import { inPageOrder, type SummaryError } from "./error-summary.tsx";
import type { SchemaForm } from "./use-submit.ts";

export type FieldBinding = UseFormRegisterReturn & { id: string; error: string | undefined };

/** What connects controls with a form. The ids follow from the names: "user-email" of "email" with the prefix "user". */
export function useFields<Input extends FieldValues, Output>(form: SchemaForm<Input, Output>, prefix?: string) {
  const { errors, submitCount } = useFormState({ control: form.control });
  const [names] = useState(() => new Set<FieldPath<Input>>());
  const only = () => (names.size === 1 ? [...names][0] : undefined);
  const idOf = (name: string) => [prefix, ...name.split(".")].filter((part) => part && part !== "root").join("-");
  const wiringOf = (name: FieldPath<Input>) => {
    const error = get(errors, name) as FieldError | undefined;
    names.add(name);
    return { id: idOf(name), error: error?.message ?? error?.root?.message };
  };
  return {
    /** `<TextField {...field("email")} label="Email" type="email" />` */
    field: <Name extends FieldPath<Input>>(name: Name, options?: RegisterOptions<Input, Name>): FieldBinding => ({
      ...wiringOf(name),
      ...form.register(name, options),
    }),
    /** For a control that sets its value itself. */
    wiringOf,
    idOf,
    /** The name of a single field. It takes the focus itself and needs no summary. */
    only,
    mistakes: submitCount > 0 && !only() ? inPageOrder(mistakesIn(errors, idOf)) : [],
    /** Increases with every attempt: see ErrorSummary. */
    attempt: submitCount,
  };
}

function mistakesIn(errors: object, idOf: (name: string) => string, parent = ""): SummaryError[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    const name = parent + key;
    if (typeof error?.message !== "string") return mistakesIn(error ?? {}, idOf, `${name}.`);
    return { name, id: idOf(name), message: error.message };
  });
}
