import type { Clock } from "#platform/server/clock.ts";
import { importRoutes } from "#platform/server/csv/import-routes.ts";
import { importContactMessages } from "./import-contact-messages.ts";

type Services = { database: Parameters<typeof importContactMessages>[0]; clock: Clock };

export function contactImportRoutes({ database, clock }: Services) {
  return importRoutes({
    records: "Contacts",
    clock,
    importFile: (request) => importContactMessages(database, request),
  });
}
