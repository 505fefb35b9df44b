import { isOfActiveAdmin } from "#accounts/users/server/accounts.ts";
import { listLapsed } from "#people/leads/server/claims/store.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { openAgain } from "./claim-lead.ts";

type Options = {
  database: Database;
  clock: Clock;
  log: { warn: (details: object, text: string) => void };
};

const EVERY_MS = 2_000;
const SITE = "the site";

/** Opens leads again whose claim is over. Claims that are over hold nothing by themselves, so that a pause loses only time. */
export class ClaimWatch {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.openLapsed()
        .catch((error) => this.#options.log.warn({ err: error }, "claims of leads are not ended yet"))
        .then(() => this.#timer && this.start());
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  async openLapsed(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const lapsed = await listLapsed(database.read, now, isOfActiveAdmin);
    for (const claim of lapsed) await database.transaction((trx) => openAgain(trx, claim, { actor: SITE, now }));
  }
}
