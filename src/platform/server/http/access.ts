import type {
  FastifyContextConfig,
  FastifyRequest,
  preHandlerHookHandler,
  preValidationAsyncHookHandler,
} from "fastify";
import type * as z from "zod/mini";
import { type Duty, dutyNames, type Verb } from "#platform/access/duties.ts";
import { AppError } from "#platform/errors.ts";
import { readAs } from "../database/queries/limited-reads.ts";
import type { App } from "./types.ts";

/**
 * The server does not start if a route declares none. account: any account that is signed in, whatever its role. admin: an
 * admin with the duties that the route names. program: only a key, which may be in the body.
 */
export const ACCESS = ["public", "account", "admin", "program"] as const;
export type Access = (typeof ACCESS)[number];

/** `isAgain` checks a second time after the body has arrived, because the caller may have lost access since. It counts nothing. */
export type Judgement = { isAgain: boolean; isBodyRead: boolean };
export type Guard = (request: FastifyRequest, judgement: Judgement) => Promise<void>;

/** `proof` throws unless the person has given a fresh proof in this session. */
export type Guards = Record<Exclude<Access, "public">, Guard> & {
  proof: (request: FastifyRequest) => Promise<void>;
  /** Of a caller who sees own leads only: replaces ids of others in the request. */
  hide: (request: FastifyRequest) => Promise<void>;
};

export type Caller = {
  id: string;
  email: string;
  role: string;
  /** Of a program: those that its key and its maker have, for what this call does. */
  duties: readonly Duty[];
  sessionId: string;
  /** The account whose own leads, and unclaimed ones, are all that the caller sees; of a program its maker. */
  onlyLeadsOf?: string | undefined;
  /** No answer to a program holds the secret of a link. */
  isProgram?: true;
};

export type GuardedRoute = { method: string; url: string; access: Access; config: FastifyContextConfig };

declare module "fastify" {
  interface FastifyInstance {
    guardedRoutes: GuardedRoute[];
    /** Throws once the caller of an answer that is still being sent may not read it any more. */
    judgeAgain: (request: FastifyRequest) => Promise<void>;
  }
  interface FastifyRequest {
    caller?: Caller;
    triedAccount?: string;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** All of them are needed. The server does not start if a route of admins names none; [] is for any admin. */
    duties?: readonly Duty[];
    /** Keys that have the duties may call the route too. */
    programs?: true;
    adds?: true;
    isReading?: true;
    /** What the description says where the handler reads the body and answers itself. */
    described?: { body: z.core.$ZodType; response: Record<number, z.core.$ZodType> };
    /** The answer does not end. Neither an account's limit of calls nor the measure of their times counts it. */
    isStream?: true;
    /** Of a route that needs the duty to take data out, and takes none. */
    takesNothing?: true;
    /** The route asks for a fresh proof, because it does more than a stolen session may. A function decides by the valid body. */
    proof?: true | ((request: FastifyRequest) => boolean | Promise<boolean>);
  }
}

export function enforceAccess(app: App, guards: Guards): void {
  const routes: GuardedRoute[] = [];
  app.decorate("guardedRoutes", routes);
  app.decorate("judgeAgain", async (request: FastifyRequest) => {
    const { access = "public" } = request.routeOptions.config;
    if (access !== "public") await guards[access](request, { isAgain: true, isBodyRead: true });
  });
  app.addHook("onRoute", (route) => {
    const { config = {} } = route;
    const { access, duties, proof } = config;
    if (!access || !ACCESS.includes(access))
      throw new Error(`The route ${route.method} ${route.url} does not say who may call it (config.access).`);
    if (!duties && (access === "admin" || access === "program"))
      throw new Error(`The route ${route.method} ${route.url} does not say which duties it needs (config.duties).`);
    for (const method of [route.method].flat()) routes.push({ method, url: route.url, access, config });
    if (access === "public") return;
    const guard = guards[access];
    const guardFirst = async (request: FastifyRequest) => guard(request, { isAgain: false, isBodyRead: false });
    route.onRequest = [guardFirst, ...[route.onRequest ?? []].flat()];
    const guardAgain: preValidationAsyncHookHandler = async (request) => {
      const isAgain = request.caller !== undefined;
      if (!isAgain || hasBody(request)) await guard(request, { isAgain, isBodyRead: true });
    };
    route.preValidation = [guardAgain, ...[route.preValidation ?? []].flat()];
    route.preHandler = [readAsCaller, guards.hide, ...[route.preHandler ?? []].flat()];
    if (!proof) return;
    const requireProof = async (request: FastifyRequest) => {
      if (proof === true || (await proof(request))) await guards.proof(request);
    };
    route.preHandler = [requireProof, ...[route.preHandler ?? []].flat()];
  });
}

/** With a callback, because what follows an asynchronous hook does not run in its context. */
const readAsCaller: preHandlerHookHandler = ({ caller }, _reply, done) => {
  if (caller?.onlyLeadsOf === undefined) done();
  else readAs(caller.onlyLeadsOf, done);
};

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

export function verbOf(method: string, { adds, isReading }: FastifyContextConfig): Verb {
  if (method === "GET" || method === "HEAD" || isReading) return "read";
  return adds ? "add" : "write";
}

/** Throws duty_missing. */
export function requireDuties(caller: Caller, needed: readonly Duty[]): void {
  const missing = needed.filter((duty) => !caller.duties.includes(duty));
  if (missing.length > 0) throw dutyMissing(missing);
}

export function dutyMissing(missing: readonly Duty[]): AppError {
  return new AppError("duty_missing", `This needs the duty ${dutyNames(missing)}. Please ask an owner of this site.`);
}

export function requireCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error("This route has no guard.");
  return request.caller;
}
