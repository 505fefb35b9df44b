import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { NewUser, UserChanges, UserList } from "#accounts/users/admin.ts";
import type { User } from "#accounts/users/user.ts";
import type { History } from "#platform/audit-log.ts";
import { callApi } from "#platform/web/api.ts";
import { userKeys } from "./query-keys.ts";

export type UserPage = Required<UserList>;

export function useUsers(query: string) {
  const asked = new URLSearchParams(query);
  if (!asked.has("page")) asked.set("page", "1");
  return useQuery({
    queryKey: userKeys.list(query),
    queryFn: ({ signal }) => callApi<UserPage>(`/api/users?${asked}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to fetch users" },
  });
}

export function useUserHistory(id: string) {
  return useQuery({
    queryKey: userKeys.history(id),
    queryFn: ({ signal }) => callApi<History>(`/api/users/${id}/history`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
}

export const createUser = mutationOptions({
  mutationFn: (user: NewUser) => callApi("/api/users", { method: "POST", body: user }),
  meta: { changes: [userKeys.all], success: "User created successfully", fallback: "Failed to create user" },
});

export const changeUser = mutationOptions({
  mutationFn: ({ id, ...changes }: UserChanges & { id: string }) =>
    callApi(`/api/users/${id}`, { method: "PUT", body: changes }),
  meta: { changes: [userKeys.all], success: "User updated successfully", fallback: "Failed to update user" },
});

export function useToggleUser() {
  const client = useQueryClient();
  const flip = (id: string) =>
    changeLists(client, (users) =>
      users.map((user) => (user._id === id ? { ...user, isActive: !user.isActive, active: !user.active } : user)),
    );
  return useMutation({
    mutationFn: (id: string) => callApi(`/api/users/${id}/toggle-active`, { method: "PATCH" }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: userKeys.all });
      flip(id);
    },
    onError: (_error, id) => flip(id),
    meta: {
      mayChange: [userKeys.all],
      success: "User status updated successfully",
      fallback: "Failed to toggle user status",
    },
  });
}

export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(`/api/users/${id}`, { method: "DELETE" }),
    onSuccess: (_answer, id) => changeLists(client, (users) => users.filter((user) => user._id !== id)),
    meta: { changes: [userKeys.all], success: "User deleted successfully", fallback: "Failed to delete user" },
  });
}

function changeLists(client: QueryClient, change: (users: User[]) => User[]): void {
  client.setQueriesData<UserPage>(
    { queryKey: userKeys.lists },
    (list) => list && { ...list, users: change(list.users) },
  );
}
