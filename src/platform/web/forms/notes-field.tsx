import type { ComponentProps } from "react";
import { TEXT_LIMITS } from "#platform/text.ts";
import { LongTextField } from "./input.tsx";

type Props = Omit<ComponentProps<typeof LongTextField>, "label" | "maxLength">;

const FIELD = { label: "Notes", maxLength: TEXT_LIMITS.notes };

export function NotesField(props: Props) {
  return <LongTextField {...props} {...FIELD} hint="Only your team sees them." rows={6} data-autofocus="" />;
}

export function StatusNotesField(props: Props) {
  return <LongTextField {...props} {...FIELD} optional hint="Left empty, the notes stay as they are." />;
}
