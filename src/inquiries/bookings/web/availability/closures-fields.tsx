import { useFieldArray, useWatch } from "react-hook-form";
import { AVAILABILITY_LIMITS } from "#inquiries/bookings/availability.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { ADD_CLOSURE_ID, type ErrorOf, fieldId, type InputForm } from "./availability-input.ts";

type Props = { form: InputForm; errorOf: ErrorOf };

export function ClosuresFields({ form, errorOf }: Props) {
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
            errorOf={errorOf}
            onRemove={() => {
              // The button disappears with its row, so the focus has to move.
              document.getElementById(ADD_CLOSURE_ID)?.focus();
              remove(index);
            }}
          />
        ))}
      </ul>
      <Button
        id={ADD_CLOSURE_ID}
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

function ClosureLine({ index, form, errorOf, onRemove }: Props & { index: number; onRemove: () => void }) {
  // Announced before the row is removed.
  const { from = "", reason = "" } = useWatch({ control: form.control, name: `closures.${index}` }) ?? {};
  const props = { form, errorOf };
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)] items-start gap-4 rounded-card border border-line p-4 sm:grid-cols-[--spacing(42)_--spacing(42)_minmax(0,1fr)_--spacing(11)]">
      <DayField path={`closures.${index}.from`} label="First day" hint="Closed all day" {...props} />
      <DayField path={`closures.${index}.to`} label="Last day" hint="Empty: the same day" min={from} {...props} />
      <Field
        id={fieldId(`closures.${index}.reason`)}
        label="Reason"
        hint={`As in “Closed: ${reason.trim() || "Family vacation"}”`}
        error={errorOf(`closures.${index}.reason`)}
      >
        {(wiring) => (
          <Input {...wiring} {...form.register(`closures.${index}.reason`)} maxLength={AVAILABILITY_LIMITS.reason} />
        )}
      </Field>
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

type DayProps = Props & { path: `closures.${number}.${"from" | "to"}`; label: string; hint: string; min?: string };

function DayField({ path, label, hint, min, form, errorOf }: DayProps) {
  return (
    <Field id={fieldId(path)} label={label} hint={hint} error={errorOf(path)}>
      {(wiring) => <Input {...wiring} {...form.register(path)} type="date" min={min || undefined} />}
    </Field>
  );
}
