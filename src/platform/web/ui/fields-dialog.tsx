import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { type Sending, useSend } from "#platform/web/forms/use-send.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FormRefusal } from "./form-refusal.tsx";

type Props<Values extends FieldValues> = Sending<Values> & {
  title: string;
  /** The button that saves, at rest and while it works. */
  submit: { label: string; busyLabel: string };
  /** Whether its fields are as large as those of a page. */
  isRoomy?: boolean;
  /** Told of a form that is not sent because something in it is wrong. */
  onInvalid?: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog whose fields are checked one by one, here and by the server. */
export function FieldsDialog<Values extends FieldValues>({
  title,
  submit,
  isRoomy,
  onInvalid,
  onClose,
  children,
  ...sending
}: Props<Values>) {
  const formId = useId();
  const { form } = sending;
  const { onValid, mistakes, refusal, attempt } = useSend(sending);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busyLabel={form.formState.isSubmitting && submit.busyLabel}>
            {submit.label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        className={isRoomy ? "grid gap-5" : "dialog-form"}
        onSubmit={form.handleSubmit(onValid, onInvalid)}
      >
        <ErrorSummary errors={mistakes} attempt={attempt} />
        {refusal && <FormRefusal key={attempt}>{refusal}</FormRefusal>}
        {children}
      </form>
    </Dialog>
  );
}
