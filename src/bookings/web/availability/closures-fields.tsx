import { Plus, Trash2 } from "lucide-react";
import { AVAILABILITY_LIMITS } from "#bookings/availability.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { type DraftClosure, fieldId } from "./availability-draft.ts";

type Props = {
  closures: DraftClosure[];
  problems: Record<string, string>;
  onChange: (closures: DraftClosure[]) => void;
};

export function ClosuresFields({ closures, problems, onChange }: Props) {
  const put = (changed: DraftClosure) =>
    onChange(closures.map((closure) => (closure.key === changed.key ? changed : closure)));

  const add = () => {
    const key = Math.max(-1, ...closures.map((closure) => closure.key)) + 1;
    onChange([...closures, { key, from: "", to: "", reason: "" }]);
    requestAnimationFrame(() => document.getElementById(fieldId(`closures.${closures.length}.from`))?.focus());
  };

  const remove = (key: number) => {
    onChange(closures.filter((closure) => closure.key !== key));
    requestAnimationFrame(() => document.getElementById(ADD_ID)?.focus());
  };

  return (
    <>
      {closures.length === 0 && <p className="mb-4">None.</p>}
      <ul className="grid gap-4">
        {closures.map((closure, index) => (
          <li
            key={closure.key}
            className="relative grid grid-cols-[minmax(0,1fr)] items-start gap-4 rounded-card border border-line p-4 sm:grid-cols-[--spacing(42)_--spacing(42)_minmax(0,1fr)_--spacing(11)]"
          >
            <DayField
              path={`closures.${index}.from`}
              label="First day"
              hint="Closed all day"
              value={closure.from}
              problems={problems}
              onChange={(from) => put({ ...closure, from })}
            />
            <DayField
              path={`closures.${index}.to`}
              label="Last day"
              hint="Empty: the same day"
              min={closure.from}
              value={closure.to}
              problems={problems}
              onChange={(to) => put({ ...closure, to })}
            />
            <Field
              id={fieldId(`closures.${index}.reason`)}
              label="Reason"
              hint={`As in “Closed: ${closure.reason.trim() || "Family vacation"}”`}
              error={problems[`closures.${index}.reason`]}
            >
              {(wiring) => (
                <Input
                  {...wiring}
                  maxLength={AVAILABILITY_LIMITS.reason}
                  value={closure.reason}
                  onChange={(event) => put({ ...closure, reason: event.target.value })}
                />
              )}
            </Field>
            <Button
              variant="quiet"
              size="icon"
              className="absolute top-1 right-1 sm:static sm:self-center"
              aria-label={`Remove closed dates ${index + 1}${closure.reason && `: ${closure.reason}`}`}
              onClick={() => remove(closure.key)}
            >
              <Trash2 size={20} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <Button id={ADD_ID} variant="outline" size="compact" className="mt-4" onClick={add}>
        <Plus size={18} aria-hidden="true" />
        Add Closed Dates
      </Button>
    </>
  );
}

const ADD_ID = "add-closure";

type DayProps = {
  path: string;
  label: string;
  hint: string;
  min?: string;
  value: string;
  problems: Props["problems"];
  onChange: (day: string) => void;
};

function DayField({ path, label, hint, min, value, problems, onChange }: DayProps) {
  return (
    <Field id={fieldId(path)} label={label} hint={hint} error={problems[path]}>
      {(wiring) => (
        <Input
          {...wiring}
          type="date"
          min={min || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
