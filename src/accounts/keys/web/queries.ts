import { mutationOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { KeyList, MadeKey, NewKey } from "#accounts/keys/key.ts";
import { userKeys } from "#accounts/users/web/query-keys.ts";
import { callApi } from "#platform/web/api.ts";
import { keyKeys } from "./query-keys.ts";

export function useKeys() {
  return useQuery({
    queryKey: keyKeys.all,
    queryFn: ({ signal }) => callApi<KeyList>("/api/keys", { signal }),
    select: ({ keys }) => keys,
    meta: { fallback: "Failed to load keys", follows: [userKeys.all] },
  });
}

export const makeKey = mutationOptions({
  mutationFn: (key: NewKey) => callApi<MadeKey>("/api/keys", { method: "POST", body: key }),
  meta: { changes: [keyKeys.all], success: "Key created", fallback: "Failed to create the key" },
});

export function useRevokeKey() {
  return useMutation({
    mutationFn: (id: string) => callApi(`/api/keys/${id}`, { method: "DELETE" }),
    meta: { changes: [keyKeys.all], success: "Key revoked", fallback: "Failed to revoke the key" },
  });
}
