import type { ComponentProps } from "react";
import { Icon } from "../ui/icon.tsx";
import { asField } from "./field.tsx";

type Props = ComponentProps<"select"> & {
  options: readonly (readonly [value: string, label: string])[];
  emptyLabel?: string;
};

export function Select({ options, emptyLabel, className = "", ...rest }: Props) {
  return (
    <span className="select">
      <select {...rest} className={`input ${className}`}>
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="icon-chevron-down" />
    </span>
  );
}

export const SelectField = asField(Select);
