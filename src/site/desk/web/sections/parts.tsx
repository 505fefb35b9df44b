import { type Field, fieldsOf, type Part, type Row, textAndParts } from "#company/facts/form/form.ts";
import { ClaimFields } from "../fields/claim-fields.tsx";
import { FactField } from "../fields/fact-field.tsx";
import { FieldGroup } from "../fields/field-group.tsx";
import { ItemList } from "../fields/item-list.tsx";
import type { PartsProps } from "./panel-props.ts";
import { PANELS } from "./panels.tsx";

const COLUMNS: Record<Row["columns"], string> = {
  two: "sm:grid-cols-2",
  three: "sm:grid-cols-2 lg:grid-cols-3",
  "narrow first": "sm:grid-cols-[--spacing(48)_minmax(0,1fr)]",
};

export function Parts({ parts, ...rest }: PartsProps) {
  return parts.map((part) => <PartView key={keyOf(part)} part={part} {...rest} />);
}

function PartView({ part, at = [], adjust }: Omit<PartsProps, "parts"> & { part: Part }) {
  const fieldView = (field: Field, isInRow: boolean) => {
    const adjusted = adjust?.(field);
    return adjusted !== false && <FactField key={field.path} {...field} {...adjusted} at={at} isInRow={isInRow} />;
  };
  if (typeof part === "string") return <p className="text-muted">{part}</p>;
  if ("label" in part) return fieldView(part, false);
  if ("row" in part)
    return (
      <div className={`field-row grid ${COLUMNS[part.columns]}`}>{part.row.map((field) => fieldView(field, true))}</div>
    );
  if ("claim" in part) return <ClaimFields {...part} at={at} />;
  if ("group" in part) {
    const { text, parts } = textAndParts(part.parts);
    return (
      <FieldGroup title={part.group} text={text}>
        <Parts parts={parts} at={at} {...(adjust && { adjust })} />
      </FieldGroup>
    );
  }
  if ("list" in part)
    return (
      <ItemList {...part} at={at}>
        {(index) => <Parts parts={part.parts} at={[...at, index]} />}
      </ItemList>
    );
  const Panel = PANELS[part.panel];
  return <Panel {...part} draw={(props) => <Parts {...props} />} />;
}

function keyOf(part: Part): string {
  if (typeof part === "string") return part;
  const name = "group" in part ? part.group : "panel" in part ? part.panel : "claim" in part ? part.claim : "";
  return [name, ...fieldsOf([part]).map(({ path }) => path)].join();
}
