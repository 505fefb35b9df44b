import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "./field.tsx";
import { Textarea } from "./input.tsx";

type Props = { registration: UseFormRegisterReturn; longest: number; error: string | undefined };

export function NotesField({ registration, longest, error }: Props) {
  return (
    <Field id="notes" label="Notes" hint="Only your team sees them." error={error}>
      {(wiring) => <Textarea {...wiring} {...registration} rows={6} data-autofocus="" maxLength={longest} />}
    </Field>
  );
}

export function StatusNotesField({ registration, longest, error }: Props) {
  return (
    <Field id="status-notes" label="Notes" optional hint="Left empty, the notes stay as they are." error={error}>
      {(wiring) => <Textarea {...wiring} {...registration} rows={4} maxLength={longest} />}
    </Field>
  );
}
