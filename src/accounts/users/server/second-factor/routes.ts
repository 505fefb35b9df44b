import * as z from "zod/mini";
import { signedInSchema } from "#accounts/users/credentials.ts";
import { passkeyRequestSchema, passkeySignInSchema, secondStepSchema } from "#accounts/users/second-factor.ts";
import type { App } from "#platform/server/http/types.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { visitOf } from "../visits/visit.ts";
import { beginPasskeySignIn, passkeySignIn, secondStep } from "./sign-in-steps.ts";

const PUBLIC = { access: "public" } as const;

type Settings = { isHttps: boolean; limitKeyOf: (address: string) => string | undefined };

/** Beside the other ways of signing in, whose cookies they share. */
export function secondFactorRoutes(app: App, services: AuthServices, { isHttps, limitKeyOf }: Settings): void {
  app.post(
    "/login/second-factor",
    {
      config: PUBLIC,
      schema: {
        summary: "The second step of a sign-in, with the challenge of the first: a code, a passkey or a recovery code",
        body: secondStepSchema,
        response: { 200: signedInSchema },
      },
    },
    async (request, reply) =>
      secondStep(services, {
        input: request.body,
        visit: visitOf(request, reply, { isHttps }),
        onFound: (id) => {
          request.triedAccount = id;
        },
      }),
  );

  app.post(
    "/passkey/options",
    {
      config: PUBLIC,
      schema: {
        summary: "What a browser needs to ask for a passkey to sign in with",
        body: z.optional(z.unknown()),
        response: { 200: passkeyRequestSchema },
      },
    },
    async (request) => beginPasskeySignIn(services, limitKeyOf(request.ip)),
  );

  app.post(
    "/passkey",
    {
      config: PUBLIC,
      schema: {
        summary: "Sign in with a passkey, without a password",
        body: passkeySignInSchema,
        response: { 200: signedInSchema },
      },
    },
    async (request, reply) =>
      passkeySignIn(services, {
        input: request.body,
        visit: visitOf(request, reply, { isHttps }),
        onFound: (id) => {
          request.triedAccount = id;
        },
      }),
  );
}
