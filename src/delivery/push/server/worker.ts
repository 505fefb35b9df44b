import { currentFacts } from "#company/facts/facts.ts";
import { EXPIRES_AFTER_MINUTES, type PushMessage } from "#delivery/push/push.ts";
import { isHeld } from "#delivery/removals/server/hold.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { CallError, postOnce, retryAt } from "#platform/server/outbound-http.ts";
import { type AttemptResult, type ClaimedRow, newClaim, queueByReceiver } from "#platform/server/queue/queue.ts";
import { QueueWorker, type WorkerLog } from "#platform/server/queue/queue-worker.ts";
import { encryptFor } from "./encrypt.ts";
import type { PushIdentity } from "./identity.ts";
import { deleteDevice, expireWaiting, findDevice, gather, settleTold } from "./store.ts";
import type { PushesTable, PushSubscriptionsTable } from "./table.ts";
import { type Ringers, writeMessage } from "./write-message.ts";

type Options = {
  database: Database;
  clock: Clock;
  identity: PushIdentity;
  ringers: Ringers;
  /** What `work` reads is limited to what the account may see. */
  readAs: <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>;
  /** Enqueues what has become due by itself. Several processes may call it at any time. */
  enqueueDue: (now: Date) => Promise<void>;
  /** Such an account sees nothing of leads before it has a second factor. */
  isFactorDue: (userId: string) => Promise<boolean>;
  allowPrivate: boolean;
  pollSeconds: number;
  log: WorkerLog;
};

type Result = { outcome: AttemptResult; isGone?: boolean };

const QUEUE = queueByReceiver<PushesTable>("pushes", "subscription_id");
const CONCURRENCY = 10;
const THROTTLE_MS = 20;
const REQUEST_TIMEOUT_MS = 10_000;
/** Nothing is handed over from a second after a sign-out, also if the push service is slow to connect. */
const LOOK_AGAIN_MS = 300;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const EXPIRES_MS = EXPIRES_AFTER_MINUTES * MINUTE;
/** The lease is longer than the slowest call and the attempts to record it. */
const LEASE_MS = 2 * MINUTE;
const ENQUEUE_DUE_MS = 10 * SECOND;
/** The first goes at once, and what follows within that time replaces it. */
const GATHER_MS = MINUTE;
const MAX_GATHERED = 100;
const BACKOFF_MS = [5 * SECOND, 10 * SECOND, 20 * SECOND, 40 * SECOND];
const GONE = [404, 410];
const MAY_RETRY = [408, 425, 429];

export class PushWorker extends QueueWorker<PushesTable> {
  readonly #options: Options;
  #enqueuedAt = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    super({ ...options, name: "push", concurrency: CONCURRENCY, throttleMs: THROTTLE_MS });
    this.#options = options;
  }

  protected override async claim(limit: number): Promise<PushesTable[]> {
    const { database, clock, enqueueDue } = this.#options;
    if (await isHeld(database)) return [];
    const now = clock.now();
    if (Math.abs(now.getTime() - this.#enqueuedAt) >= ENQUEUE_DUE_MS) {
      this.#enqueuedAt = now.getTime();
      await enqueueDue(now);
    }
    // One message per device is in flight, so that the next can replace it.
    const except = this.inFlight.map(({ subscription_id }) => subscription_id);
    if (!(await QUEUE.isAnyDue(database.read, except, now))) return [];
    const claim = await newClaim(database.presence, { now, leaseMs: LEASE_MS });
    return database.transaction(async (trx) => {
      await expireWaiting(trx, new Date(now.getTime() - EXPIRES_MS), now);
      return QUEUE.claimDue(trx, { except, limit }, claim);
    });
  }

  protected override release(isInFlight: (row: ClaimedRow) => boolean): Promise<number> {
    const { database, clock } = this.#options;
    return QUEUE.release(database, isInFlight, clock.now());
  }

  protected override async deliver(push: PushesTable): Promise<void> {
    const { database, clock, log } = this.#options;
    const { told, ...result } = await this.#attempt(push);
    const { outcome, isGone } = result;
    await this.retryUntilRecorded(() => {
      const now = clock.now();
      return database.transaction(async (trx) => {
        if (isGone) return deleteDevice(trx, push.subscription_id);
        await QUEUE.record(trx, push, { outcome, now });
        if (outcome.state === "sent") await settleTold(trx, told, now);
      });
    });
    const details = { push: push.id, kind: push.kind, tries: push.tries };
    if (isGone) log.info(details, "a device is gone, and is not rung any more");
    else if (outcome.state === "sent") log.info(details, "push handed over");
    else if (outcome.state !== "withdrawn") log.warn({ ...details, error: outcome.error }, "push not handed over");
  }

  async #attempt(push: PushesTable): Promise<Result & { told: readonly string[] }> {
    const { database, clock, identity, ringers, readAs } = this.#options;
    const nothing = { outcome: { state: "withdrawn" } as const, told: [] };
    const now = clock.now();
    const device = await this.#findRung(push.subscription_id);
    if (!device || device.is_stale === 1) return nothing;
    const gathered = await database.transaction(async (trx) => {
      const claimed = await QUEUE.findClaimed(trx, push);
      return claimed && gather(trx, claimed, { windowMs: GATHER_MS, limit: MAX_GATHERED, now });
    });
    const { tokenOf } = identity.tokens;
    const write = () => gathered && writeMessage(gathered, { device, ringers, tokenOf, push, now });
    const written = await readAs(device.user_id, async () => write());
    if (!written) return nothing;
    return { ...(await this.#send(push, device, written.message)), told: written.told };
  }

  async #send(push: PushesTable, device: PushSubscriptionsTable, message: PushMessage): Promise<Result> {
    const { clock, identity, allowPrivate } = this.#options;
    const expiresIn = Date.parse(push.queued_at) + EXPIRES_MS - clock.now().getTime();
    const { headers, body } = await encryptFor(device, message, {
      identity,
      subject: `mailto:${currentFacts().company.email}`,
      ttl: Math.max(1, Math.floor(expiresIn / SECOND)),
    });
    const { signal, end } = await this.#whileSignedIn(device.id);
    try {
      if (signal.aborted) return { outcome: { state: "withdrawn" } };
      const { status, retryAfter } = await postOnce(new URL(device.endpoint), { headers, body, allowPrivate, signal });
      if (status >= 200 && status < 300) return { outcome: { state: "sent" } };
      if (GONE.includes(status)) return { outcome: { state: "withdrawn" }, isGone: true };
      const error = `It answered ${status}`;
      if (status < 500 && !MAY_RETRY.includes(status)) return { outcome: { state: "failed", error } };
      return { outcome: this.#again(push, error, retryAt(retryAfter, clock.now())) };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { outcome: this.#again(push, error.message) };
    } finally {
      end();
    }
  }

  /** The end of the session deletes the device. */
  async #whileSignedIn(deviceId: string): Promise<{ signal: AbortSignal; end: () => void }> {
    const signedOut = new AbortController();
    const look = async () => {
      if (!(await this.#findRung(deviceId))) signedOut.abort();
    };
    await look();
    // What cannot be looked up is not handed over.
    const timer = setInterval(() => look().catch(() => signedOut.abort()), LOOK_AGAIN_MS);
    const signal = AbortSignal.any([signedOut.signal, this.timeoutSignal(REQUEST_TIMEOUT_MS)]);
    return { signal, end: () => clearInterval(timer) };
  }

  async #findRung(deviceId: string): Promise<PushSubscriptionsTable | undefined> {
    const { database, isFactorDue } = this.#options;
    const device = await findDevice(database.read, deviceId);
    return device && !(await isFactorDue(device.user_id)) ? device : undefined;
  }

  #again(push: PushesTable, error: string, asked?: Date): AttemptResult {
    const now = this.#options.clock.now().getTime();
    const pause = BACKOFF_MS[push.tries - 1] ?? MINUTE;
    const next = Math.max(now + pause, asked?.getTime() ?? 0);
    // Once it has expired, it is ended as such.
    return { state: "waiting", error, nextTryAt: new Date(Math.min(next, Date.parse(push.queued_at) + EXPIRES_MS)) };
  }
}
