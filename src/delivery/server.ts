import { EVENTS_PATH } from "#delivery/live/change.ts";
import { liveAdminRoutes } from "#delivery/live/server/admin-routes.ts";
import { LiveHub } from "#delivery/live/server/live-hub.ts";
import { mailAdminRoutes } from "#delivery/mail/server/admin-routes.ts";
import { countDeadLetters, readBacklog } from "#delivery/mail/server/store.ts";
import { testMail } from "#delivery/mail/server/test-mail.ts";
import { deleteSettledTypedMail } from "#delivery/mail/server/typed-addresses.ts";
import type { MailWorker } from "#delivery/mail/server/worker.ts";
import { pushAdminRoutes } from "#delivery/push/server/admin-routes.ts";
import { pushRoutes } from "#delivery/push/server/routes.ts";
import { deleteOldPushes } from "#delivery/push/server/store.ts";
import { PushWorker } from "#delivery/push/server/worker.ts";
import { HOLD_PATH } from "#delivery/removals/removal.ts";
import { removalAdminRoutes } from "#delivery/removals/server/admin-routes.ts";
import { JournalWriter } from "#delivery/removals/server/journal-writer.ts";
import { webhookAdminRoutes } from "#delivery/webhooks/server/admin-routes.ts";
import { deleteExpiredWebhookData } from "#delivery/webhooks/server/store.ts";
import { WebhookWorker } from "#delivery/webhooks/server/worker.ts";
import { LOG_DAYS } from "#delivery/webhooks/webhook.ts";
import type { Door, GivenTo } from "#platform/server/door.ts";

type Given = GivenTo<typeof webhookAdminRoutes> &
  GivenTo<typeof pushAdminRoutes> &
  GivenTo<typeof pushRoutes> & {
    mail: MailWorker;
    webhooks: WebhookWorker;
    push: PushWorker;
    live: LiveHub;
    mailSettings: GivenTo<typeof mailAdminRoutes>["settings"];
  };

type GivenToWorkers = Omit<ConstructorParameters<typeof WebhookWorker>[0], "allowPrivate" | "pollSeconds"> &
  Pick<ConstructorParameters<typeof PushWorker>[0], "ringers" | "readAs" | "enqueueDue" | "isFactorDue"> &
  ConstructorParameters<typeof JournalWriter>[0] &
  ConstructorParameters<typeof LiveHub>[0] & {
    config: { workerPollSeconds: number; webhookAllowPrivate: boolean };
    pushIdentity: ConstructorParameters<typeof PushWorker>[0]["identity"];
  };

const DAY_MS = 24 * 60 * 60_000;

export const delivery = {
  routes: ({ mail, webhooks, push, mailSettings, ...services }) => [
    {
      prefix: "/api/mail",
      routes: mailAdminRoutes({ ...services, transport: mail.transport, settings: mailSettings }),
    },
    { prefix: "/api/webhooks", routes: webhookAdminRoutes(services) },
    { prefix: "/api/push", routes: pushAdminRoutes(services) },
    { prefix: "/api/push", routes: pushRoutes(services) },
    { prefix: EVENTS_PATH, routes: liveAdminRoutes(services) },
    {
      prefix: HOLD_PATH,
      routes: removalAdminRoutes({ ...services, onReleased: () => wakeAll([mail, webhooks, push]) }),
    },
  ],
  gauges: ({ database, clock }) => [
    {
      name: "mail_overdue",
      help: "Mails that were due a minute ago, or failed and will be tried again.",
      read: async () => (await readBacklog(database.read, clock.now())).count,
    },
    { name: "mail_failed", help: "Mails that were given up.", read: () => countDeadLetters(database.read) },
  ],
  housekeeping: [
    ({ database, now }) => {
      const settledBefore = new Date(now.getTime() - LOG_DAYS * DAY_MS);
      return database.transaction((trx) => deleteExpiredWebhookData(trx, { settledBefore, now }));
    },
    ({ database, now }) => database.transaction((trx) => deleteOldPushes(trx, new Date(now.getTime() - DAY_MS))),
    ({ database, dataDir, now }) =>
      deleteSettledTypedMail(database, { dataDir, before: new Date(now.getTime() - DAY_MS) }),
  ],
  workers: ({ config, ...given }: GivenToWorkers) => ({
    webhooks: new WebhookWorker({
      ...given,
      allowPrivate: config.webhookAllowPrivate,
      pollSeconds: config.workerPollSeconds,
    }),
    push: new PushWorker({
      ...given,
      identity: given.pushIdentity,
      allowPrivate: config.webhookAllowPrivate,
      pollSeconds: config.workerPollSeconds,
    }),
    journal: new JournalWriter(given),
    live: new LiveHub(given),
  }),
  writers: ({ mailSettings }: { mailSettings: Parameters<typeof testMail>[0] }) => ({
    test: async () => testMail(mailSettings),
  }),
} satisfies Door<Given>;

export function wakeAll(workers: readonly { wake: () => void }[]): void {
  for (const worker of workers) worker.wake();
}
