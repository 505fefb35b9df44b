import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

type Props<Status extends string> = {
  statuses: readonly Status[];
  value: Status;
  onChange: (status: Status) => void;
};

export function StatusField<Status extends string>({ statuses, value, onChange }: Props<Status>) {
  return (
    <Field id="status" label="Status">
      {(wiring) => (
        <Select
          {...wiring}
          data-autofocus=""
          options={statuses.map((status) => [status, status] as const)}
          value={value}
          onChange={(event) => onChange(event.target.value as Status)}
        />
      )}
    </Field>
  );
}
