import type { MailsTables } from "#mail/server/store.ts";
import type { PermissionsTables } from "#permissions/server/store.ts";
import type { AuditLogTables } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import { importRoutes } from "#platform/server/csv/import-routes.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { BookingsTables } from "../table.ts";
import { importBookings } from "./import-bookings.ts";

type Services = { database: Database<BookingsTables & AuditLogTables & MailsTables & PermissionsTables>; clock: Clock };

export function bookingImportRoutes({ database, clock }: Services) {
  return importRoutes({ records: "Bookings", clock, importFile: (request) => importBookings(database, request) });
}
