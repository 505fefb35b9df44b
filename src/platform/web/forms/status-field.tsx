import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

type Props = { statuses: readonly string[]; registration: UseFormRegisterReturn };

export function StatusField({ statuses, registration }: Props) {
  return (
    <Field id="status" label="Status">
      {(wiring) => (
        <Select
          {...wiring}
          {...registration}
          data-autofocus=""
          options={statuses.map((status) => [status, status] as const)}
        />
      )}
    </Field>
  );
}
