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
import { endpoints } from "#platform/server/endpoints.ts";
import type { AvailabilityTable } from "../table.ts";
import { AVAILABILITY_SUBJECT, changeAvailability, listOutside } from "./change-availability.ts";
import { findAvailability, readRules, toAvailability } from "./store.ts";

type Services = { database: Database; clock: Clock };

export function availabilityRoutes({ database, clock }: Services) {
  return endpoints({ access: "admin", duties: ["run"], programs: true, clock }, (api) => {
    api.get("", {
      summary: "Availability: hours, rules and closures",
      answer: availabilityAnswerSchema,
      handle: async () => answer(await findAvailability(database.read)),
    });

    api.put("", {
      summary: "Change the availability. Existing bookings stay as they are",
      body: availabilityChangeSchema,
      answer: availabilityAnswerSchema,
      handle: async ({ body, by }) => answer(await changeAvailability(database, { ...body, ...by })),
    });

    api.post("/check", {
      summary: "Preview which bookings a change would leave outside the rules",
      body: availabilitySchema,
      answer: outsideAnswerSchema,
      handle: async ({ body, now }) => ({
        outside: await listOutside(database.read, rulesOf(currentFacts(), body, undefined), now),
      }),
    });

    api.get("/history", {
      summary: "Audit log of the availability",
      answer: auditLogSchema,
      handle: async () => ({ history: await listAuditLog(database.read, AVAILABILITY_SUBJECT) }),
    });
  });

  async function answer(row: AvailabilityTable) {
    const availability = toAvailability(row);
    const outside = await listOutside(database.read, rulesOf(currentFacts(), availability, undefined), clock.now());
    return { availability, version: row.version, outside };
  }
}

export function closureRoutes({ database, clock }: Services) {
  return endpoints({ access: "public", clock }, (api) => {
    api.get(CLOSURES_PATH, {
      summary: "The days on which the company is closed, including holidays",
      answer: closuresSchema,
      handle: async () => ({ closures: [...(await readRules(database.read)).closures] }),
    });
  });
}
