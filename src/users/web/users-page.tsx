import { UserPlus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { errorText } from "#platform/web/api.ts";
import type { PageMeta } from "#platform/web/page.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import { useOneAtATime } from "#platform/web/use-one-at-a-time.ts";
import { useSession } from "#platform/web/use-session.ts";
import { useStableCallback } from "#platform/web/use-stable-callback.ts";
import { company } from "#site";
import type { User } from "#users/user.ts";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { useToggleUser, useUsers } from "./queries.ts";
import { CreateUserDialog, EditUserDialog } from "./user-dialog.tsx";
import { type UserAction, UsersTable } from "./users-table.tsx";

export const meta: PageMeta = { title: `User Management | ${company.name}` };

const SHOWN_AT_ONCE = 100;

type Open =
  | { dialog: "create" }
  | { dialog: "edit"; user: User }
  | { dialog: "delete"; user: User; next: string | undefined };

export default function UsersPage() {
  const users = useUsers();
  const toggle = useToggleUser();
  const toggleOnce = useOneAtATime((id: string) => toggle.mutateAsync(id).catch(() => {}));
  const session = useSession();
  const [open, setOpen] = useState<Open>();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const focusAfterDelete = useFocusAfterDelete(users.data, open === undefined);
  const close = () => setOpen(undefined);
  const act = useStableCallback((action: UserAction, user: User) => {
    if (action === "toggle") void toggleOnce(user._id);
    else if (action === "edit") setOpen({ dialog: "edit", user });
    else setOpen({ dialog: "delete", user, next: rowAfter(users.data, user) });
  });
  const listed = useMemo(() => users.data?.slice(0, shown), [users.data, shown]);
  const count = users.data?.length ?? 0;

  return (
    <AdminPage
      title="User Management"
      subtitle="Who may sign in, and who runs the site"
      back={{ to: "/admin", label: "Back to Dashboard" }}
      actions={
        <Button size="compact" onClick={() => setOpen({ dialog: "create" })}>
          <UserPlus size={18} aria-hidden="true" />
          Create User
        </Button>
      }
    >
      {users.isPending && <LoadingText>Loading users...</LoadingText>}
      {users.error && (
        <LoadError onRetry={() => users.refetch()}>{errorText(users.error, "Failed to fetch users")}</LoadError>
      )}
      {users.data && count === 0 && <EmptyState>No users found.</EmptyState>}
      {(users.isPending || count > 0) && (
        <UsersTable users={listed} ownEmail={session.user?.email} isBusy={users.isFetching} onAction={act} />
      )}
      {count > shown && (
        <p className="mt-4 flex flex-wrap items-center gap-3 text-small">
          Showing {shown} of {count} users
          <Button variant="outline" size="compact" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            Show more
          </Button>
        </p>
      )}
      {open?.dialog === "create" && <CreateUserDialog onClose={close} />}
      {open?.dialog === "edit" && <EditUserDialog user={open.user} onClose={close} />}
      {open?.dialog === "delete" && (
        <DeleteUserDialog
          user={open.user}
          onClose={close}
          onDeleted={() => {
            focusAfterDelete(open.user._id, open.next);
            close();
          }}
        />
      )}
    </AdminPage>
  );
}

function rowAfter(users: readonly User[] | undefined, { _id }: User): string | undefined {
  const index = users?.findIndex((user) => user._id === _id) ?? -1;
  return users?.[index + 1]?._id;
}

/** Once the dialog is closed and the row is gone, the focus is on the next row, else on the heading. */
function useFocusAfterDelete(users: readonly User[] | undefined, isClosed: boolean) {
  const waiting = useRef<{ deleted: string; next: string | undefined }>(undefined);
  useEffect(() => {
    const { deleted, next } = waiting.current ?? {};
    if (!deleted || !isClosed || users?.some(({ _id }) => _id === deleted)) return;
    waiting.current = undefined;
    const button = document.querySelector<HTMLElement>(`[data-record="${next}"] [data-action="delete"]`);
    const heading = document.querySelector<HTMLElement>("h1");
    heading?.setAttribute("tabindex", "-1");
    (button ?? heading)?.focus();
  }, [users, isClosed]);
  return (deleted: string, next: string | undefined) => {
    waiting.current = { deleted, next };
  };
}
