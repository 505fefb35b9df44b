import { type ComponentProps, useMemo } from "react";
import { type FieldPath, get } from "react-hook-form";
import type { Field } from "#company/facts/form/form.ts";
import { kindOf, maxLengthOf, schemaAt } from "#company/facts/form/schema-at.ts";
import { Checkbox } from "#platform/web/forms/checkbox.tsx";
import { LongTextField, TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useDesk } from "../desk-context.ts";
import { type DeskInput, fieldOf, placed } from "../desk-input.ts";
import { choicesOf } from "./choices.ts";
import { PictureField, type PicturePath } from "./picture-field.tsx";

export type Adjustments = Pick<ComponentProps<"input">, "placeholder" | "autoCapitalize" | "spellCheck"> & {
  hint?: string;
  onBlur?: () => void;
};

type Props = Field & Adjustments & { at?: readonly number[]; isInRow?: boolean };

/** The schema at the path says which control it is. */
export function FactField({ path, at = [], label, hint, onBlur, ...said }: Props) {
  const { short: _, optional, rows, isOneLine: __, type, choices, digits, isInRow, ...attributes } = said;
  const desk = useDesk();
  const schema = schemaAt(path);
  const { isPicture, isFlag, isNumber, isWhole, isNullable } = kindOf(schema);
  const name = fieldOf(placed(path, at)) as FieldPath<DeskInput>;
  const present = String(get(desk.saved, name) ?? "");
  const options = useMemo(() => choices && choicesOf(choices, present), [choices, present]);
  if (isPicture) return <PictureField path={name as PicturePath} what={label} />;
  const isShort = isNumber || options || type === "date" || type === "url";
  const wiring = { ...desk.field(name, onBlur && { onBlur }), label, hint };
  if (isFlag) return <Checkbox {...wiring} />;
  const shared = { ...wiring, optional: optional || isNullable, className: isShort && !isInRow ? "sm:max-w-md" : "" };
  if (options) return <SelectField {...shared} options={options} />;
  if (rows) return <LongTextField {...shared} rows={rows} />;
  const inputMode = digits || isWhole ? "numeric" : isNumber ? "decimal" : undefined;
  // An address that is cut leads elsewhere.
  const maxLength = digits ?? (type === "url" ? undefined : maxLengthOf(schema));
  return (
    <TextField
      {...shared}
      {...attributes}
      {...(type && { type })}
      {...(inputMode && { inputMode })}
      maxLength={maxLength}
    />
  );
}
