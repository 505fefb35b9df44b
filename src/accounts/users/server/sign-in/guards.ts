import type { FastifyRequest } from "fastify";
import { AppError } from "#platform/errors.ts";
import { withoutHidden } from "#platform/server/database/queries/limited-reads.ts";
import { type Caller, type Guard, type Guards, requireCaller, requireDuties } from "#platform/server/http/access.ts";
import { limitSignedInCalls } from "#platform/server/http/call-limits.ts";
import { factorDueOf, factorIsDue } from "../required-factor.ts";
import { dutiesOf, limitOf } from "../table.ts";
import { requireFreshProof } from "./fresh-proof.ts";
import type { AuthServices } from "./start-session.ts";
import { findSessionUser } from "./store.ts";

const BEARER = /^Bearer ([\w.-]+)$/i;

export type KeyGuard = {
  isKey: (token: string) => boolean;
  /** Throws unless the key works and opens the route. */
  admit: (request: FastifyRequest, token: string, judgement: { isAgain: boolean }) => Promise<Caller>;
};

/** Each call reads the account, because its role may have changed since the token was issued. */
export function guards(
  { database, tokens, clock, rateLimit }: AuthServices & { rateLimit: boolean },
  keys: KeyGuard,
): Guards {
  const limits = rateLimit ? limitSignedInCalls({ database, clock }) : undefined;
  const account: Guard = async (request, { isAgain }) => {
    const token = BEARER.exec(request.headers.authorization ?? "")?.[1];
    if (token && keys.isKey(token)) {
      request.caller = await keys.admit(request, token, { isAgain });
      return;
    }
    if (!isAgain) await limits?.countAddress(request);
    // A token that ends while an export is sent ends nothing: its session says whether the caller may go on.
    const isKnown = isAgain && request.caller?.sessionId;
    const sessionId = isKnown || (token && (await tokens.readAccessToken(token, clock.now())));
    const user = sessionId ? await findSessionUser(database.read, sessionId) : undefined;
    if (!sessionId || !user) throw new AppError("not_signed_in", "Please sign in.");
    const { id, email, role } = user;
    const caller = { id, email, role, duties: dutiesOf(user), onlyLeadsOf: limitOf(user), sessionId };
    if (!isAgain && !request.routeOptions.config.isStream) await limits?.countAccount(request, caller);
    request.caller = caller;
  };
  const admin: Guard = async (request, judgement) => {
    await account(request, judgement);
    const { caller } = request;
    if (caller?.role !== "admin") throw new AppError("forbidden", "Only admins may do this.");
    if (!caller.sessionId) return;
    const { secondFactorDue } = await factorDueOf(database.read, { id: caller.id, role: "admin" }, clock.now());
    if (secondFactorDue) throw factorIsDue();
    requireDuties(caller, request.routeOptions.config.duties ?? []);
  };
  const program: Guard = async (request, { isAgain, isBodyRead }) => {
    const inHeader = tokenInHeader(request.headers.authorization);
    if (inHeader === undefined && !isBodyRead) return;
    const token = inHeader ?? tokenInBody(request.body);
    if (!token) throw new AppError("not_signed_in", "Please send your key.");
    request.caller = await keys.admit(request, token, { isAgain });
  };
  const proof = async (request: FastifyRequest) => {
    const caller = requireCaller(request);
    // Programs have no password, and their key depends on its maker.
    if (caller.sessionId) await requireFreshProof(database.read, caller, clock.now());
  };
  const hide = async (request: FastifyRequest) => {
    if (request.caller?.onlyLeadsOf === undefined) return;
    const { params, query, body } = request;
    Object.assign(request, await withoutHidden(database, { params, query, body }));
  };
  return { account, admin, program, proof, hide };
}

/** Programs that cannot set a header of their own send the key as the password of Basic. */
function tokenInHeader(header = ""): string | undefined {
  const [scheme = "", credentials = ""] = header.split(" ");
  if (scheme.toLowerCase() !== "basic") return BEARER.exec(header)?.[1];
  const [, ...password] = Buffer.from(credentials, "base64").toString().split(":");
  return password.join(":");
}

function tokenInBody(body: unknown): string | undefined {
  const { key } = Object(body);
  return typeof key === "string" ? key : undefined;
}
