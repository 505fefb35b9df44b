import { type ReactNode, useState } from "react";
import { errorText } from "../api.ts";
import { FormRefusal } from "../forms/form-refusal.tsx";
import { Button, type ButtonVariant } from "../ui/button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  title: string;
  confirm: { label: string; busyLabel?: string; isBusy?: boolean; variant?: ButtonVariant };
  cancelLabel?: string;
  error?: Error | null;
  fallback?: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

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
