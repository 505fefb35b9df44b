import { AppError } from "#platform/errors.ts";
import type { Gatekeeper } from "#platform/server/http/access.ts";
import type { AuthServices } from "./start-session.ts";
import { findSignedInUser } from "./store.ts";

const BEARER = /^Bearer ([\w.-]+)$/i;

/** Lets active admins pass. The account is looked up at every call: a token says who somebody was, not what they are. */
export function adminsOnly({ database, tokens, clock }: AuthServices): Gatekeeper {
  return async (request) => {
    const token = BEARER.exec(request.headers.authorization ?? "")?.[1];
    const signInId = token && (await tokens.readAccessToken(token, clock.now()));
    const user = signInId ? await findSignedInUser(database.read, signInId) : undefined;
    if (!user) throw new AppError("not_signed_in", "Please sign in.");
    request.caller = { id: user.id, email: user.email };
    if (user.role !== "admin") throw new AppError("forbidden", "Only admins may do this.");
  };
}
