import type { Clock } from "#platform/server/clock.ts";
import { importRoutes } from "#platform/server/csv/import-routes.ts";
import { importBookings } from "./import-bookings.ts";

type Services = { database: Parameters<typeof importBookings>[0]; clock: Clock };

export function bookingImportRoutes({ database, clock }: Services) {
  return importRoutes({ records: "Bookings", clock, importFile: (request) => importBookings(database, request) });
}
