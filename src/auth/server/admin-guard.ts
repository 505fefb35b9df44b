import { AppError } from "#platform/errors.ts";
import type { Guard } from "#platform/server/http/access.ts";
import type { AuthServices } from "./start-session.ts";
import { findSessionUser } from "./store.ts";

const BEARER = /^Bearer ([\w.-]+)$/i;

/** Reads the account on every call, because its role may have changed since the token was issued. */
export function adminGuard({ database, tokens, clock }: AuthServices): Guard {
  return async (request) => {
    const token = BEARER.exec(request.headers.authorization ?? "")?.[1];
    const sessionId = token && (await tokens.readAccessToken(token, clock.now()));
    const user = sessionId ? await findSessionUser(database.read, sessionId) : undefined;
    if (!user) throw new AppError("not_signed_in", "Please sign in.");
    request.caller = { id: user.id, email: user.email };
    if (user.role !== "admin") throw new AppError("forbidden", "Only admins may do this.");
  };
}
