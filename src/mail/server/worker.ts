// Sends what is owed: claims a mail, writes it from its record, hands it over, records how that went. Several processes may
// do so on one database. A process that dies leaves its claim behind, which runs out, and another one takes the mail over.
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { newId } from "#platform/server/ids.ts";
import {
  addressMail,
  type Claim,
  claimDueMail,
  claimPausedMail,
  endPauses,
  isMailDue,
  type Outcome,
  recordOutcome,
  type Writers,
} from "./store.ts";
import type { MailsTable, MailsTables } from "./table.ts";
import { DeliveryError, type Transport } from "./transports.ts";

type Log = Record<"info" | "warn" | "error", (details: object, text: string) => void>;

type Options = {
  database: Database<MailsTables>;
  clock: Clock;
  transport: Transport;
  writers: Writers;
  pollSeconds: number;
  /** The first pause after a failed try. */
  retrySeconds: number;
  log: Log;
};

const AT_ONCE = 5;
// Five at once, each at least this long: fifty messages a second, which leaves the processor to the visitors.
const PACE_MS = 100;
const SLOWEST_SEND_MS = 45_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** While everything waits out a pause, one mail is tried this often, to notice soon that the mail server is back. */
const PROBE_MS = 5 * 60_000;
/** After this long, and this many tries (the site itself may have been off), a mail that nobody takes is given up. */
const PATIENCE_MS = 48 * 60 * 60_000;
const FEWEST_TRIES = 20;
/** Longer than the slowest send and the tries to record it. */
const LEASE_MS = 4 * 60_000;
const RECORD_TRIES = 60;
const RECORD_PAUSE_MS = 1_000;
/** How long a stop waits for messages under way before it breaks them off. */
const STOP_GRACE_MS = 4_000;
const LONGEST_STOP_MS = 7_000;

export class MailWorker {
  readonly #options: Options;
  readonly #underWay = new Set<Promise<void>>();
  readonly #breakOff = new AbortController();
  #isWanted = false;
  #isStopping = false;
  #claiming: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #lastTryAt = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  get transport(): Transport {
    return this.#options.transport;
  }

  /** Looks for due mail now and every few seconds. */
  start(): void {
    this.#poll = setInterval(() => this.wake(), this.#options.pollSeconds * 1000);
    this.#look();
  }

  /** Looks for due mail now: called after whatever may have queued some. Does nothing before the start. */
  wake(): void {
    if (this.#poll) this.#look();
  }

  /** Sends what is due and resolves when nothing is under way any more. */
  async sendDue(): Promise<void> {
    this.#look();
    await this.#settled();
  }

  /** Takes no more mail, waits a little for what is under way, then breaks it off: it is tried again after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    const graceOver = setTimeout(() => this.#breakOff.abort(), STOP_GRACE_MS);
    // A database that hangs must not hold up the stop: claims run out by themselves.
    await Promise.race([this.#settled(), sleep(LONGEST_STOP_MS, undefined, { ref: false })]);
    clearTimeout(graceOver);
  }

  async #settled(): Promise<void> {
    while (this.#claiming || this.#underWay.size > 0) {
      await this.#claiming;
      await Promise.all(this.#underWay);
    }
  }

  #look(): void {
    if (this.#isStopping) return;
    this.#isWanted = true;
    this.#claiming ??= this.#claimAll();
  }

  async #claimAll(): Promise<void> {
    // So that it is never over before it is noted as running.
    await undefined;
    while (this.#isWanted && !this.#isStopping && this.#underWay.size < AT_ONCE) {
      this.#isWanted = false;
      try {
        for (const mail of await this.#claim(AT_ONCE - this.#underWay.size)) this.#track(this.#deliver(mail));
      } catch (error) {
        this.#options.log.error({ err: error }, "the mail worker could not read the database");
      }
    }
    this.#claiming = undefined;
  }

  async #claim(limit: number): Promise<MailsTable[]> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const claim: Claim = { claim: newId(), now, until: new Date(now.getTime() + LEASE_MS) };
    if (await isMailDue(database.read, now)) return database.transaction((trx) => claimDueMail(trx, limit, claim));
    if (this.#underWay.size > 0 || now.getTime() - this.#lastTryAt < PROBE_MS) return [];
    this.#lastTryAt = now.getTime();
    return database.transaction((trx) => claimPausedMail(trx, claim));
  }

  #track(delivery: Promise<void>): void {
    const tracked = delivery
      .catch((error) => this.#options.log.error({ err: error }, "the mail worker could not record a mail"))
      .finally(() => {
        this.#underWay.delete(tracked);
        this.#look();
      });
    this.#underWay.add(tracked);
  }

  async #deliver(mail: MailsTable): Promise<void> {
    const { clock, log } = this.#options;
    const pace = sleep(PACE_MS);
    this.#lastTryAt = clock.now().getTime();
    const outcome = await this.#attempt(mail);
    await this.#record(mail, outcome);
    const details = { mail: mail.id, kind: mail.kind, tries: mail.tries };
    if (outcome.state === "sent") log.info(details, "mail sent");
    if (outcome.state === "withdrawn") log.info(details, "mail no longer owed");
    if (!this.#isStopping) await pace;
  }

  async #attempt(mail: MailsTable): Promise<Outcome> {
    const { database, clock, transport, writers } = this.#options;
    try {
      const message = await writers[mail.kind]({ recordId: mail.record_id, detail: mail.detail, now: clock.now() });
      if (!message) return { state: "withdrawn" };
      const isOurs = await database.transaction((trx) => addressMail(trx, mail, message.to.address));
      if (!isOurs) return { state: "withdrawn" };
      const signal = AbortSignal.any([this.#breakOff.signal, AbortSignal.timeout(SLOWEST_SEND_MS)]);
      await transport.send(mail, message, signal);
      return { state: "sent" };
    } catch (error) {
      return this.#failed(mail, error);
    }
  }

  #failed(mail: MailsTable, error: unknown): Outcome {
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
    const isOutOfPatience = triedFor >= PATIENCE_MS && mail.tries >= FEWEST_TRIES;
    if ((isDelivery && error.isFinal) || isOutOfPatience) {
      log.error(details, "mail given up");
      return { state: "failed", error: text };
    }
    log.warn(details, "mail not sent, will be tried again");
    const pause = Math.min(retrySeconds * 1000 * 2 ** (mail.tries - 1), LONGEST_PAUSE_MS);
    return { state: "waiting", error: text, nextTryAt: new Date(now + pause) };
  }

  /** A message that was sent must be known as sent, or it would be sent again: worth waiting for the database. */
  async #record(mail: MailsTable, outcome: Outcome): Promise<void> {
    const { database, clock } = this.#options;
    for (let tries = 1; ; tries++) {
      try {
        const now = clock.now();
        return await database.transaction(async (trx) => {
          await recordOutcome(trx, mail, outcome, now);
          if (outcome.state === "sent" && mail.tries > 1) await endPauses(trx, now);
        });
      } catch (error) {
        if (tries >= RECORD_TRIES || this.#isStopping) throw error;
        await sleep(RECORD_PAUSE_MS);
      }
    }
  }
}
