import { isHeld } from "#delivery/removals/server/hold.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { MAX_ENDPOINTS } from "#delivery/webhooks/webhook.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { CallError, postOnce, retryAt } from "#platform/server/outbound-http.ts";
import { type AttemptResult, type ClaimedRow, newClaim, queueByReceiver } from "#platform/server/queue/queue.ts";
import { QueueWorker, type WorkerLog } from "#platform/server/queue/queue-worker.ts";
import { signedHeaders } from "./signature.ts";
import { findEndpoint, updateEndpoint, withdrawDeliveries } from "./store.ts";
import type { WebhookDeliveriesTable, WebhookEndpointsTable } from "./table.ts";

type Options = {
  database: Database;
  clock: Clock;
  allowPrivate: boolean;
  pollSeconds: number;
  /** The timeout bounds the whole attempt, from the DNS lookup to the last byte of the answer. */
  timeoutMs?: number;
  log: WorkerLog;
};

type Answer = Pick<WebhookDeliveriesTable, "status" | "response">;

type Result = { outcome: AttemptResult; answer: Answer; isGone?: boolean };

const QUEUE = queueByReceiver<WebhookDeliveriesTable>("webhook_deliveries", "endpoint_id");
/** One delivery per endpoint is in flight, so that no endpoint waits for another. */
const CONCURRENCY = MAX_ENDPOINTS;
const THROTTLE_MS = 50;
const REQUEST_TIMEOUT_MS = 15_000;
/** The lease is longer than the slowest call and the attempts to record it. */
const LEASE_MS = 3 * 60_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const BACKOFF_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Up to this share of the backoff is random, so that deliveries that failed together are spread out. */
const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * HOUR;
const MAY_NAME_RETRY = [429, 503];
const GONE = 410;
const GONE_REASON = "It answered 410 Gone";
const USER_AGENT = "webhooks/1.0 (Standard Webhooks)";
export const SITE = "the site";
const NO_ANSWER: Answer = { status: null, response: null };

export class WebhookWorker extends QueueWorker<WebhookDeliveriesTable> {
  readonly #options: Options;

  constructor(options: Options) {
    super({ ...options, name: "webhook", concurrency: CONCURRENCY, throttleMs: THROTTLE_MS });
    this.#options = options;
  }

  protected override async claim(limit: number): Promise<WebhookDeliveriesTable[]> {
    const { database, clock } = this.#options;
    if (await isHeld(database)) return [];
    const now = clock.now();
    // Only this process's deliveries block an endpoint: a suspended process keeps its claims and must not block others.
    const except = this.inFlight.map(({ endpoint_id }) => endpoint_id);
    if (!(await QUEUE.isAnyDue(database.read, except, now))) return [];
    const claim = await newClaim(database.presence, { now, leaseMs: LEASE_MS });
    return database.transaction((trx) => QUEUE.claimDue(trx, { except, limit }, claim));
  }

  protected override release(isInFlight: (row: ClaimedRow) => boolean): Promise<number> {
    const { database, clock } = this.#options;
    return QUEUE.release(database, isInFlight, clock.now());
  }

  protected override async deliver(delivery: WebhookDeliveriesTable): Promise<void> {
    const { database, clock, log } = this.#options;
    const result = await this.#attempt(delivery);
    await this.retryUntilRecorded(() => {
      const now = clock.now();
      return database.transaction(async (trx) => {
        await QUEUE.record(trx, delivery, { outcome: result.outcome, details: result.answer, now });
        if (!result.isGone) return;
        const at = now.toISOString();
        const change = { turned_off_at: at, turned_off_because: GONE_REASON, updated_at: at };
        await updateEndpoint(trx, delivery.endpoint_id, change);
        await withdrawDeliveries(trx, delivery.endpoint_id, now);
        await recordRemovals(trx, [{ kind: "webhook-off", subject: delivery.endpoint_id }], now);
        const subject = { kind: "webhook", id: delivery.endpoint_id };
        await writeAuditLogEntry(trx, { subject, actor: SITE, action: "changed", to: `off: ${GONE_REASON}`, now });
      });
    });
    const details = {
      delivery: delivery.id,
      endpoint: delivery.endpoint_id,
      type: delivery.type,
      tries: delivery.tries,
    };
    const { state } = result.outcome;
    if (state === "sent") log.info(details, "webhook delivered");
    else if (state === "waiting") log.warn(details, "webhook not delivered, will be tried again");
    else if (state === "failed") log.error(details, "webhook given up");
  }

  async #attempt(delivery: WebhookDeliveriesTable): Promise<Result> {
    const { database, clock, allowPrivate, timeoutMs = REQUEST_TIMEOUT_MS } = this.#options;
    const endpoint = await findEndpoint(database.read, delivery.endpoint_id);
    const isStillDue =
      endpoint?.turned_off_at === null && (await QUEUE.findClaimed(database.read, delivery)) !== undefined;
    if (!isStillDue) return { outcome: { state: "withdrawn" }, answer: NO_ANSWER };
    const now = clock.now();
    try {
      const { status, text, retryAfter } = await postOnce(new URL(endpoint.url), {
        headers: {
          "content-type": "application/json",
          "user-agent": USER_AGENT,
          ...signedHeaders(delivery, secretsOf(endpoint, now), now),
        },
        body: delivery.body,
        allowPrivate,
        signal: this.timeoutSignal(timeoutMs),
      });
      const answer = { status, response: text };
      if (status >= 200 && status < 300) return { outcome: { state: "sent" }, answer };
      if (status === GONE) return { outcome: { state: "failed", error: GONE_REASON }, answer, isGone: true };
      const retry = MAY_NAME_RETRY.includes(status) ? retryAt(retryAfter, clock.now()) : undefined;
      return { outcome: this.#failed(delivery, errorOf(status), retry), answer };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { outcome: this.#failed(delivery, error.message), answer: NO_ANSWER };
    }
  }

  #failed(delivery: WebhookDeliveriesTable, error: string, retry?: Date): AttemptResult {
    const pause = BACKOFF_MS[delivery.tries - 1];
    if (pause === undefined) return { state: "failed", error };
    const now = this.#options.clock.now().getTime();
    const asked = Math.min((retry?.getTime() ?? now) - now, MAX_RETRY_AFTER_MS);
    return {
      state: "waiting",
      error,
      nextTryAt: new Date(now + Math.max(pause * (1 - JITTER * Math.random()), asked)),
    };
  }
}

function secretsOf(endpoint: WebhookEndpointsTable, now: Date): string[] {
  const { secret, old_secret, old_secret_until } = endpoint;
  const isOldGood = old_secret !== null && old_secret_until !== null && old_secret_until > now.toISOString();
  return isOldGood ? [secret, old_secret] : [secret];
}

function errorOf(status: number): string {
  return status >= 300 && status < 400 ? `It answered ${status}: redirects are not followed` : `It answered ${status}`;
}
