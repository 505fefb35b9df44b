import { useState } from "react";
import { ROLE_LABELS, STATUS_LABELS, type User } from "#accounts/users/user.ts";
import type { PageMeta } from "#company/shell/web/page.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { AdminListPage } from "#platform/web/lists/admin-list-page.tsx";
import { asOptions } from "#platform/web/lists/filter-bar.tsx";
import { useFocusAfterLeaving } from "#platform/web/lists/use-focus-after-leaving.ts";
import { useListParams } from "#platform/web/lists/use-list-params.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Icon } from "#platform/web/ui/icon.tsx";
import { AccountRulesDialog } from "./account-rules-dialog.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { useToggleUser, useUsers } from "./queries.ts";
import { CreateUserDialog, EditUserDialog } from "./user-dialog.tsx";
import { UserHistoryDialog } from "./user-history-dialog.tsx";
import { type UserAction, UsersTable } from "./users-table.tsx";

export const meta: PageMeta = ({ company }) => ({ title: `User Management | ${company.name}` });

const CHOICES = {
  status: { label: "Status", all: "All statuses", options: asOptions(Object.values(STATUS_LABELS)) },
  role: { label: "Role", all: "All roles", options: asOptions(Object.values(ROLE_LABELS)) },
};
const FILTERS = ["search", "status", "role"] as const;

type Open =
  | { dialog: "create" }
  | { dialog: "invite" }
  | { dialog: "rules" }
  | { dialog: Exclude<UserAction, "toggle">; user: User };

export default function UsersPage() {
  const params = useListParams(FILTERS);
  const users = useUsers(params.query);
  const toggle = useToggleUser();
  const session = useSession();
  const [open, setOpen] = useState<Open>();
  const list = users.data?.users;
  const focusAfterLeaving = useFocusAfterLeaving({
    records: list,
    isDialogOpen: open !== undefined,
    action: "delete",
  });
  const close = () => setOpen(undefined);
  const act = useStableCallback((action: UserAction, user: User) => {
    if (action === "toggle") {
      if (toggle.isPending) return;
      // With a filter by status the account leaves the list, and with it the focused button.
      if (params.filters.status) focusAfterLeaving(user);
      toggle.mutate(user._id);
    } else setOpen({ dialog: action, user });
  });

  return (
    <AdminListPage
      title="User Management"
      subtitle="Who may sign in, and who runs the site"
      back={{ to: "/admin", label: "Back to Dashboard" }}
      actions={
        <>
          <Button size="compact" onClick={() => setOpen({ dialog: "invite" })}>
            <Icon name="icon-mail-plus" />
            Invite
          </Button>
          <Button variant="outline" size="compact" onClick={() => setOpen({ dialog: "create" })}>
            <Icon name="icon-user-plus" />
            Create User
          </Button>
          <Button variant="outline" size="compact" onClick={() => setOpen({ dialog: "rules" })}>
            <Icon name="icon-sliders-horizontal" />
            Rules
          </Button>
        </>
      }
      what="users"
      params={params}
      searched="Search email..."
      choices={CHOICES}
      query={users}
      count={list?.length}
      fallback="Failed to fetch users"
      none="No users found."
      elsewhere={<OpenInvitations />}
      dialog={open && <OpenDialog open={open} onClose={close} onDeleted={focusAfterLeaving} />}
    >
      <UsersTable users={list} ownEmail={session.user?.email} isBusy={users.isPlaceholderData} onAction={act} />
    </AdminListPage>
  );
}

type OpenDialogProps = { open: Open; onClose: () => void; onDeleted: (user: User) => void };

function OpenDialog({ open, onClose, onDeleted }: OpenDialogProps) {
  if (open.dialog === "invite") return <InviteDialog onClose={onClose} />;
  if (open.dialog === "rules") return <AccountRulesDialog onClose={onClose} />;
  if (open.dialog === "create") return <CreateUserDialog onClose={onClose} />;
  if (open.dialog === "edit") return <EditUserDialog user={open.user} onClose={onClose} />;
  if (open.dialog === "history") return <UserHistoryDialog user={open.user} onClose={onClose} />;
  return (
    <DeleteUserDialog
      user={open.user}
      onClose={onClose}
      onDeleted={() => {
        onDeleted(open.user);
        onClose();
      }}
    />
  );
}
