// Deletes expired data periodically, and enqueues what is due every day. Any number of processes may run it in parallel.
import type { FastifyBaseLogger } from "fastify";
import { enqueueFactorDueMail } from "#account/server/factor-due-mail.ts";
import { expiryOf } from "#auth/server/start-session.ts";
import { deleteExpiredSessions } from "#auth/server/store.ts";
import { readRules } from "#bookings/server/availability/store.ts";
import { foldLeadCounts } from "#campaigns/server/store.ts";
import { permissionYears } from "#company/facts.ts";
import { deleteUnusedPictures } from "#company/server/pictures/store.ts";
import { retentionInForce } from "#company/server/retention.ts";
import { enqueueMorningMail } from "#follow-up/server/morning-mail.ts";
import { leadRules } from "#leads/inquiry.ts";
import { deleteSettledTypedMail } from "#mail/server/store.ts";
import { deleteStrayOffers } from "#offers/server/delete-stray-offers.ts";
import { eraseOldLeads } from "#people/server/erase-old.ts";
import { deleteExpiredRequests } from "#people/server/request-privacy.ts";
import { expirePermissions } from "#permissions/server/expire-permissions.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { deleteExpiredIdempotencyKeys } from "#platform/server/idempotency.ts";
import { deleteExpiredRateLimits } from "#platform/server/rate-limits.ts";
import { deleteOldSystemData } from "#system/server/store.ts";
import { deleteDeadLinks, deleteUnconfirmedAccounts } from "#users/server/store.ts";
import { deleteExpiredWebhookData } from "#webhooks/server/store.ts";
import { LOG_DAYS } from "#webhooks/webhook.ts";
import type { Tables } from "./tables.ts";

type Options = {
  database: Database<Tables>;
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
    await enqueueFactorDueMail(database, now);
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
