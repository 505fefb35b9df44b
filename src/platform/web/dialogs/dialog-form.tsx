import { type ComponentProps, useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";

type Props = Pick<ComponentProps<"form">, "method" | "noValidate" | "onSubmit" | "children"> & {
  title: string;
  /** The button that saves, at rest and while it works. */
  submit: { label: string; busyLabel: string; isBusy: boolean; disabled?: boolean | undefined };
  onClose: () => void;
};

/**
 * A form alone in its dialog. Whoever presses Cancel throws away what was typed or chosen there; what may be an accident, as
 * Escape is, asks first.
 */
export function DialogForm({ title, submit, onClose, ...rest }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const start = useRef("");
  const [isAsking, setIsAsking] = useState(false);
  useLayoutEffect(() => {
    start.current = valuesIn(form.current);
  }, []);

  const close = () => {
    if (valuesIn(form.current) === start.current) onClose();
    else setIsAsking(true);
  };

  return (
    <>
      {/* Before the dialog: where both go at once this one closes first, and the focus gets back to where it came from. */}
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
        onClose={close}
        actions={
          <>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={id} disabled={submit.disabled} busyLabel={submit.isBusy && submit.busyLabel}>
              {submit.label}
            </Button>
          </>
        }
      >
        <form {...rest} id={id} ref={form} className="dialog-form" />
      </Dialog>
    </>
  );
}

/** Read from the fields themselves: so it is the same for every form, whoever keeps its values. */
function valuesIn(form: HTMLFormElement | null): string {
  const values = [...(form?.elements ?? [])].map((field) => {
    if (field instanceof HTMLInputElement) return [field.id, field.value, field.checked];
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return [field.id, field.value];
    return [];
  });
  return JSON.stringify(values.filter((value) => value.length > 0));
}
