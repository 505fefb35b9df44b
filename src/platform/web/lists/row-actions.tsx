import type { LucideIcon } from "lucide-react";

export type RowAction = {
  /** A stable key; the label may change. */
  name: string;
  label: string;
  Icon: LucideIcon;
  onClick: () => void;
};

type Props = {
  /** The record's name: part of each button's accessible name. */
  of: string;
  actions: readonly RowAction[];
};

/** Icons in a table row, icons with labels on a card. */
export function RowActions({ of, actions }: Props) {
  return (
    <div className="row-actions">
      {actions.map(({ name, label, Icon, onClick }) => (
        <button
          key={name}
          type="button"
          className="row-action"
          data-action={name}
          title={label}
          aria-label={`${label}: ${of}`}
          // The second click of a double click would undo the first.
          onClick={(event) => event.detail < 2 && onClick()}
        >
          <Icon size={18} aria-hidden="true" />
          <span className="row-action-label" aria-hidden="true">
            {label}
          </span>
        </button>
      ))}
    </div>
  );
}
