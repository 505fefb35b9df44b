// Deletes expired data periodically, and enqueues what is due every day. Any number of processes may run it in parallel.

import type { FastifyBaseLogger } from "fastify";
import { enqueueFactorDueMail } from "#accounts/own-account/server/factor-due-mail.ts";
import { deleteDeadLinks, deleteUnconfirmedAccounts } from "#accounts/users/server/delete-account.ts";
import { expiryOf } from "#accounts/users/server/sign-in/start-session.ts";
import { deleteExpiredSessions } from "#accounts/users/server/sign-in/store.ts";
import { permissionYears } from "#company/facts/facts.ts";
import { deleteUnusedPictures } from "#company/facts/server/pictures/store.ts";
import { retentionInForce } from "#company/facts/server/retention.ts";
import { foldLeadCounts } from "#deals/campaigns/server/store.ts";
import { enqueueMorningMail } from "#deals/follow-up/server/morning-mail.ts";
import { deleteStrayOffers } from "#deals/offers/server/delete-stray-offers.ts";
import { eraseOldLeads } from "#deals/privacy/server/erase-old.ts";
import { deleteExpiredRequests } from "#deals/privacy/server/request-privacy.ts";
import { deleteSettledTypedMail } from "#delivery/mail/server/typed-addresses.ts";
import { deleteExpiredWebhookData } from "#delivery/webhooks/server/store.ts";
import { LOG_DAYS } from "#delivery/webhooks/webhook.ts";
import { feedCounter } from "#inquiries/agenda/server/store.ts";
import { readRules } from "#inquiries/bookings/server/availability/store.ts";
import { deleteOldSystemData } from "#operation/system/server/store.ts";
import { leadRules } from "#people/leads/inquiry.ts";
import { expirePermissions } from "#people/permissions/server/expire-permissions.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { deleteExpiredIdempotencyKeys } from "#platform/server/idempotency.ts";
import { deleteExpiredRateLimits } from "#platform/server/rate-limits.ts";

type Options = {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "error" | "info">;
  dataDir: string;
  /** Accounts that nobody could confirm stay. */
  hasMailServer?: boolean;
};

const EVERY_MS = 15 * 60_000;
/** Longer than the longest window of any limit. */
const RATE_LIMIT_TTL_MS = 25 * 60 * 60_000;
const TYPED_MAIL_TTL_MS = 24 * 60 * 60_000;
const DELIVERY_TTL_MS = LOG_DAYS * 24 * 60 * 60_000;

export class Housekeeping {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.tidy().catch((error) => this.#options.log.error({ err: error }, "housekeeping failed"));
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async tidy(): Promise<void> {
    const { database, clock, log, dataDir, hasMailServer = false } = this.#options;
    const now = clock.now();
    const { calendar } = leadRules((await readRules(database.read)).closures);
    await enqueueMorningMail(database, { calendar, now });
    await enqueueFactorDueMail({ database, countFeeds: feedCounter(database) }, now);
    await database.transaction((trx) => deleteExpiredRateLimits(trx, new Date(now.getTime() - RATE_LIMIT_TTL_MS)));
    await database.transaction((trx) => deleteExpiredIdempotencyKeys(trx, now));
    await database.transaction((trx) => deleteExpiredSessions(trx, expiryOf(now)));
    const settledBefore = new Date(now.getTime() - DELIVERY_TTL_MS);
    await database.transaction((trx) => deleteExpiredWebhookData(trx, { settledBefore, now }));
    await deleteExpiredRequests(database, { dataDir, now });
    await deleteSettledTypedMail(database, { dataDir, before: new Date(now.getTime() - TYPED_MAIL_TTL_MS) });
    await deleteDeadLinks(database, { dataDir, now });
    if (hasMailServer) await deleteUnconfirmedAccounts(database, { dataDir, now });
    const days = await retentionInForce(database.read, now);
    await database.transaction((trx) => deleteUnusedPictures(trx, now));
    if (days !== null) {
      const erased = await eraseOldLeads(database, { days, dataDir, now });
      if (erased > 0) log.info({ erased, days }, "old leads erased");
    }
    await deleteStrayOffers(database, { dataDir });
    await expirePermissions(database, { years: permissionYears, now });
    await foldLeadCounts(database);
    await database.transaction((trx) => deleteOldSystemData(trx, now));
  }
}
