import type { FastifyRequest } from "fastify";
import type { App } from "./app.ts";

/** Who may call a route. Every route says so, or the server does not start. */
export const ACCESS = ["public", "admin"] as const;
export type Access = (typeof ACCESS)[number];

/** Looks at a request and throws AppError where the caller may not pass. */
export type Gatekeeper = (request: FastifyRequest) => Promise<void>;

export type Gatekeepers = Record<Exclude<Access, "public">, Gatekeeper>;

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Puts the gatekeeper of its access level before each route that is registered from here on. */
export function enforceAccess(app: App, gatekeepers: Gatekeepers): void {
  app.addHook("onRoute", (route) => {
    const access = route.config?.access;
    if (!access || !ACCESS.includes(access))
      throw new Error(`The route ${route.method} ${route.url} does not say who may call it (config.access).`);
    if (access === "public") return;
    const existing = route.onRequest ?? [];
    route.onRequest = [gatekeepers[access], ...(Array.isArray(existing) ? existing : [existing])];
  });
}
