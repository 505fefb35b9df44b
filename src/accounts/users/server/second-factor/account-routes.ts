import * as z from "zod/mini";
import { deviceText } from "#accounts/users/device.ts";
import {
  codeSchema,
  type Factors,
  factorAddedSchema,
  factorsSchema,
  newAppSchema,
  newPasskeySchema,
  passkeyNameSchema,
  passkeyRequestSchema,
  recoveryCodesSchema,
  secondStepSchema,
} from "#accounts/users/second-factor.ts";
import { type Endpoints, endpoints } from "#platform/server/endpoints.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { findUser, isUnconfirmed } from "../accounts.ts";
import { factorDueOf } from "../required-factor.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import {
  addPasskey,
  beginApp,
  beginPasskey,
  changePasskeyName,
  confirmApp,
  noPasskey,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from "./change-factors.ts";
import { beginProof, proveByFactor } from "./prove.ts";
import { countRecoveryCodes, findTotpSecret, listPasskeys } from "./store.ts";

const noBody = z.optional(z.unknown());

export function factorRoutes(services: AuthServices) {
  return endpoints({ access: "account", clock: services.clock, notFound: noPasskey }, (api) => {
    api.get("/factors", {
      summary: "The own second factors",
      answer: factorsSchema,
      handle: ({ caller }) => readFactors(services, caller),
    });
    appRoutes(api, services);
    passkeyRoutes(api, services);
    api.post("/recovery-codes", {
      summary: "Ten new recovery codes, shown once; the earlier ones end",
      proof: true,
      body: noBody,
      answer: recoveryCodesSchema,
      handle: async ({ caller }) => ({ recoveryCodes: await renewRecoveryCodes(services, caller) }),
    });
    proofRoutes(api, services);
  });
}

function appRoutes(api: Endpoints<"account">, services: AuthServices): void {
  api.post("/totp", {
    summary: "Begin to set up an authenticator app; it counts once it is confirmed",
    proof: true,
    body: noBody,
    answer: newAppSchema,
    handle: ({ caller }) => beginApp(services, caller),
  });
  api.post("/totp/confirm", {
    summary: "Confirm the authenticator app with a code of it",
    proof: true,
    body: z.object({ code: codeSchema }),
    answer: factorAddedSchema,
    handle: ({ body: { code }, caller }) => confirmApp(services, { caller, code }),
  });
  api.delete("/totp", {
    summary: "Remove the authenticator app",
    proof: true,
    message: "The authenticator app is removed",
    handle: ({ caller }) => removeApp(services, caller),
  });
}

function passkeyRoutes(api: Endpoints<"account">, services: AuthServices): void {
  api.post("/passkeys/options", {
    summary: "What a browser needs to make a passkey",
    proof: true,
    body: noBody,
    answer: passkeyRequestSchema,
    handle: ({ caller }) => beginPasskey(services, caller),
  });
  api.post("/passkeys", {
    summary: "Add a passkey",
    proof: true,
    body: newPasskeySchema,
    created: factorAddedSchema,
    handle: ({ body: { challenge, passkey: registration, name }, caller, request }) =>
      addPasskey(services, {
        caller,
        challenge,
        registration,
        name: name ?? deviceText(request.headers["user-agent"] ?? ""),
      }),
  });
  api.patch("/passkeys/:id", {
    summary: "Name a passkey",
    proof: true,
    body: z.object({ name: passkeyNameSchema }),
    message: "The passkey is named",
    handle: ({ id, body: { name }, caller }) => changePasskeyName(services, { caller, id, name }),
  });
  api.delete("/passkeys/:id", {
    summary: "Remove a passkey",
    proof: true,
    message: "The passkey is removed",
    handle: ({ id, caller }) => removePasskey(services, { caller, id }),
  });
}

function proofRoutes(api: Endpoints<"account">, services: AuthServices): void {
  api.post("/proof/second-factor/options", {
    summary: "A challenge for a proof by second factor, and what a browser needs to ask for a passkey",
    body: noBody,
    answer: passkeyRequestSchema,
    handle: ({ caller }) => beginProof(services, caller),
  });
  api.post("/proof/second-factor", {
    summary: "Prove with the second factor that it is you: a code, a passkey or a recovery code",
    body: secondStepSchema,
    message: "Thank you",
    handle: ({ body: { challenge, ...given }, caller }) => proveByFactor(services, { caller, challenge, given }),
  });
}

async function readFactors(
  { database: { read }, clock, relyingParty }: AuthServices,
  caller: Caller,
): Promise<Omit<Factors, "success">> {
  const { id, role } = caller;
  const [user, app, passkeys, recoveryCodes, due] = await Promise.all([
    findUser(read, id),
    findTotpSecret(read, id),
    listPasskeys(read, id),
    countRecoveryCodes(read, id),
    factorDueOf(read, { id, role: role === "admin" ? "admin" : "user" }, clock.now()),
  ]);
  return {
    app: app?.confirmed_at ? { createdAt: app.confirmed_at, lastUsedAt: app.last_used_at } : null,
    passkeys: passkeys.map((passkey) => ({
      _id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at,
      lastUsedAt: passkey.last_used_at,
      works: passkey.rp_id === relyingParty.id,
    })),
    recoveryCodes,
    mayAdd: user !== undefined && !isUnconfirmed(user),
    ...due,
  };
}
