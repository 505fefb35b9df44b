import type { ReactNode } from "react";
import { type FieldArray, useFieldArray, useWatch } from "react-hook-form";
import { nameOf } from "#platform/merging/merge.ts";
import { FieldError } from "#platform/web/forms/field.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { useDesk } from "../desk-context.ts";
import type { DeskInput, ListPath } from "../desk-input.ts";
import { MoveButtons } from "./move-buttons.tsx";

type Props<Name extends ListPath> = {
  name: Name;
  one: string;
  add: string;
  blank: object;
  first: string;
  max: number;
  children: (index: number) => ReactNode;
};

/** The focus follows the added or removed item. */
export function ItemList<Name extends ListPath>({ name, one, add, blank, first, max, children }: Props<Name>) {
  const { form, wiringOf, focusOn } = useDesk();
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name });
  const { id: addId, error } = wiringOf(name);
  const appendOne = () => {
    append(blank as FieldArray<DeskInput, Name>, { shouldFocus: false });
    focusOn(`${addId}-${fields.length}-${first}`);
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
