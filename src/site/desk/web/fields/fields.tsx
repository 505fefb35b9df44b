import type { ReactNode } from "react";
import { PLACEHOLDERS } from "#company/facts/placeholders.ts";

const WORDS = PLACEHOLDERS.map((name) => `{${name}}`).join(", ");

/** Once in a section whose texts are written so. */
export function MarksHelp() {
  return (
    <p className="text-muted">
      In long texts you can write **bold**, *italic*, ## heading, - list, [text](address). Words in braces stand for
      your own facts: {WORDS}.
    </p>
  );
}

export function FieldGroup({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="card min-w-0 *:clear-both">
      <legend className="float-left mb-3 w-full font-display text-h3">{title}</legend>
      {text && <p className="-mt-2 mb-4 text-muted">{text}</p>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </fieldset>
  );
}
