import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#platform/web/api.ts";
import type { UserList } from "#users/filters.ts";
import type { NewUser, User, UserChanges } from "#users/user.ts";

const USERS = ["users"];
const LISTS = [...USERS, "list"];

export type UserPage = Required<UserList>;

/** `query` is that of the page's address; a page is asked for in any case. */
export function useUsers(query: string) {
  const asked = new URLSearchParams(query);
  if (!asked.has("page")) asked.set("page", "1");
  return useQuery({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => callApi<UserPage>(`/api/users?${asked}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to fetch users" },
  });
}

export function useCreateUser() {
  const reload = useReload();
  return useMutation({
    mutationFn: (user: NewUser) => callApi("/api/users", { method: "POST", body: user }),
    onSuccess: reload,
    meta: { success: "User created successfully", fallback: "Failed to create user" },
  });
}

export function useChangeUser() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ id, ...changes }: UserChanges & { id: string }) =>
      callApi(`/api/users/${id}`, { method: "PUT", body: changes }),
    onSuccess: reload,
    meta: { success: "User updated successfully", fallback: "Failed to update user" },
  });
}

/** The row changes at once, and back where the server refuses. */
export function useToggleUser() {
  const client = useQueryClient();
  const reload = useReload();
  const flip = (id: string) =>
    changeLists(client, (users) =>
      users.map((user) => (user._id === id ? { ...user, isActive: !user.isActive, active: !user.active } : user)),
    );
  return useMutation({
    mutationFn: (id: string) => callApi(`/api/users/${id}/toggle-active`, { method: "PATCH" }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: USERS });
      flip(id);
    },
    onError: (_error, id) => flip(id),
    onSettled: reload,
    meta: { success: "User status updated successfully", fallback: "Failed to toggle user status" },
  });
}

export function useDeleteUser() {
  const client = useQueryClient();
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => callApi(`/api/users/${id}`, { method: "DELETE" }),
    onSuccess: (_answer, id) => {
      changeLists(client, (users) => users.filter((user) => user._id !== id));
      reload();
    },
    meta: { success: "User deleted successfully", fallback: "Failed to delete user" },
  });
}

function changeLists(client: QueryClient, change: (users: User[]) => User[]): void {
  client.setQueriesData<UserPage>({ queryKey: LISTS }, (list) => list && { ...list, users: change(list.users) });
}

/** Not awaited: the dialog closes at once, the list follows. */
function useReload() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: USERS });
  };
}
