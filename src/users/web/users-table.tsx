import { CircleCheck, CircleSlash, Pencil, Power, PowerOff, ShieldCheck, Trash2, UserRound } from "lucide-react";
import { formatDay, formatInstant, wallClock } from "#platform/dates.ts";
import { Badge } from "#platform/web/ui/badge.tsx";
import { Skeleton } from "#platform/web/ui/skeleton.tsx";
import { useNarrow } from "#platform/web/use-narrow.ts";
import { timeZone } from "#site";
import { ROLE_LABELS, STATUS_LABELS, type User } from "#users/user.ts";

export type UserAction = "edit" | "toggle" | "delete";

type Props = {
  /** Undefined while they are loading. */
  users: readonly User[] | undefined;
  ownEmail: string | undefined;
  isBusy: boolean;
  onAction: (action: UserAction, user: User) => void;
};

const SKELETON_ROWS = [1, 2, 3, 4];
const COLUMNS = ["Email", "Role", "Status", "Last Login", "Created", "Actions"];

export function UsersTable(props: Props) {
  return useNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ users, ownEmail, isBusy, onAction }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-region" aria-label="Users" aria-busy={isBusy} tabIndex={0}>
      <table className="table min-w-[56rem]">
        <caption className="sr-only">Users, newest first</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users
            ? users.map((user) => (
                <tr key={user._id} data-user={user._id}>
                  <th scope="row" className="max-w-80">
                    <span className="block truncate font-semibold" title={user.email}>
                      {user.email}
                    </span>
                    {user.email === ownEmail && <span className="block text-muted">You</span>}
                  </th>
                  <td>
                    <RoleBadge user={user} />
                  </td>
                  <td>
                    <StatusBadge user={user} />
                  </td>
                  <td>
                    <LastLogin user={user} />
                  </td>
                  <td>
                    <Created user={user} />
                  </td>
                  <td>
                    <Actions user={user} onAction={onAction} />
                  </td>
                </tr>
              ))
            : SKELETON_ROWS.map((row) => (
                <tr key={row}>
                  <td colSpan={COLUMNS.length}>
                    <Skeleton className="h-11 w-full" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

function Cards({ users, ownEmail, isBusy, onAction }: Props) {
  if (!users) return SKELETON_ROWS.map((row) => <Skeleton key={row} className="mb-3 h-44 w-full" />);
  return (
    <ul className="grid gap-3 sm:grid-cols-2" aria-label="Users, newest first" aria-busy={isBusy}>
      {users.map((user) => (
        <li key={user._id} data-user={user._id} className="record-card">
          <h2 className="break-all">{user.email}</h2>
          <p className="flex flex-wrap items-center gap-2">
            <RoleBadge user={user} />
            <StatusBadge user={user} />
            {user.email === ownEmail && <span className="text-muted">You</span>}
          </p>
          <p>
            Last Login: <LastLogin user={user} />
            <br />
            Created: <Created user={user} />
          </p>
          <Actions user={user} onAction={onAction} />
        </li>
      ))}
    </ul>
  );
}

function RoleBadge({ user: { role } }: { user: User }) {
  const Icon = role === "admin" ? ShieldCheck : UserRound;
  return (
    <Badge tone={role === "admin" ? "brand" : "outline"} icon={<Icon aria-hidden="true" />}>
      {ROLE_LABELS[role]}
    </Badge>
  );
}

function StatusBadge({ user: { isActive } }: { user: User }) {
  const Icon = isActive ? CircleCheck : CircleSlash;
  return (
    <Badge tone={isActive ? "ok" : "danger"} icon={<Icon aria-hidden="true" />}>
      {isActive ? STATUS_LABELS.active : STATUS_LABELS.inactive}
    </Badge>
  );
}

function LastLogin({ user: { lastLoginAt } }: { user: User }) {
  if (!lastLoginAt) return "Never";
  return <time dateTime={lastLoginAt}>{formatInstant(new Date(lastLoginAt), timeZone)}</time>;
}

function Created({ user: { createdAt } }: { user: User }) {
  return <time dateTime={createdAt}>{formatDay(wallClock(new Date(createdAt), timeZone).day, "short")}</time>;
}

function Actions({ user, onAction }: { user: User; onAction: Props["onAction"] }) {
  const actions = [
    { action: "edit", label: "Edit", Icon: Pencil },
    user.isActive
      ? ({ action: "toggle", label: "Deactivate", Icon: PowerOff } as const)
      : ({ action: "toggle", label: "Activate", Icon: Power } as const),
    { action: "delete", label: "Delete", Icon: Trash2 },
  ] as const;
  return (
    <div className="row-actions">
      {actions.map(({ action, label, Icon }) => (
        <button
          key={action}
          type="button"
          className="row-action"
          data-action={action}
          title={label}
          aria-label={`${label}: ${user.email}`}
          onClick={() => onAction(action, user)}
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
