import { memo } from "react";
import { Link } from "react-router";
import type { ListedUser } from "#accounts/users/admin.ts";
import { ROLE_LABELS, STATUS_LABELS, type User } from "#accounts/users/user.ts";
import { useFacts } from "#company/facts/web/use-facts.ts";
import { EmailText } from "#company/shell/web/parts/contact-links.tsx";
import { Instant } from "#company/shell/web/parts/instant.tsx";
import { formatDay, wallClock } from "#platform/dates.ts";
import { RecordList } from "#platform/web/lists/record-list.tsx";
import { RowActions } from "#platform/web/lists/row-actions.tsx";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";
import { dutiesText } from "./duty-fields.tsx";

export type UserAction = "edit" | "toggle" | "history" | "delete";

type Props = {
  users: readonly ListedUser[] | undefined;
  ownEmail: string | undefined;
  isBusy: boolean;
  onAction: (action: UserAction, user: User) => void;
};

const COLUMNS = ["Email", "Role", "Status", "Last Login", "Created", "Actions"].map((heading) => ({ heading }));

export const UsersTable = memo(function UsersTable({ users, ownEmail, isBusy, onAction }: Props) {
  return (
    <RecordList
      name="Users"
      columns={COLUMNS}
      records={users}
      isBusy={isBusy}
      expected={4}
      row={(user) => <Row user={user} isOwn={user.email === ownEmail} onAction={onAction} />}
      card={(user) => <Card user={user} isOwn={user.email === ownEmail} onAction={onAction} />}
    />
  );
});

type RowProps = { user: ListedUser; isOwn: boolean; onAction: Props["onAction"] };

function Row({ user, isOwn, onAction }: RowProps) {
  return (
    <>
      <th scope="row" className="max-w-80">
        <span className="block truncate font-semibold" title={user.email}>
          {user.email}
        </span>
        {user.name && <span className="block truncate">{user.name}</span>}
        {isOwn && <span className="block text-muted">You</span>}
        <NotConfirmed user={user} />
        <SecondFactor user={user} />
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
    </>
  );
}

function Card({ user, isOwn, onAction }: RowProps) {
  return (
    <>
      <h2 className="wrap-break-word">
        <EmailText email={user.email} />
      </h2>
      {user.name && <p className="wrap-anywhere">{user.name}</p>}
      <p className="flex flex-wrap items-center gap-2">
        <RoleBadge user={user} />
        <StatusBadge user={user} />
        <NotConfirmed user={user} />
        {isOwn && <span className="text-muted">You</span>}
        <SecondFactor user={user} />
      </p>
      <p>
        Last Login: <LastLogin user={user} />
        <br />
        Created: <Created user={user} />
      </p>
      <Actions user={user} onAction={onAction} />
    </>
  );
}

const LOOKS: Record<User["role"] | keyof typeof STATUS_LABELS, BadgeLook> = {
  admin: { tone: "brand", icon: "icon-shield-check" },
  user: { tone: "outline", icon: "icon-user-round" },
  active: { tone: "ok", icon: "icon-circle-check" },
  inactive: { tone: "danger", icon: "icon-circle-slash" },
};

function NotConfirmed({ user: { confirmed } }: { user: User }) {
  if (confirmed) return null;
  return (
    <Badge tone="warn" size="small" icon="icon-mail-question-mark" title="Nobody has shown that this address is theirs">
      Not confirmed
    </Badge>
  );
}

function RoleBadge({ user }: { user: User }) {
  const { role } = user;
  return (
    <span className="grid max-w-60 justify-items-start gap-1">
      <Badge {...LOOKS[role]}>{ROLE_LABELS[role]}</Badge>
      {role === "admin" && <span className="text-muted text-small">{dutiesText(user)}</span>}
    </span>
  );
}

function SecondFactor({ user: { _id, email, hasSecondFactor } }: { user: ListedUser }) {
  if (!hasSecondFactor) return null;
  return (
    <Link
      to={`/admin/users/${_id}/second-factor`}
      className="link inline-flex min-h-6 items-center text-small"
      aria-label={`Second factor: ${email}`}
    >
      Second factor
    </Link>
  );
}

function StatusBadge({ user: { isActive } }: { user: User }) {
  const status = isActive ? "active" : "inactive";
  return <Badge {...LOOKS[status]}>{STATUS_LABELS[status]}</Badge>;
}

function LastLogin({ user: { lastLoginAt } }: { user: User }) {
  if (!lastLoginAt) return "Never";
  return <Instant at={lastLoginAt} />;
}

function Created({ user: { createdAt } }: { user: User }) {
  const { timeZone } = useFacts();
  return <time dateTime={createdAt}>{formatDay(wallClock(new Date(createdAt), timeZone).day, "short")}</time>;
}

function Actions({ user, onAction }: { user: User; onAction: Props["onAction"] }) {
  const toggle = user.isActive
    ? ({ name: "toggle", label: "Deactivate", icon: "icon-power-off" } as const)
    : ({ name: "toggle", label: "Activate", icon: "icon-power" } as const);
  return (
    <RowActions
      of={user.email}
      actions={[
        { name: "edit", label: "Edit", icon: "icon-pencil", onClick: () => onAction("edit", user) },
        { ...toggle, onClick: () => onAction("toggle", user) },
        { name: "history", label: "History", icon: "icon-history", onClick: () => onAction("history", user) },
        { name: "delete", label: "Delete", icon: "icon-trash-2", onClick: () => onAction("delete", user) },
      ]}
    />
  );
}
