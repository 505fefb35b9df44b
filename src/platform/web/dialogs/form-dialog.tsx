import type { ReactNode } from "react";
import { errorText } from "../api.ts";
import { Note } from "../ui/note.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { DialogForm } from "./dialog-form.tsx";

type Props = {
  title: string;
  /** The button that saves, at rest and while it works. */
  submit: { label: string; busyLabel: string; isBusy: boolean; disabled?: boolean };
  /** Which record it is about. */
  of: ReactNode;
  /** Why saving was refused, and what to say where the refusal brings no text. */
  error: Error | null;
  fallback: string;
  /** The record as somebody else has left it, where that is why. */
  conflict: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that changes one record. A refusal stays to be read, and nothing typed is lost. */
export function FormDialog({ title, submit, of, error, fallback, conflict, onSubmit, onClose, children }: Props) {
  return (
    <DialogForm
      title={title}
      submit={submit}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onClose={onClose}
    >
      <p>{of}</p>
      {conflict && <ConflictNote>{conflict}</ConflictNote>}
      {error && !conflict && (
        <Note tone="danger">
          <p role="alert">{errorText(error, fallback)}</p>
        </Note>
      )}
      {children}
    </DialogForm>
  );
}
