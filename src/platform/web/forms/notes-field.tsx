import type { ComponentProps } from "react";
import { LongTextField } from "./input.tsx";

type Props = Omit<ComponentProps<typeof LongTextField>, "label">;

export function NotesField(props: Props) {
  return <LongTextField {...props} label="Notes" hint="Only your team sees them." rows={6} data-autofocus="" />;
}

export function StatusNotesField(props: Props) {
  return <LongTextField {...props} label="Notes" optional hint="Left empty, the notes stay as they are." />;
}
