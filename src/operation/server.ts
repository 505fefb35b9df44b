// How the site itself is, and what was done with it: backups, alarms, figures, everything that admins and keys did.
import { analyticsAdminRoutes } from "#operation/analytics/server/admin-routes.ts";
import { auditLogAdminRoutes } from "#operation/audit-log/server/admin-routes.ts";
import { systemAdminRoutes } from "#operation/system/server/admin-routes.ts";
import { alarmWriters } from "#operation/system/server/emails.ts";
import { systemGauges } from "#operation/system/server/gauges.ts";
import { deleteOldSystemData } from "#operation/system/server/store.ts";
import type { Door, GivenTo } from "#platform/server/door.ts";

type Given = GivenTo<typeof analyticsAdminRoutes> &
  GivenTo<typeof auditLogAdminRoutes> &
  GivenTo<typeof systemAdminRoutes> &
  GivenTo<typeof systemGauges>;

export const operation = {
  routes: (given) => [
    { prefix: "/api/analytics", routes: analyticsAdminRoutes(given) },
    { prefix: "/api/audit-log", routes: auditLogAdminRoutes(given) },
    { prefix: "/api/system", routes: systemAdminRoutes(given) },
  ],
  gauges: systemGauges,
  housekeeping: [({ database, now }) => database.transaction((trx) => deleteOldSystemData(trx, now))],
  writers: ({ config }: { config: GivenTo<typeof alarmWriters> }) => alarmWriters(config),
} satisfies Door<Given> & { writers: unknown };
