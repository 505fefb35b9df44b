import { mutationOptions, useQuery } from "@tanstack/react-query";
import type {
  PermissionsAnswer,
  PersonQuery,
  Revocation,
  Revoked,
  StateAnswer,
} from "#people/permissions/permission.ts";
import { callApi } from "#platform/web/api.ts";
import { permissionKeys } from "./query-keys.ts";

const PATH = "/api/permissions";

export function usePermissionState(person: PersonQuery) {
  return useQuery({
    queryKey: permissionKeys.state(person),
    queryFn: ({ signal }) => callApi<StateAnswer>(`${PATH}/state?${searchOf(person)}`, { signal }),
    select: ({ state }) => state,
    meta: { fallback: "Failed to load the permissions" },
  });
}

/** Each load is recorded as a view of the proof, so it is not repeated by itself. */
export function usePermissionProof(person: PersonQuery) {
  return useQuery({
    queryKey: permissionKeys.proof(person),
    queryFn: ({ signal }) => callApi<PermissionsAnswer>(`${PATH}?${searchOf(person)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { fallback: "Failed to load the permissions" },
  });
}

export const recordStop = mutationOptions({
  mutationFn: (revocation: Revocation) => callApi<Revoked>(`${PATH}/revocations`, { method: "POST", body: revocation }),
  meta: { changes: [permissionKeys.all], success: "The stop is recorded", fallback: "Failed to record the stop" },
});

function searchOf({ email, phone }: PersonQuery): string {
  return new URLSearchParams({ ...(email && { email }), ...(phone && { phone }) }).toString();
}
