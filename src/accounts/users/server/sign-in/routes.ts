import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { loginSchema, refreshedSchema, registrationSchema, signedInSchema } from "#accounts/users/credentials.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import type { App } from "#platform/server/http/types.ts";
import { type LinkConfig, linkRoutes } from "../links/routes.ts";
import { secondFactorRoutes } from "../second-factor/routes.ts";
import { registerCookies, visitOf } from "../visits/visit.ts";
import { clearRefreshToken, type RefreshTokenSettings, shownRefreshToken } from "./answer-signed-in.ts";
import { refresh } from "./refresh.ts";
import { register } from "./register.ts";
import { signIn } from "./sign-in.ts";
import type { AuthServices } from "./start-session.ts";
import { deleteSession, findSession } from "./store.ts";
import { sessionIdOf } from "./tokens.ts";

const PUBLIC = { access: "public" } as const;
const MAX_TOKEN_LENGTH = 200;
const refreshTokenSchema = z.string("A refresh token is required").check(z.minLength(1, "A refresh token is required"));

export function authRoutes(services: AuthServices, settings: LinkConfig & RefreshTokenSettings) {
  const { rateLimit, publicUrl, refreshTokenStore } = settings;
  const isHttps = publicUrl.startsWith("https:");
  const limitKeyOf = (address: string) => (rateLimit ? clientAddressKey(address) : undefined);
  return async (app: App) => {
    await registerCookies(app);
    await app.register(linkRoutes(services, settings));
    secondFactorRoutes(app, services, { isHttps, limitKeyOf });
    app.post(
      "/login",
      { config: PUBLIC, schema: { summary: "Sign in", body: loginSchema, response: { 200: signedInSchema } } },
      async (request, reply) =>
        signIn(services, {
          credentials: request.body,
          limitKey: limitKeyOf(request.ip),
          visit: visitOf(request, reply, { isHttps }),
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
        const signedIn = await register(services, {
          credentials: request.body,
          limitKey: limitKeyOf(request.ip),
          visit: visitOf(request, reply, { isHttps }),
        });
        return reply.status(201).send(signedIn);
      },
    );

    app.post(
      "/refresh",
      {
        config: PUBLIC,
        schema: {
          summary: "Exchange a refresh token for new tokens",
          body:
            refreshTokenStore === "browser" ? z.object({ refreshToken: refreshTokenSchema }) : z.optional(z.unknown()),
          response: { 200: refreshedSchema },
        },
      },
      async (request) => {
        const { user, ...data } = await refresh(services, {
          token: String(shownRefreshToken(request, settings) ?? "").slice(0, MAX_TOKEN_LENGTH),
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
      async (request, reply) => {
        const refreshToken = shownForLogout(request, settings);
        if (typeof refreshToken === "string") await logOut(services, refreshToken.slice(0, MAX_TOKEN_LENGTH));
        if (refreshToken !== undefined) clearRefreshToken(reply, settings);
        return { success: true as const, message: "Signed out" };
      },
    );
  };
}

async function logOut({ database, tokens }: AuthServices, token: string): Promise<void> {
  const id = sessionIdOf(token);
  if (!id) return;
  await database.transaction(async (trx) => {
    const session = await findSession(trx, id);
    if (session && tokens.isTokenOf(session, token)) await deleteSession(trx, id);
  });
}

/** What another site sends along ends nothing, and the answer does not tell. */
function shownForLogout(request: FastifyRequest, settings: RefreshTokenSettings): unknown {
  try {
    return shownRefreshToken(request, settings);
  } catch {
    return undefined;
  }
}
