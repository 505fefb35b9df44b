// Every endpoint group with its prefix, and the parts they stand on.
import { join } from "node:path";
import { bookingRoutes } from "#bookings/server/routes.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { type App, createApp, type PageHandler } from "#platform/server/http/app.ts";
import { documentApi } from "#platform/server/http/docs.ts";
import { healthRoutes } from "#platform/server/http/health.ts";
import type { Config } from "./config.ts";
import type { Tables } from "./tables.ts";

export const MIGRATIONS = join(import.meta.dirname, "..", "migrations");

/** What every endpoint group is given. */
export type Services = { config: Config; database: Database<Tables>; clock: Clock };

export type Site = { app: App; isDraining: boolean };

/** The whole server, ready to listen. Throws where a route does not say who may call it. */
export async function createSite(services: Services, servePage: PageHandler): Promise<Site> {
  const { config, database } = services;
  const app = createApp({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    servePage,
    gatekeepers: {
      admin: async () => {
        throw new AppError("not_signed_in", "Please sign in.");
      },
    },
  });
  const site: Site = { app, isDraining: false };

  await documentApi(app);
  await app.register(healthRoutes({ database, isDraining: () => site.isDraining }));
  await app.register(bookingRoutes(services), { prefix: "/api/bookings" });
  await app.ready();
  return site;
}
