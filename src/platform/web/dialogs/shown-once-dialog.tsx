import type { ReactNode } from "react";
import { TextField } from "../forms/input.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  title: string;
  lead: string;
  secret: { id: string; label: string; value: string; copyLabel: string };
  onClose: () => void;
  children?: ReactNode;
};

export function ShownOnceDialog({ title, lead, secret: { id, label, value, copyLabel }, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Done
          </Button>
          <CopyButton text={value}>{copyLabel}</CopyButton>
        </>
      }
    >
      <div className="dialog-form">
        <p>{lead}</p>
        <TextField
          id={id}
          label={label}
          readOnly
          value={value}
          autoComplete="off"
          spellCheck={false}
          data-autofocus=""
          onFocus={(event) => event.target.select()}
        />
        {children}
      </div>
    </Dialog>
  );
}
