import type { ComponentProps, ReactNode } from "react";
import { PLACEHOLDERS } from "#company/facts/placeholders.ts";
import { LongTextField } from "#platform/web/forms/input.tsx";

export function MarkedTextField(props: ComponentProps<typeof LongTextField>) {
  return <LongTextField {...props} hint={<MarksHelp />} />;
}

const WORDS = PLACEHOLDERS.map((name) => `{${name}}`).join(", ");

function MarksHelp() {
  return (
    <>**bold**, *italic*, ## heading, - list, [text](address). Words in braces stand for your own facts: {WORDS}.</>
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
