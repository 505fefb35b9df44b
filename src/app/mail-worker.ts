import { accounts } from "#accounts/server.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { deals } from "#deals/server.ts";
import { openTransport } from "#delivery/mail/server/transports.ts";
import { MailWorker } from "#delivery/mail/server/worker.ts";
import { delivery } from "#delivery/server.ts";
import { inquiries } from "#inquiries/server.ts";
import { operation } from "#operation/server.ts";
import { STOP_PATH } from "#people/permissions/permission.ts";
import { findStateByEmail } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { GivenTo } from "#platform/server/door.ts";
import type { App } from "#platform/server/http/types.ts";
import type { Config } from "./config.ts";

export function mailSettings({ publicUrl, mailFrom }: Config) {
  return {
    publicUrl,
    get mailFrom() {
      return mailFrom ?? currentFacts().company.email;
    },
  };
}

type Given = {
  config: Config;
  database: Database;
  clock: Clock;
  mailSettings: ReturnType<typeof mailSettings>;
} & GivenTo<typeof inquiries.writers> &
  GivenTo<typeof deals.writers> &
  GivenTo<typeof accounts.writers>;

export function createMailWorker({ clock, ...given }: Given, log: App["log"]): MailWorker {
  const { config, database } = given;
  return new MailWorker({
    database,
    clock,
    transport: openTransport(config, given.mailSettings),
    writers: {
      ...inquiries.writers(given),
      ...deals.writers(given),
      ...accounts.writers(given),
      ...operation.writers(given),
      ...delivery.writers(given),
    },
    optOut: {
      hasStopped: async (address) => {
        const { email } = (await personKeys(database)).of({ email: address });
        return email !== undefined && (await findStateByEmail(database.read, email)).email === "revoked";
      },
      urlOf: async (address) => `${config.publicUrl}${STOP_PATH}${(await personKeys(database)).stopToken(address)}`,
    },
    pollSeconds: config.workerPollSeconds,
    retrySeconds: config.mailRetrySeconds,
    log,
  });
}
