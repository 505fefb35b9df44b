import { useFieldArray, useWatch } from "react-hook-form";
import { AVAILABILITY_LIMITS } from "#inquiries/bookings/availability.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import type { FieldsProps } from "./availability-input.ts";

export function ClosuresFields({ form, field, wiringOf }: FieldsProps) {
  const { id: addId } = wiringOf("closures");
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "closures" });
  return (
    <>
      {fields.length === 0 && <p className="mb-4">None.</p>}
      <ul className="grid gap-4">
        {fields.map(({ id }, index) => (
          <ClosureLine
            key={id}
            index={index}
            form={form}
            field={field}
            onRemove={() => {
              // The button disappears with its row, so the focus has to move.
              document.getElementById(addId)?.focus();
              remove(index);
            }}
          />
        ))}
      </ul>
      <Button
        id={addId}
        variant="outline"
        size="compact"
        className="mt-4"
        onClick={() => append({ from: "", to: "", reason: "" })}
      >
        <Icon name="icon-plus" />
        Add Closed Dates
      </Button>
    </>
  );
}

type LineProps = Pick<FieldsProps, "form" | "field"> & { index: number; onRemove: () => void };

function ClosureLine({ index, form, field, onRemove }: LineProps) {
  // The value is undefined just before the row is removed.
  const { from = "", reason = "" } = useWatch({ control: form.control, name: `closures.${index}` }) ?? {};
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)] items-start gap-4 rounded-card border border-line p-4 sm:grid-cols-[--spacing(42)_--spacing(42)_minmax(0,1fr)_--spacing(11)]">
      <TextField {...field(`closures.${index}.from`)} label="First day" hint="Closed all day" type="date" />
      <TextField
        {...field(`closures.${index}.to`)}
        label="Last day"
        hint="Empty: the same day"
        type="date"
        min={from || undefined}
      />
      <TextField
        {...field(`closures.${index}.reason`)}
        label="Reason"
        hint={`As in “Closed: ${reason.trim() || "Family vacation"}”`}
        maxLength={AVAILABILITY_LIMITS.reason}
      />
      <Button
        variant="quiet"
        size="icon"
        className="absolute top-1 right-1 sm:static sm:self-center"
        aria-label={`Remove closed dates ${index + 1}${reason && `: ${reason}`}`}
        onClick={onRemove}
      >
        <Icon name="icon-trash-2" className="size-5" />
      </Button>
    </li>
  );
}
