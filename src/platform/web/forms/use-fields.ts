import { useState } from "react";
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useFormState,
} from "react-hook-form";
import { inPageOrder } from "./error-summary.tsx";

export type FieldBinding = UseFormRegisterReturn & { id: string; error: string | undefined };

/** What connects controls with a form. The ids follow from the names: "user-email" of "email" with the prefix "user". */
export function useFields<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, prefix = "") {
  const { errors, submitCount } = useFormState({ control: form.control });
  const [names] = useState(() => new Set<string>());
  const wiringOf = (name: FieldPath<Input>) => {
    const error = get(errors, name) as FieldError | undefined;
    names.add(name);
    return {
      id: (prefix && `${prefix}-`) + name.replaceAll(".", "-"),
      error: error?.message ?? error?.root?.message,
    };
  };
  const mistakes = [...names].flatMap((name) => {
    const { id, error } = wiringOf(name as FieldPath<Input>);
    return error ? [{ name, id, message: error }] : [];
  });
  return {
    /** `<TextField {...field("email")} label="Email" type="email" />` */
    field: <Name extends FieldPath<Input>>(name: Name, options?: RegisterOptions<Input, Name>): FieldBinding => ({
      ...wiringOf(name),
      ...form.register(name, options),
    }),
    /** For a control that sets its value itself. */
    wiringOf,
    /** Of all fields that were shown. A single one takes the focus itself and needs no summary. */
    names,
    mistakes: submitCount > 0 && names.size > 1 ? inPageOrder(mistakes) : [],
    /** Increases with every attempt: see ErrorSummary. */
    attempt: submitCount,
  };
}
