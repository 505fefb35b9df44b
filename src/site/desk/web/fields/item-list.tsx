import type { ReactNode } from "react";
import { type FieldArray, set, useFieldArray, useWatch } from "react-hook-form";
import { SAMPLE } from "#company/facts/claims.ts";
import { fieldsOf, type List } from "#company/facts/form/form.ts";
import { kindOf, maxLengthOf, schemaAt } from "#company/facts/form/schema-at.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { wallClock } from "#platform/dates.ts";
import { nameOf } from "#platform/merging/merge.ts";
import { FieldError } from "#platform/web/forms/field.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useDesk } from "../desk-context.ts";
import { type DeskInput, fieldOf, type ListPath, placed } from "../desk-input.ts";
import { MoveButtons } from "./move-buttons.tsx";

type Props = List & { at: readonly number[]; children: (index: number) => ReactNode };

/** The focus follows the added or removed item. */
export function ItemList({ list, one, add, parts, blank, at, children }: Props) {
  const { form, wiringOf, focusOn } = useDesk();
  const { timeZone } = useFacts();
  const name = placed(list, at) as ListPath;
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name });
  const { id: addId, error } = wiringOf(name);
  const max = maxLengthOf(schemaAt(list)) ?? Number.POSITIVE_INFINITY;
  const appendOne = () => {
    const year = wallClock(new Date(), timeZone).day.slice(0, 4);
    const item = { ...blankItem({ list, parts }), ...blank?.(year) };
    append(item as FieldArray<DeskInput, ListPath>, { shouldFocus: false });
    focusOn(`${addId}-${fields.length}-${Object.keys(item)[0]}`);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {fields.length === 0 && <p className="text-muted">None.</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {fields.map(({ id }, index) => (
          <li key={id}>
            <Item
              name={name}
              index={index}
              one={one}
              count={fields.length}
              onMove={move}
              onRemove={() => {
                remove(index);
                focusOn(addId);
              }}
            >
              {children(index)}
            </Item>
          </li>
        ))}
      </ul>
      <div className="field">
        <Button
          id={addId}
          variant="outline"
          className="justify-self-start"
          disabled={fields.length >= max}
          aria-describedby={`${addId}-error`}
          onClick={appendOne}
        >
          <Icon name="icon-plus" />
          {add}
        </Button>
        <FieldError id={`${addId}-error`}>{error}</FieldError>
      </div>
    </div>
  );
}

function blankItem({ list, parts }: Pick<List, "list" | "parts">): object {
  const item = {};
  for (const { path } of fieldsOf(parts))
    set(item, fieldOf(path).slice(`${list}.*.`.length), kindOf(schemaAt(path)).isPicture ? null : "");
  return { ...item, ...(parts.some((part) => typeof part === "object" && "claim" in part) && { claim: SAMPLE }) };
}

type ItemProps = {
  name: ListPath;
  index: number;
  one: string;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
  children: ReactNode;
};

function Item({ name, index, one, count, onMove, onRemove, children }: ItemProps) {
  const { form, wiringOf } = useDesk();
  const { id } = wiringOf(name);
  const item = useWatch({ control: form.control, name: `${name}.${index}` as "team.0" });
  const called = nameOf(item)?.trim() || `${one} ${index + 1}`;
  return (
    <fieldset className="card min-w-0">
      <legend className="sr-only">{called}</legend>
      <div className="mb-3 flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 pt-2.5 font-semibold first-letter:uppercase" aria-hidden="true">
          {called}
        </p>
        <span className="flex flex-none">
          <MoveButtons list={id} index={index} count={count} called={called} onMove={onMove} />
          <Button variant="quiet" size="icon" aria-label={`Remove: ${called}`} onClick={onRemove}>
            <Icon name="icon-trash-2" className="size-5" />
          </Button>
        </span>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </fieldset>
  );
}
