import * as z from "zod/mini";
import { signedInSchema } from "#accounts/users/credentials.ts";
import { passkeyRequestSchema, passkeySignInSchema, secondStepSchema } from "#accounts/users/second-factor.ts";
import type { Endpoints } from "#platform/server/endpoints.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { visitOf } from "../visits/visit.ts";
import { beginPasskeySignIn, passkeySignIn, secondStep } from "./sign-in-steps.ts";

type Settings = { isHttps: boolean; limitKeyOf: (address: string) => string | undefined };

export function secondFactorRoutes(
  api: Endpoints<"public">,
  services: AuthServices,
  { isHttps, limitKeyOf }: Settings,
): void {
  api.post("/login/second-factor", {
    summary: "The second step of a sign-in, with the challenge of the first: a code, a passkey or a recovery code",
    body: secondStepSchema,
    answer: signedInSchema,
    handle: ({ body: input, request, reply }) =>
      secondStep(services, {
        input,
        visit: visitOf(request, reply, { isHttps }),
        onFound: (id) => {
          request.triedAccount = id;
        },
      }),
  });

  api.post("/passkey/options", {
    summary: "What a browser needs to ask for a passkey to sign in with",
    body: z.optional(z.unknown()),
    answer: passkeyRequestSchema,
    handle: ({ request }) => beginPasskeySignIn(services, limitKeyOf(request.ip)),
  });

  api.post("/passkey", {
    summary: "Sign in with a passkey, without a password",
    body: passkeySignInSchema,
    answer: signedInSchema,
    handle: ({ body: input, request, reply }) =>
      passkeySignIn(services, {
        input,
        visit: visitOf(request, reply, { isHttps }),
        onFound: (id) => {
          request.triedAccount = id;
        },
      }),
  });
}
