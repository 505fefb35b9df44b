import { UserPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { errorText } from "#platform/web/api.ts";
import { useOneAtATime } from "#platform/web/hooks/use-one-at-a-time.ts";
import { useSession } from "#platform/web/hooks/use-session.ts";
import { useStableCallback } from "#platform/web/hooks/use-stable-callback.ts";
import { FilterBar, FilterChoice, SearchField } from "#platform/web/lists/filter-bar.tsx";
import { Pager } from "#platform/web/lists/pager.tsx";
import { type ListParams, useLastPage, useListParams } from "#platform/web/lists/use-list-params.ts";
import { AdminPage } from "#platform/web/ui/admin-page.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { EmptyState } from "#platform/web/ui/empty-state.tsx";
import { LoadError } from "#platform/web/ui/load-error.tsx";
import { LoadingText } from "#platform/web/ui/loading-text.tsx";
import type { PageMeta } from "#shell/web/page.ts";
import { company } from "#site";
import { ROLE_LABELS, STATUS_LABELS, type User } from "#users/user.ts";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { useToggleUser, useUsers } from "./queries.ts";
import { CreateUserDialog, EditUserDialog } from "./user-dialog.tsx";
import { type UserAction, UsersTable } from "./users-table.tsx";

export const meta: PageMeta = { title: `User Management | ${company.name}` };

const FILTERS = ["search", "status", "role"] as const;
type Filter = (typeof FILTERS)[number];

type Open =
  | { dialog: "create" }
  | { dialog: "edit"; user: User }
  | { dialog: "delete"; user: User; next: string | undefined };

export default function UsersPage() {
  const params = useListParams(FILTERS);
  const users = useUsers(params.query);
  const toggle = useToggleUser();
  const toggleOnce = useOneAtATime((id: string) => toggle.mutateAsync(id).catch(() => {}));
  const session = useSession();
  const [open, setOpen] = useState<Open>();
  const list = users.data;
  const focusAfterLeaving = useFocusAfterDelete(list?.users, open === undefined);
  useLastPage(params, users);
  const close = () => setOpen(undefined);
  const act = useStableCallback((action: UserAction, user: User) => {
    if (action === "toggle") {
      // Under a filter by status the account leaves the list, and with it the button that has the focus.
      if (params.filters.status) focusAfterLeaving(user._id, rowAfter(list?.users, user));
      void toggleOnce(user._id);
    } else if (action === "edit") setOpen({ dialog: "edit", user });
    else setOpen({ dialog: "delete", user, next: rowAfter(list?.users, user) });
  });

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
      <Filters params={params} />
      <p role="status" className="my-4 text-small">
        {list && `Showing ${list.users.length} of ${list.pagination.totalItems} total users`}
      </p>
      {users.isPending && <LoadingText>Loading users...</LoadingText>}
      {users.error && (
        <LoadError onRetry={() => users.refetch()}>{errorText(users.error, "Failed to fetch users")}</LoadError>
      )}
      {list?.pagination.totalItems === 0 && !users.error && (
        <EmptyState
          action={
            params.isFiltered && (
              <Button variant="outline" onClick={params.clearFilters}>
                Show all users
              </Button>
            )
          }
        >
          No users found.
        </EmptyState>
      )}
      {(users.isPending || Boolean(list?.users.length)) && (
        <UsersTable users={list?.users} ownEmail={session.user?.email} isBusy={users.isFetching} onAction={act} />
      )}
      {list && (
        <div className="mt-4">
          <Pager pagination={list.pagination} onGo={params.setPage} />
        </div>
      )}
      {open?.dialog === "create" && <CreateUserDialog onClose={close} />}
      {open?.dialog === "edit" && <EditUserDialog user={open.user} onClose={close} />}
      {open?.dialog === "delete" && (
        <DeleteUserDialog
          user={open.user}
          onClose={close}
          onDeleted={() => {
            focusAfterLeaving(open.user._id, open.next);
            close();
          }}
        />
      )}
    </AdminPage>
  );
}

function Filters({ params }: { params: ListParams<Filter> }) {
  const { filters, setFilter } = params;
  const active = [
    { name: "Search", value: filters.search, onRemove: () => setFilter("search", "") },
    { name: "Status", value: filters.status, onRemove: () => setFilter("status", "") },
    { name: "Role", value: filters.role, onRemove: () => setFilter("role", "") },
  ].filter(({ value }) => value);
  return (
    <FilterBar active={active} onClear={params.clearFilters}>
      <SearchField
        value={filters.search}
        placeholder="Search email..."
        onSearch={(text) => setFilter("search", text)}
      />
      <FilterChoice
        label="Status"
        all="All statuses"
        value={filters.status}
        options={Object.values(STATUS_LABELS)}
        onChoose={(value) => setFilter("status", value)}
      />
      <FilterChoice
        label="Role"
        all="All roles"
        value={filters.role}
        options={Object.values(ROLE_LABELS)}
        onChoose={(value) => setFilter("role", value)}
      />
    </FilterBar>
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
