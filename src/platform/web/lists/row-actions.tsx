import type { LucideIcon } from "lucide-react";

export type RowAction = {
  /** Tells the action apart from its neighbours; its label may change. */
  name: string;
  label: string;
  Icon: LucideIcon;
  onClick: () => void;
};

type Props = {
  /** Whose row it is: part of each button's name. */
  of: string;
  actions: readonly RowAction[];
};

/** What can be done with a record: icons in a row, with their words on a card. */
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
          // The second click of a double click would undo what the first one did.
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
