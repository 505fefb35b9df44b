import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

type Props = ComponentProps<"select"> & {
  /** value → label, in the order to show. */
  options: readonly (readonly [value: string, label: string])[];
  /** The first, empty choice: "Choose one". Left out where a choice always stands. */
  emptyLabel?: string;
};

/** The browser's own list: autofill, phones and keyboards all know it. */
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
      <ChevronDown aria-hidden="true" />
    </span>
  );
}
