import * as z from "zod/mini";
import { loginSchema, refreshedSchema, registrationSchema, signedInSchema } from "#auth/credentials.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import type { App } from "#platform/server/http/types.ts";
import { refresh } from "./refresh.ts";
import { register } from "./register.ts";
import { signIn } from "./sign-in.ts";
import type { AuthServices } from "./start-session.ts";
import { deleteSession } from "./store.ts";
import { sessionIdOf } from "./tokens.ts";

const PUBLIC = { access: "public" } as const;
const MAX_TOKEN_LENGTH = 200;
const refreshTokenSchema = z.string("A refresh token is required").check(z.minLength(1, "A refresh token is required"));

export function authRoutes(services: AuthServices, { rateLimit }: { rateLimit: boolean }) {
  const limitKeyOf = (address: string) => (rateLimit ? clientAddressKey(address) : undefined);
  return async (app: App) => {
    app.post(
      "/login",
      { config: PUBLIC, schema: { summary: "Sign in", body: loginSchema, response: { 200: signedInSchema } } },
      async (request) =>
        signIn(services, {
          credentials: request.body,
          limitKey: limitKeyOf(request.ip),
          onFound: (id) => {
            request.triedAccount = id;
          },
        }),
    );

    app.post(
      "/register",
      {
        config: PUBLIC,
        schema: { summary: "Make an account", body: registrationSchema, response: { 201: signedInSchema } },
      },
      async (request, reply) => {
        const signedIn = await register(services, { credentials: request.body, limitKey: limitKeyOf(request.ip) });
        return reply.status(201).send(signedIn);
      },
    );

    app.post(
      "/refresh",
      {
        config: PUBLIC,
        schema: {
          summary: "Exchange a refresh token for new tokens",
          body: z.object({ refreshToken: refreshTokenSchema }),
          response: { 200: refreshedSchema },
        },
      },
      async (request) => {
        const { user, ...data } = await refresh(services, {
          token: request.body.refreshToken.slice(0, MAX_TOKEN_LENGTH),
          limitKey: limitKeyOf(request.ip),
        });
        return { success: true as const, data, user };
      },
    );

    app.post(
      "/logout",
      {
        config: PUBLIC,
        schema: {
          summary: "End a sign-in. Answers 200 whatever it is given",
          body: z.optional(z.unknown()),
          response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
        },
      },
      async (request) => {
        const { refreshToken } = Object(request.body);
        const id = typeof refreshToken === "string" ? sessionIdOf(refreshToken.slice(0, MAX_TOKEN_LENGTH)) : undefined;
        if (id) await services.database.transaction((trx) => deleteSession(trx, id));
        return { success: true as const, message: "Signed out" };
      },
    );
  };
}
