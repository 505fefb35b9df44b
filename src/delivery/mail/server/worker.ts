import { isHeld } from "#delivery/removals/server/hold.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { type AttemptResult, type ClaimedRow, newClaim } from "#platform/server/queue/queue.ts";
import { QueueWorker, type WorkerLog } from "#platform/server/queue/queue-worker.ts";
import {
  addressMail,
  claimBackedOffMail,
  claimDueMail,
  isMailDue,
  recordMailAttempt,
  releaseMail,
  resetBackoff,
} from "./claims.ts";
import { withLateness } from "./lateness.ts";
import { type OptOut, withOptOut } from "./opt-out.ts";
import type { Writers } from "./store.ts";
import type { MailsTable } from "./table.ts";
import { DeliveryError, type Transport } from "./transports.ts";

type Options = {
  database: Database;
  clock: Clock;
  transport: Transport;
  writers: Writers;
  optOut: OptOut;
  pollSeconds: number;
  retrySeconds: number;
  log: WorkerLog;
};

const CONCURRENCY = 5;
const THROTTLE_MS = 100;
const SEND_TIMEOUT_MS = 45_000;
const MAX_BACKOFF_MS = 60 * 60_000;
/** While all mails are in backoff, one is tried this often, to notice that the mail server is back. */
const PROBE_INTERVAL_MS = 5 * 60_000;
/** At least MIN_ATTEMPTS attempts are made too, because the site itself may have been off. */
const GIVE_UP_AFTER_MS = 48 * 60 * 60_000;
const MIN_ATTEMPTS = 20;
/** The lease is longer than the slowest send and the attempts to record it. */
const LEASE_MS = 4 * 60_000;

export class MailWorker extends QueueWorker<MailsTable> {
  readonly #options: Options;
  #lastTryAt = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    super({ ...options, name: "mail", concurrency: CONCURRENCY, throttleMs: THROTTLE_MS });
    this.#options = options;
  }

  get transport(): Transport {
    return this.#options.transport;
  }

  protected override async claim(limit: number): Promise<MailsTable[]> {
    const { database, clock } = this.#options;
    if (await isHeld(database)) return [];
    const now = clock.now();
    const isDue = await isMailDue(database.read, now);
    if (!isDue) {
      if (this.inFlight.length > 0 || now.getTime() - this.#lastTryAt < PROBE_INTERVAL_MS) return [];
      this.#lastTryAt = now.getTime();
    }
    const claim = await newClaim(database.presence, { now, leaseMs: LEASE_MS });
    return database.transaction((trx) => (isDue ? claimDueMail(trx, limit, claim) : claimBackedOffMail(trx, claim)));
  }

  protected override release(isInFlight: (row: ClaimedRow) => boolean): Promise<number> {
    const { database, clock } = this.#options;
    return releaseMail(database, isInFlight, clock.now());
  }

  protected override async deliver(mail: MailsTable): Promise<void> {
    const { database, clock, log, transport } = this.#options;
    this.#lastTryAt = clock.now().getTime();
    const outcome = await this.#attempt(mail);
    await this.retryUntilRecorded(() => {
      const now = clock.now();
      return database.transaction(async (trx) => {
        await recordMailAttempt(trx, { mail, outcome, transport: transport.kind }, now);
        if (outcome.state === "sent" && mail.tries > 1) await resetBackoff(trx, now);
      });
    });
    const details = { mail: mail.id, kind: mail.kind, tries: mail.tries };
    if (outcome.state === "sent")
      log.info(details, transport.kind === "outbox" ? "mail written to a file" : "mail sent");
    if (outcome.state === "withdrawn") log.info(details, "mail withdrawn");
  }

  async #attempt(mail: MailsTable): Promise<AttemptResult> {
    const { database, clock, transport, writers, optOut } = this.#options;
    try {
      const now = clock.now();
      const written = await writers[mail.kind]({
        recordId: mail.record_id,
        detail: mail.detail,
        queuedAt: new Date(mail.queued_at),
        now,
      });
      const message = written && (await withOptOut(mail.kind, withLateness(mail, written, now), optOut));
      if (!message) return { state: "withdrawn" };
      const isOurs = await database.transaction((trx) =>
        addressMail(trx, mail, message.to.map(({ address }) => address).join(", ")),
      );
      if (!isOurs) return { state: "withdrawn" };
      await transport.send(mail, message, this.timeoutSignal(SEND_TIMEOUT_MS));
      return { state: "sent" };
    } catch (error) {
      return this.#failed(mail, error);
    }
  }

  #failed(mail: MailsTable, error: unknown): AttemptResult {
    const { clock, retrySeconds, log } = this.#options;
    const now = clock.now().getTime();
    const isDelivery = error instanceof DeliveryError;
    const text = isDelivery ? error.message : "The message could not be written";
    const details = {
      mail: mail.id,
      kind: mail.kind,
      tries: mail.tries,
      ...(isDelivery ? { code: error.code } : { err: error }),
    };
    const triedFor = now - Date.parse(mail.first_tried_at ?? mail.due_at);
    const isExhausted = triedFor >= GIVE_UP_AFTER_MS && mail.tries >= MIN_ATTEMPTS;
    if ((isDelivery && error.isFinal) || isExhausted) {
      log.error(details, "mail given up");
      return { state: "failed", error: text };
    }
    log.warn(details, "mail not sent, will be tried again");
    const backoffMs = Math.min(retrySeconds * 1000 * 2 ** (mail.tries - 1), MAX_BACKOFF_MS);
    return { state: "waiting", error: text, nextTryAt: new Date(now + backoffMs) };
  }
}
