import { analyticsAdminRoutes } from "#operation/analytics/server/admin-routes.ts";
import { auditLogAdminRoutes } from "#operation/audit-log/server/admin-routes.ts";
import { JournalCopier } from "#operation/backups/server/journal-copier.ts";
import { BackupWorker } from "#operation/backups/server/worker.ts";
import { systemAdminRoutes } from "#operation/system/server/admin-routes.ts";
import { alarmWriters } from "#operation/system/server/emails.ts";
import { systemGauges } from "#operation/system/server/gauges.ts";
import { deleteOldSystemData } from "#operation/system/server/store.ts";
import { SystemWatch } from "#operation/system/server/watch.ts";
import type { Door, GivenTo } from "#platform/server/door.ts";
import type { App } from "#platform/server/http/types.ts";

type Given = GivenTo<typeof analyticsAdminRoutes> &
  GivenTo<typeof auditLogAdminRoutes> &
  GivenTo<typeof systemAdminRoutes> &
  GivenTo<typeof systemGauges>;

type GivenToWorkers = ConstructorParameters<typeof JournalCopier>[0] &
  Omit<ConstructorParameters<typeof BackupWorker>[0], "pollSeconds"> &
  ConstructorParameters<typeof SystemWatch>[1] & { app: App; config: { workerPollSeconds: number } };

export const operation = {
  routes: (given) => [
    { prefix: "/api/analytics", routes: analyticsAdminRoutes(given) },
    { prefix: "/api/audit-log", routes: auditLogAdminRoutes(given) },
    { prefix: "/api/system", routes: systemAdminRoutes(given) },
  ],
  gauges: systemGauges,
  housekeeping: [({ database, now }) => database.transaction((trx) => deleteOldSystemData(trx, now))],
  workers: ({ app, ...given }: GivenToWorkers) => ({
    journalCopier: new JournalCopier(given),
    system: new SystemWatch(app, given),
    backups: new BackupWorker({ ...given, pollSeconds: given.config.workerPollSeconds }),
  }),
  writers: ({ config }: { config: GivenTo<typeof alarmWriters> }) => alarmWriters(config),
} satisfies Door<Given>;
