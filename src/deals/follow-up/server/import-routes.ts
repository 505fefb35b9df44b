import type { Clock } from "#platform/server/clock.ts";
import { importRoutes } from "#platform/server/csv/import-routes.ts";
import { importLeads } from "./import-leads.ts";

type Services = { database: Parameters<typeof importLeads>[0]; clock: Clock };

export function leadImportRoutes({ database, clock }: Services) {
  return importRoutes({ records: "Leads", clock, importFile: (request) => importLeads(database, request) });
}
