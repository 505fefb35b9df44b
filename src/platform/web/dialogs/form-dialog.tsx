import { type ReactNode, useId, useState } from "react";
import { type FieldValues, useFormState } from "react-hook-form";
import { ErrorSummary } from "../forms/error-summary.tsx";
import { FormRefusal } from "../forms/form-refusal.tsx";
import type { Submission } from "../forms/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { Dialog } from "./dialog.tsx";

type Props<Input extends FieldValues, Output> = {
  title: string;
  submit: { label: string; busyLabel: string; disabled?: boolean };
  submission: Submission<Input, Output>;
  of?: ReactNode;
  conflict?: ReactNode;
  keepsInput?: boolean;
  recordIds?: readonly string[];
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog<Input extends FieldValues, Output>({
  title,
  submit,
  submission: { form, onSubmit, isBusy, mistakes, attempt, refusal, submittedAt },
  of,
  conflict,
  keepsInput = false,
  recordIds,
  onClose,
  children,
}: Props<Input, Output>) {
  const id = useId();
  const { isDirty } = useFormState({ control: form.control });
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {/* Before the dialog: if both close at once this one closes first, and the focus returns to its origin. */}
      {isAsking && (
        <ConfirmDialog
          title="Discard your changes?"
          confirm={{ label: "Discard" }}
          cancelLabel="Keep Editing"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        >
          <p>What you typed or chose here is not saved yet.</p>
        </ConfirmDialog>
      )}
      <Dialog
        title={title}
        recordIds={recordIds}
        onClose={() => (isDirty && !keepsInput ? setIsAsking(true) : onClose())}
        actions={
          <>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={id} disabled={submit.disabled} busyLabel={isBusy && submit.busyLabel}>
              {submit.label}
            </Button>
          </>
        }
      >
        <form id={id} method="post" noValidate className="dialog-form" onSubmit={onSubmit}>
          <ErrorSummary errors={mistakes} attempt={attempt} />
          {of && <p>{of}</p>}
          {conflict && <ConflictNote>{conflict}</ConflictNote>}
          {refusal && <FormRefusal key={submittedAt}>{refusal}</FormRefusal>}
          {children}
        </form>
      </Dialog>
    </>
  );
}
