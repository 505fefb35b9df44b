// The fields of the desk: each knows its path, so that its label, its mistake and its value belong together.
import type { ReactNode } from "react";
import type { FieldPath } from "react-hook-form";
import { PLACEHOLDERS } from "#company/facts/placeholders.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Input, Textarea } from "#platform/web/forms/input.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { useDesk } from "../desk-context.ts";
import { type DeskInput, fieldId } from "../desk-input.ts";

type Path = FieldPath<DeskInput>;

type Common = { path: Path; label: ReactNode; hint?: ReactNode; optional?: boolean; className?: string };

type TextProps = Common & {
  type?: "text" | "tel" | "email" | "url" | "date" | "time";
  inputMode?: "numeric" | "decimal";
  maxLength?: number;
};

export function TextField({ path, type = "text", inputMode, maxLength, ...rest }: TextProps) {
  const { form, errorOf } = useDesk();
  return (
    <Field id={fieldId(path)} error={errorOf(path)} {...rest}>
      {(wiring) => (
        <Input
          {...wiring}
          {...form.register(path)}
          type={type}
          inputMode={inputMode}
          maxLength={maxLength}
          // These are the company's details, and the browser knows those of the person who types.
          autoComplete="off"
        />
      )}
    </Field>
  );
}

export function LongTextField({ path, rows = 4, ...rest }: Common & { rows?: number }) {
  const { form, errorOf } = useDesk();
  return (
    <Field id={fieldId(path)} error={errorOf(path)} {...rest}>
      {(wiring) => <Textarea {...wiring} {...form.register(path)} rows={rows} />}
    </Field>
  );
}

/** A whole page's worth of text may have marks. */
export function MarkedTextField(props: Common & { rows?: number }) {
  return <LongTextField {...props} hint={<MarksHelp />} />;
}

const WORDS = PLACEHOLDERS.map((name) => `{${name}}`).join(", ");

function MarksHelp() {
  return (
    <>**bold**, *italic*, ## heading, - list, [text](address). Words in braces stand for your own facts: {WORDS}.</>
  );
}

type SelectProps = Common & { options: readonly (readonly [value: string, label: string])[] };

export function SelectField({ path, options, ...rest }: SelectProps) {
  const { form, errorOf } = useDesk();
  return (
    <Field id={fieldId(path)} error={errorOf(path)} {...rest}>
      {(wiring) => <Select {...wiring} {...form.register(path)} options={options} />}
    </Field>
  );
}

/** Fields that belong together, with what they are. */
export function FieldGroup({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="card min-w-0 *:clear-both">
      <legend className="float-left mb-3 w-full font-display text-h3">{title}</legend>
      {text && <p className="-mt-2 mb-4 text-muted">{text}</p>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </fieldset>
  );
}
