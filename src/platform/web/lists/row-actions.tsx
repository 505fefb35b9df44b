import { Icon, type IconName } from "../ui/icon.tsx";

export type RowAction = {
  name: string;
  label: string;
  icon: IconName;
  onClick: () => void;
};

type Props = {
  of: string;
  actions: readonly RowAction[];
};

export function RowActions({ of, actions }: Props) {
  return (
    <div className="row-actions">
      {actions.map(({ name, label, icon, onClick }) => (
        <button
          key={name}
          type="button"
          className="row-action"
          data-action={name}
          data-label={label}
          title={label}
          aria-label={`${label}: ${of}`}
          // The second click of a double click would undo the first.
          onClick={(event) => event.detail < 2 && onClick()}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}
