import type { FastifyRequest } from "fastify";
import type { App } from "./types.ts";

/** Who may call a route. Every route says so, or the server does not start. */
export const ACCESS = ["public", "admin"] as const;
export type Access = (typeof ACCESS)[number];

/** Looks at a request and throws AppError where the caller may not pass. */
export type Guard = (request: FastifyRequest) => Promise<void>;

export type Guards = Record<Exclude<Access, "public">, Guard>;

/** The account on whose behalf a request acts. */
export type Caller = { id: string; email: string };

export type GuardedRoute = { method: string; url: string; access: Access };

declare module "fastify" {
  interface FastifyInstance {
    /** Every route of the server, as it was registered. */
    guardedRoutes: GuardedRoute[];
  }
  interface FastifyRequest {
    /** Set by the guard, also where it then refuses. */
    caller?: Caller;
    /** The account somebody tried to sign in to, whoever they are. */
    triedAccount?: string;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Puts the guard of its access level before each route that is registered from here on. */
export function enforceAccess(app: App, guards: Guards): void {
  const routes: GuardedRoute[] = [];
  app.decorate("guardedRoutes", routes);
  app.addHook("onRoute", (route) => {
    const access = route.config?.access;
    if (!access || !ACCESS.includes(access))
      throw new Error(`The route ${route.method} ${route.url} does not say who may call it (config.access).`);
    for (const method of [route.method].flat()) routes.push({ method, url: route.url, access });
    if (access === "public") return;
    const existing = route.onRequest ?? [];
    route.onRequest = [guards[access], ...(Array.isArray(existing) ? existing : [existing])];
  });
}

/** The caller of a route that a guard guards. */
export function requireCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error("This route has no guard.");
  return request.caller;
}
