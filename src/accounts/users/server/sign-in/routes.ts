import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { loginSchema, refreshedSchema, registrationSchema, signedInSchema } from "#accounts/users/credentials.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
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

const MAX_TOKEN_LENGTH = 200;
const refreshTokenSchema = z.string("A refresh token is required").check(z.minLength(1, "A refresh token is required"));

export function authRoutes(services: AuthServices, settings: LinkConfig & RefreshTokenSettings) {
  const { rateLimit, publicUrl, refreshTokenStore } = settings;
  const isHttps = publicUrl.startsWith("https:");
  const limitKeyOf = (address: string) => (rateLimit ? clientAddressKey(address) : undefined);
  return endpoints({ access: "public", clock: services.clock }, async (api, app) => {
    await registerCookies(app);
    await app.register(linkRoutes(services, settings));
    secondFactorRoutes(api, services, { isHttps, limitKeyOf });
    api.post("/login", {
      summary: "Sign in",
      body: loginSchema,
      answer: signedInSchema,
      handle: ({ body, request, reply }) =>
        signIn(services, {
          credentials: body,
          limitKey: limitKeyOf(request.ip),
          visit: visitOf(request, reply, { isHttps }),
          onFound: (id) => {
            request.triedAccount = id;
          },
        }),
    });

    api.post("/register", {
      summary: "Make an account",
      body: registrationSchema,
      created: signedInSchema,
      handle: ({ body, request, reply }) =>
        register(services, {
          credentials: body,
          limitKey: limitKeyOf(request.ip),
          visit: visitOf(request, reply, { isHttps }),
        }),
    });

    api.post("/refresh", {
      summary: "Exchange a refresh token for new tokens",
      body: refreshTokenStore === "browser" ? z.object({ refreshToken: refreshTokenSchema }) : z.optional(z.unknown()),
      answer: refreshedSchema,
      handle: async ({ request }) => {
        const { user, ...data } = await refresh(services, {
          token: String(shownRefreshToken(request, settings) ?? "").slice(0, MAX_TOKEN_LENGTH),
          limitKey: limitKeyOf(request.ip),
        });
        return { data, user };
      },
    });

    api.post("/logout", {
      summary: "End a sign-in. Answers 200 whatever it is given",
      body: z.optional(z.unknown()),
      message: "Signed out",
      handle: async ({ request, reply }) => {
        const refreshToken = shownForLogout(request, settings);
        if (typeof refreshToken === "string") await logOut(services, refreshToken.slice(0, MAX_TOKEN_LENGTH));
        if (refreshToken !== undefined) clearRefreshToken(reply, settings);
      },
    });
  });
}

async function logOut({ database, tokens }: AuthServices, token: string): Promise<void> {
  const id = sessionIdOf(token);
  if (!id) return;
  await database.transaction(async (trx) => {
    const session = await findSession(trx, id);
    if (session && tokens.isTokenOf(session, token)) await deleteSession(trx, id);
  });
}

/** A request from another site ends nothing, and the answer does not reveal that. */
function shownForLogout(request: FastifyRequest, settings: RefreshTokenSettings): unknown {
  try {
    return shownRefreshToken(request, settings);
  } catch {
    return undefined;
  }
}
