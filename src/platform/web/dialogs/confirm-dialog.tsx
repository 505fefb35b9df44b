import { type ReactNode, useState } from "react";
import { errorText } from "../api.ts";
import { FormRefusal } from "../forms/form-refusal.tsx";
import { Button, type ButtonVariant } from "../ui/button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  title: string;
  /** The button that does it, at rest and while it works. */
  confirm: { label: string; busyLabel?: string; isBusy?: boolean; variant?: ButtonVariant };
  /** The button that leaves everything as it is. */
  cancelLabel?: string;
  /** Why it was refused, and what to say where the refusal brings no text. Left out where nothing can be refused. */
  error?: Error | null;
  fallback?: string;
  onConfirm: () => void;
  onClose: () => void;
  /** What would be done, and to what. */
  children: ReactNode;
};

/** Asks before something is done that is hard to undo. The focus starts on the button that does not do it. */
export function ConfirmDialog({
  title,
  confirm,
  cancelLabel = "Cancel",
  error,
  fallback = "",
  onConfirm,
  onClose,
  children,
}: Props) {
  const [attempts, setAttempts] = useState(0);
  const { label, busyLabel, isBusy, variant = "danger" } = confirm;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" data-autofocus="" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant={variant}
            busyLabel={isBusy && busyLabel}
            onClick={() => {
              setAttempts(attempts + 1);
              onConfirm();
            }}
          >
            {label}
          </Button>
        </>
      }
    >
      {error && (
        <div className="mb-5">
          <FormRefusal key={attempts}>{errorText(error, fallback)}</FormRefusal>
        </div>
      )}
      {children}
    </Dialog>
  );
}
