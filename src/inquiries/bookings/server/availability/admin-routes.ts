import { currentFacts } from "#company/facts/facts.ts";
import { closuresSchema } from "#company/shell/closures.ts";
import { CLOSURES_PATH } from "#company/shell/opening-hours.ts";
import {
  availabilityAnswerSchema,
  availabilityChangeSchema,
  availabilitySchema,
  outsideAnswerSchema,
} from "#inquiries/bookings/availability.ts";
import { rulesOf } from "#inquiries/bookings/slots.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import type { AvailabilityTable } from "../table.ts";
import { AVAILABILITY_SUBJECT, changeAvailability, listOutside } from "./change-availability.ts";
import { findAvailability, readRules, toAvailability } from "./store.ts";

type Services = { database: Database; clock: Clock };

const config = { access: "admin", keys: "site" } as const;

export function availabilityRoutes({ database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "",
      {
        config,
        schema: { summary: "Availability: hours, rules and closures", response: { 200: availabilityAnswerSchema } },
      },
      async () => answer(await findAvailability(database.read)),
    );

    app.put(
      "",
      {
        config,
        schema: {
          summary: "Change the availability. Existing bookings stay as they are",
          body: availabilityChangeSchema,
          response: { 200: availabilityAnswerSchema },
        },
      },
      async (request) => {
        const actor = requireCaller(request).email;
        return answer(await changeAvailability(database, { ...request.body, actor, now: clock.now() }));
      },
    );

    app.post(
      "/check",
      {
        config,
        schema: {
          summary: "Preview which bookings a change would leave outside the rules",
          body: availabilitySchema,
          response: { 200: outsideAnswerSchema },
        },
      },
      async ({ body }) => ({
        success: true as const,
        outside: await listOutside(database.read, rulesOf(currentFacts(), body, undefined), clock.now()),
      }),
    );

    app.get(
      "/history",
      {
        config,
        schema: { summary: "Audit log of the availability", response: { 200: auditLogSchema } },
      },
      async () => ({ success: true as const, history: await listAuditLog(database.read, AVAILABILITY_SUBJECT) }),
    );
  };

  async function answer(row: AvailabilityTable) {
    const availability = toAvailability(row);
    const outside = await listOutside(database.read, rulesOf(currentFacts(), availability, undefined), clock.now());
    return { success: true as const, availability, version: row.version, outside };
  }
}

export function closureRoutes({ database }: Pick<Services, "database">) {
  return async (app: App) => {
    app.get(
      CLOSURES_PATH,
      {
        config: { access: "public" },
        schema: {
          summary: "The days on which the company is closed, including holidays",
          response: { 200: closuresSchema },
        },
      },
      async () => ({ success: true as const, closures: [...(await readRules(database.read)).closures] }),
    );
  };
}
