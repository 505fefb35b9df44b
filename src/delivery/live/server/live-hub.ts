import type { FastifyBaseLogger } from "fastify";
import { BEAT_MS } from "#delivery/live/change.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Unfollow } from "#platform/server/database/commits.ts";
import type { Database } from "#platform/server/database/database.ts";
import { hiddenAmong, readAs } from "#platform/server/database/queries/limited-reads.ts";
import { EventLoopYielder } from "#platform/server/event-loop-yield.ts";
import type { Caller, Guard } from "#platform/server/http/access.ts";
import { ChangeReader, type ReadChange } from "./change-reader.ts";
import type { EventStream } from "./event-stream.ts";
import { Gathered } from "./gathered.ts";

const MAX_STREAMS = 500;
const MAX_STREAMS_OF_ACCOUNT = 30;
const RETRY_SECONDS = 30;
const READ_EVERY_MS = 100;
const CHECK_EVERY_MS = 500;
/** The word of another process can get lost. */
const READ_AGAIN_MS = 30_000;

type Options = {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "warn">;
  /** Throws once the caller of a stream may not read it any more. */
  guard: Guard;
  /** How many of these sessions are still those of admins: one question for all streams, because any commit may have ended one. */
  countAdmins: (sessionIds: readonly string[]) => Promise<number>;
};

type Opening = { caller: Caller; after: number | undefined; endsAt: Date };

/** All streams of this process. Without any, it asks the database nothing. */
export class LiveHub {
  readonly #options: Options;
  readonly #streams = new Map<EventStream, Caller>();
  readonly #reading = new Gathered(() => readAs(undefined, () => this.#try(() => this.#read())), READ_EVERY_MS);
  readonly #checking = new Gathered(() => readAs(undefined, () => this.#try(() => this.#check())), CHECK_EVERY_MS);
  #reader: Promise<ChangeReader> | undefined;
  #unfollow: Unfollow | undefined;
  #timers: NodeJS.Timeout[] = [];
  #isStopped = false;
  #mustAskGuard = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Throws rate_limited, unavailable. */
  async open(stream: EventStream, { caller, after, endsAt }: Opening): Promise<void> {
    const ofAccount = [...this.#streams.values()].filter(({ id }) => id === caller.id).length;
    if (ofAccount >= MAX_STREAMS_OF_ACCOUNT || this.#streams.size >= MAX_STREAMS)
      throw new AppError("rate_limited", "Too many pages are open.", { retryAfterSeconds: RETRY_SECONDS });
    this.#streams.set(stream, caller);
    // The first reader is not the only one.
    if (this.#streams.size === 1) readAs(undefined, () => this.#begin());
    try {
      const reader = await this.#reader;
      const now = this.#options.clock.now();
      const missed = await reader?.missed(after, now);
      if (!reader || this.#isStopped)
        throw new AppError("unavailable", "The site is restarting. Please try again in a moment.");
      const leftMs = endsAt.getTime() - now.getTime();
      const end = setTimeout(() => stream.end(), leftMs).unref();
      stream.send({ last: reader.last, endsInSeconds: Math.round(leftMs / 1000) }, () => {
        clearTimeout(end);
        this.#leave(stream);
      });
      if (missed) await this.#tell([stream], missed, reader.last);
      else stream.reset(reader.last);
    } catch (error) {
      this.#leave(stream);
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const stream of this.#streams.keys()) stream.end();
    this.#rest();
  }

  #begin(): void {
    this.#reader = ChangeReader.fromNow(this.#options.database);
    this.#reader.catch(() => {});
    const ask = () => {
      this.#reading.ask();
      this.#checking.ask();
    };
    this.#unfollow = this.#options.database.onCommit(ask);
    const beat = () => {
      for (const stream of this.#streams.keys()) stream.beat();
    };
    const askAll = () => {
      this.#mustAskGuard = true;
      ask();
    };
    this.#timers = [setInterval(askAll, READ_AGAIN_MS).unref(), setInterval(beat, BEAT_MS).unref()];
  }

  #leave(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#rest();
  }

  #rest(): void {
    this.#unfollow?.();
    for (const timer of this.#timers) clearInterval(timer);
    this.#reading.cancel();
    this.#checking.cancel();
    this.#reader = undefined;
  }

  async #read(): Promise<void> {
    const reader = await this.#reader;
    if (!reader) return;
    const { changes, isMore } = await reader.next();
    await this.#tell([...this.#streams.keys()], changes, reader.last);
    if (isMore) this.#reading.ask();
    // Such as a rule that asks admins for a second factor.
    if (!changes.some(({ kind }) => kind.startsWith("account"))) return;
    this.#mustAskGuard = true;
    this.#checking.ask();
  }

  /** Who is limited to own leads hears nothing of others, but that some lead left the lists. */
  async #tell(streams: readonly EventStream[], changes: readonly ReadChange[], last: number): Promise<void> {
    const { database } = this.#options;
    const byReader = Map.groupBy(streams, (stream) => this.#streams.get(stream)?.onlyLeadsOf);
    for (const [reader, ofReader] of byReader) {
      const ids = changes.map(({ id }) => id);
      const hidden = await readAs(reader, () => hiddenAmong(database, ids));
      const told = changes.flatMap((change) => {
        if (!hidden.has(change.id)) return change;
        return change.isHandedOver ? { ...change, id: "" } : [];
      });
      for (const stream of ofReader) stream.tell(told, last);
    }
  }

  async #check(): Promise<void> {
    const sessions = [...new Set([...this.#streams.values()].map(({ sessionId }) => sessionId))];
    if (sessions.length === 0) return;
    if (!this.#mustAskGuard && (await this.#options.countAdmins(sessions)) === sessions.length) return;
    this.#mustAskGuard = false;
    const yielder = new EventLoopYielder();
    for (const stream of [...this.#streams.keys()]) {
      try {
        await this.#options.guard(stream.request, { isAgain: true, isBodyRead: true });
        // Its limit may be another than before.
        if (stream.request.caller && this.#streams.has(stream)) this.#streams.set(stream, stream.request.caller);
      } catch (error) {
        // An unreachable database says nothing about the session.
        if (!(error instanceof AppError)) throw error;
        stream.end();
      }
      if (yielder.isOver) await yielder.next();
    }
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.log.warn({ err: error }, "changes could not be told to open pages");
    }
  }
}
