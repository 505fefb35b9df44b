import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { ErrorSummary } from "../forms/error-summary.tsx";
import { FormRefusal } from "../forms/form-refusal.tsx";
import { type Sending, useSend } from "../forms/use-send.ts";
import { DialogForm } from "./dialog-form.tsx";

type Props<Values extends FieldValues> = Sending<Values> & {
  title: string;
  /** The button that saves, at rest and while it works. */
  submit: { label: string; busyLabel: string };
  /** Told of a form that is not sent because something in it is wrong. */
  onInvalid?: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog whose fields are checked one by one, here and by the server. */
export function FieldsDialog<Values extends FieldValues>({
  title,
  submit,
  onInvalid,
  onClose,
  children,
  ...sending
}: Props<Values>) {
  const { form } = sending;
  const { onValid, mistakes, refusal, attempt } = useSend(sending);
  return (
    <DialogForm
      title={title}
      submit={{ ...submit, isBusy: form.formState.isSubmitting }}
      method="post"
      noValidate
      onSubmit={form.handleSubmit(onValid, onInvalid)}
      onClose={onClose}
    >
      <ErrorSummary errors={mistakes} attempt={attempt} />
      {refusal && <FormRefusal key={attempt}>{refusal}</FormRefusal>}
      {children}
    </DialogForm>
  );
}
