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
import { AppError } from "#platform/errors.ts";
import { type Caller, requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { findUser, isUnconfirmed } from "../accounts.ts";
import { factorDueOf } from "../required-factor.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import {
  addPasskey,
  beginApp,
  beginPasskey,
  changePasskeyName,
  confirmApp,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from "./change-factors.ts";
import { beginProof, proveByFactor } from "./prove.ts";
import { countRecoveryCodes, findTotpSecret, listPasskeys } from "./store.ts";

const ACCOUNT = { access: "account" } as const;
const PROVED = { ...ACCOUNT, proof: true } as const;
const idSchema = z.object({ id: z.string() });
const doneSchema = z.object({ success: z.literal(true), message: z.string() });
const noBody = z.optional(z.unknown());

/** What people see and change of their own second factor. */
export function factorRoutes(services: AuthServices) {
  return async (app: App) => {
    app.get(
      "/factors",
      { config: ACCOUNT, schema: { summary: "The own second factors", response: { 200: factorsSchema } } },
      async (request) => readFactors(services, requireCaller(request)),
    );
    appRoutes(app, services);
    passkeyRoutes(app, services);
    app.post(
      "/recovery-codes",
      {
        config: PROVED,
        schema: {
          summary: "Ten new recovery codes, shown once; the earlier ones end",
          body: noBody,
          response: { 200: recoveryCodesSchema },
        },
      },
      async (request) => ({
        success: true as const,
        recoveryCodes: await renewRecoveryCodes(services, requireCaller(request)),
      }),
    );
    proofRoutes(app, services);
  };
}

function appRoutes(app: App, services: AuthServices): void {
  app.post(
    "/totp",
    {
      config: PROVED,
      schema: {
        summary: "Begin to set up an authenticator app; it counts once it is confirmed",
        body: noBody,
        response: { 200: newAppSchema },
      },
    },
    async (request) => beginApp(services, requireCaller(request)),
  );
  app.post(
    "/totp/confirm",
    {
      config: PROVED,
      schema: {
        summary: "Confirm the authenticator app with a code of it",
        body: z.object({ code: codeSchema }),
        response: { 200: factorAddedSchema },
      },
    },
    async (request) => confirmApp(services, { caller: requireCaller(request), code: request.body.code }),
  );
  app.delete(
    "/totp",
    { config: PROVED, schema: { summary: "Remove the authenticator app", response: { 200: doneSchema } } },
    async (request) => {
      await removeApp(services, requireCaller(request));
      return { success: true as const, message: "The authenticator app is removed" };
    },
  );
}

function passkeyRoutes(app: App, services: AuthServices): void {
  app.post(
    "/passkeys/options",
    {
      config: PROVED,
      schema: {
        summary: "What a browser needs to make a passkey",
        body: noBody,
        response: { 200: passkeyRequestSchema },
      },
    },
    async (request) => beginPasskey(services, requireCaller(request)),
  );
  app.post(
    "/passkeys",
    {
      config: PROVED,
      schema: { summary: "Add a passkey", body: newPasskeySchema, response: { 201: factorAddedSchema } },
    },
    async (request, reply) => {
      const { challenge, passkey: registration, name } = request.body;
      const added = await addPasskey(services, {
        caller: requireCaller(request),
        challenge,
        registration,
        name: name ?? deviceText(request.headers["user-agent"] ?? ""),
      });
      return reply.status(201).send(added);
    },
  );
  app.patch(
    "/passkeys/:id",
    {
      config: PROVED,
      schema: {
        summary: "Name a passkey",
        params: idSchema,
        body: z.object({ name: passkeyNameSchema }),
        response: { 200: doneSchema },
      },
    },
    async (request) => {
      const { name } = request.body;
      await changePasskeyName(services, { caller: requireCaller(request), id: requireId(request.params.id), name });
      return { success: true as const, message: "The passkey is named" };
    },
  );
  app.delete(
    "/passkeys/:id",
    { config: PROVED, schema: { summary: "Remove a passkey", params: idSchema, response: { 200: doneSchema } } },
    async (request) => {
      await removePasskey(services, { caller: requireCaller(request), id: requireId(request.params.id) });
      return { success: true as const, message: "The passkey is removed" };
    },
  );
}

function proofRoutes(app: App, services: AuthServices): void {
  app.post(
    "/proof/second-factor/options",
    {
      config: ACCOUNT,
      schema: {
        summary: "A challenge for a proof by second factor, and what a browser needs to ask for a passkey",
        body: noBody,
        response: { 200: passkeyRequestSchema },
      },
    },
    async (request) => beginProof(services, requireCaller(request)),
  );
  app.post(
    "/proof/second-factor",
    {
      config: ACCOUNT,
      schema: {
        summary: "Prove with the second factor that it is you: a code, a passkey or a recovery code",
        body: secondStepSchema,
        response: { 200: doneSchema },
      },
    },
    async (request) => {
      const { challenge, ...given } = request.body;
      await proveByFactor(services, { caller: requireCaller(request), challenge, given });
      return { success: true as const, message: "Thank you" };
    },
  );
}

async function readFactors(
  { database: { read }, clock, relyingParty }: AuthServices,
  caller: Caller,
): Promise<Factors> {
  const { id, role } = caller;
  const [user, app, passkeys, recoveryCodes, due] = await Promise.all([
    findUser(read, id),
    findTotpSecret(read, id),
    listPasskeys(read, id),
    countRecoveryCodes(read, id),
    factorDueOf(read, { id, role: role === "admin" ? "admin" : "user" }, clock.now()),
  ]);
  return {
    success: true,
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

function requireId(id: string): string {
  if (!isId(id)) throw new AppError("not_found", "Passkey not found");
  return id;
}
