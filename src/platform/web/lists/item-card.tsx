import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";

type Props<Action extends string> = {
  heading: string;
  badge: ReactNode;
  of: string;
  first?: ReactNode;
  actions: readonly { action: Action; label: string; icon: IconName }[];
  onAction: (action: Action) => void;
  children: ReactNode;
};

export function ItemCard<Action extends string>(props: Props<Action>) {
  const { heading, badge, of, first, actions, onAction, children } = props;
  return (
    <li className="card flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 text-label">{heading}</h3>
        {badge}
      </div>
      {children}
      <div className="mt-auto flex flex-wrap gap-2 pt-2">
        {first}
        {actions.map(({ action, label, icon }) => (
          <Button key={action} variant="quiet" size="compact" onClick={() => onAction(action)}>
            <Icon name={icon} className="size-4" />
            {label}
            <span className="sr-only">: {of}</span>
          </Button>
        ))}
      </div>
    </li>
  );
}
