import type { FastifyBaseLogger } from "fastify";
import { enqueueFactorDueMail } from "#accounts/own-account/server/factor-due-mail.ts";
import { feedCounter } from "#inquiries/agenda/server/store.ts";
import { deleteOldUnlogged } from "#platform/server/changes/unlogged-changes.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Task } from "#platform/server/door.ts";
import { deleteExpiredIdempotencyKeys } from "#platform/server/idempotency.ts";
import { deleteExpiredRateLimits } from "#platform/server/rate-limits.ts";
import { DOORS } from "./doors.ts";

type Options = {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "error" | "info">;
  dataDir: string;
  hasMailServer?: boolean;
};

const EVERY_MS = 15 * 60_000;
const RATE_LIMIT_TTL_MS = 25 * 60 * 60_000;

const TASKS: readonly Task[] = [
  ({ database, now }) =>
    database.transaction((trx) => deleteExpiredRateLimits(trx, new Date(now.getTime() - RATE_LIMIT_TTL_MS))),
  ({ database, now }) => database.transaction((trx) => deleteExpiredIdempotencyKeys(trx, now)),
  ({ database, now }) => database.transaction((trx) => deleteOldUnlogged(trx, now)),
  ({ database, now }) => enqueueFactorDueMail({ database, countFeeds: feedCounter(database) }, now),
  ...DOORS.flatMap((door) => ("housekeeping" in door ? door.housekeeping : [])),
];

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
    const { clock, hasMailServer = false, ...given } = this.#options;
    const now = clock.now();
    for (const task of TASKS) await task({ ...given, hasMailServer, now });
  }
}
