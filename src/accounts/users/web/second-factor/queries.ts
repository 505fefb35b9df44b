import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type {
  FactorAdded,
  Factors,
  FactorsOfUser,
  GivenFactor,
  NewApp,
  NewRecoveryCodes,
  PasskeyRequest,
} from "#accounts/users/second-factor.ts";
import { callApi } from "#platform/web/api.ts";
import { changeSessionUser } from "#platform/web/session.ts";
import { userKeys } from "../query-keys.ts";
import { askForPasskey, makePasskey } from "./browser-passkeys.ts";
import { factorKeys } from "./query-keys.ts";

const changes = [factorKeys.all, userKeys.all];

export const ownFactors = queryOptions({
  queryKey: factorKeys.own,
  queryFn: async ({ signal }) => {
    const factors = await callApi<Factors>("/api/account/factors", { signal });
    const { secondFactorDue, secondFactorBy } = factors;
    changeSessionUser({ secondFactorDue, secondFactorBy });
    return factors;
  },
  meta: { fallback: "Failed to load your second factor" },
});

export const factorsOf = (userId: string) =>
  queryOptions({
    queryKey: factorKeys.of(userId),
    queryFn: ({ signal }) => callApi<FactorsOfUser>(`/api/users/${userId}/second-factor`, { signal }),
    meta: { fallback: "Failed to load the second factor" },
  });

export const beginApp = mutationOptions({
  mutationFn: () => callApi<NewApp>("/api/account/totp", { method: "POST", body: {} }),
  meta: { fallback: "Failed to begin" },
});

export const confirmApp = mutationOptions({
  mutationFn: async (code: string) =>
    factorAdded(await callApi<FactorAdded>("/api/account/totp/confirm", { method: "POST", body: { code } })),
  meta: { changes, success: "The authenticator app is set up", fallback: "Failed to confirm the app" },
});

export const removeApp = mutationOptions({
  mutationFn: () => callApi("/api/account/totp", { method: "DELETE" }),
  meta: { changes, success: "The authenticator app is removed", fallback: "Failed to remove the app" },
});

export const addPasskey = mutationOptions({
  mutationFn: async () => {
    const { challenge, passkey } = await callApi<PasskeyRequest>("/api/account/passkeys/options", {
      method: "POST",
      body: {},
    });
    const made = await makePasskey(passkey);
    return factorAdded(
      await callApi<FactorAdded>("/api/account/passkeys", { method: "POST", body: { challenge, passkey: made } }),
    );
  },
  meta: { changes, success: "The passkey is added", fallback: "Failed to add the passkey" },
});

export const namePasskey = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    callApi(`/api/account/passkeys/${id}`, { method: "PATCH", body: { name } }),
  meta: { changes: [factorKeys.all], success: "The passkey is named", fallback: "Failed to name the passkey" },
});

export const removePasskey = (id: string) =>
  mutationOptions({
    mutationFn: () => callApi(`/api/account/passkeys/${id}`, { method: "DELETE" }),
    meta: { changes, success: "The passkey is removed", fallback: "Failed to remove the passkey" },
  });

export const renewRecoveryCodes = mutationOptions({
  mutationFn: () => callApi<NewRecoveryCodes>("/api/account/recovery-codes", { method: "POST", body: {} }),
  meta: { changes: [factorKeys.all], fallback: "Failed to make recovery codes" },
});

export const removeFactorsOf = (userId: string) =>
  mutationOptions({
    mutationFn: () => callApi(`/api/users/${userId}/second-factor`, { method: "DELETE" }),
    meta: { changes, success: "The second factor is removed", fallback: "Failed to remove the second factor" },
  });

export async function prove(given: { password: string } | GivenFactor | "passkey"): Promise<void> {
  if (typeof given === "object" && "password" in given) {
    await callApi("/api/account/proof", { method: "POST", body: given });
    return;
  }
  const path = "/api/account/proof/second-factor";
  const { challenge, passkey } = await callApi<PasskeyRequest>(`${path}/options`, { method: "POST", body: {} });
  const factor = given === "passkey" ? { passkey: await askForPasskey(passkey) } : given;
  await callApi(path, { method: "POST", body: { challenge, ...factor } });
}

function factorAdded(added: FactorAdded): FactorAdded {
  changeSessionUser({ secondFactorDue: false, secondFactorBy: null });
  return added;
}
