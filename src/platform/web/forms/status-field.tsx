import type { ComponentProps } from "react";
import { SelectField } from "./select.tsx";

type Props = Omit<ComponentProps<typeof SelectField>, "label" | "options"> & { statuses: readonly string[] };

export function StatusField({ statuses, ...rest }: Props) {
  return (
    <SelectField
      {...rest}
      label="Status"
      data-autofocus=""
      options={statuses.map((status) => [status, status] as const)}
    />
  );
}
