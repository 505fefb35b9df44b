import type { PermissionsTables } from "#permissions/server/store.ts";
import type { AuditLogTables } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import { importRoutes } from "#platform/server/csv/import-routes.ts";
import type { Database } from "#platform/server/database/database.ts";
import { importContactMessages } from "./import-contact-messages.ts";
import type { ContactTables } from "./table.ts";

type Services = { database: Database<ContactTables & AuditLogTables & PermissionsTables>; clock: Clock };

export function contactImportRoutes({ database, clock }: Services) {
  return importRoutes({
    records: "Contacts",
    clock,
    importFile: (request) => importContactMessages(database, request),
  });
}
