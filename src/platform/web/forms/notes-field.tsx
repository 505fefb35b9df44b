import { Field } from "./field.tsx";
import { Textarea } from "./input.tsx";

type Props = { value: string; longest: number; onChange: (notes: string) => void };

/** The notes of a record, alone in their dialog. */
export function NotesField({ value, longest, onChange }: Props) {
  return (
    <Field id="notes" label="Notes" hint="Only your team sees them.">
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={6}
          data-autofocus=""
          maxLength={longest}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The notes of a record beside its status. */
export function StatusNotesField({ value, longest, onChange }: Props) {
  return (
    <Field id="status-notes" label="Notes" optional hint="Left empty, the notes stay as they are.">
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={4}
          maxLength={longest}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
