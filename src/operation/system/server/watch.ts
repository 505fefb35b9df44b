// The watch delays no request.
import type { FastifyBaseLogger } from "fastify";
import type { Finding } from "#operation/system/system.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { onAnswered } from "#platform/server/http/logging.ts";
import type { App } from "#platform/server/http/types.ts";
import { siteBuild } from "#platform/server/version.ts";
import { updateAlarms } from "./alarms.ts";
import type { CheckContext, SystemConfig } from "./checks/check.ts";
import { diskPlaces, freeSpace, machineOf } from "./checks/disk.ts";
import { FigureCounter } from "./figures.ts";
import { runChecks } from "./findings.ts";
import { askForRelease } from "./newer-release.ts";
import { addFigures, addReading, hourOf, listOpenProcesses, markCrashed, markStarted, markStopped } from "./store.ts";
import type { SystemFiguresTable } from "./table.ts";
import { UntrustedProxy } from "./untrusted-proxy.ts";

type Options = {
  database: Database;
  config: SystemConfig;
  clock: Clock;
  migrations: string;
};

type Known = { at: number; findings: Promise<Finding[]> };

const EVERY_MS = 60_000;
const MINUTES_PER_CHECK = 5;
const REMOTE_CACHE_MS = 10_000;

export class SystemWatch {
  readonly #options: Options;
  readonly #log: FastifyBaseLogger;
  readonly #figures = new FigureCounter();
  readonly #untrustedProxy: UntrustedProxy;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #minutes = 0;
  #hasFailed = false;
  #id: string | undefined;
  #suspects: ReadonlySet<string> = new Set();
  #unwritten: SystemFiguresTable[] = [];
  #remote: Known | undefined;

  constructor(app: App, options: Options) {
    this.#options = options;
    this.#log = app.log;
    this.#untrustedProxy = new UntrustedProxy(options.config.trustProxy, app.log);
    onAnswered(app, (request, reply) => this.#figures.count(request, reply));
    app.addHook("onRequest", async ({ raw }) => this.#untrustedProxy.see(raw, options.clock.now()));
  }

  start(): void {
    this.#figures.start();
    const tick = () => {
      this.#running = this.#running.then(() => this.tick());
    };
    this.#timer = setInterval(tick, EVERY_MS);
    tick();
  }

  /** Without the mark of a stop, other processes and the next start report a crash. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    this.#figures.stop();
    if (!this.#timer) return;
    const { database, clock } = this.#options;
    try {
      const id = await this.#write();
      await database.transaction((trx) => markStopped(trx, { id, now: clock.now() }));
    } catch (error) {
      this.#log.warn({ err: error }, "the stop was not noted");
    }
  }

  async tick(): Promise<void> {
    try {
      await this.#write();
      await this.#markCrashed();
      if (this.#minutes++ % MINUTES_PER_CHECK === 0) await this.checkAlarms();
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#log.warn({ err: error }, "the state of the site was not written");
      this.#hasFailed = true;
    }
  }

  async checkAlarms(): Promise<void> {
    const { database, config, clock } = this.#options;
    const now = clock.now();
    await this.#keepReadings(now);
    const findings = await this.findings({ isFresh: true });
    await updateAlarms(database, { findings, now, log: this.#log });
    await askForRelease(config, now);
  }

  /** isFresh: other machines are asked now. Otherwise the results of the last check count. */
  async findings({ isFresh }: { isFresh: boolean }): Promise<Finding[]> {
    const context = this.#context();
    const onFailed = this.#onFailed;
    const age = isFresh ? REMOTE_CACHE_MS : 2 * MINUTES_PER_CHECK * EVERY_MS;
    const at = context.now.getTime();
    if (!this.#remote || Math.abs(at - this.#remote.at) >= age)
      this.#remote = { at, findings: runChecks(context, { choose: ({ isRemote }) => isRemote === true, onFailed }) };
    const local = runChecks(context, { choose: ({ isRemote }) => !isRemote, onFailed });
    return [...(await local), ...(await this.#remote.findings)];
  }

  readonly #onFailed = (error: unknown, check: string) =>
    this.#log.warn({ err: error, check }, "a check of the site failed");

  #context(): CheckContext {
    const { database, config, clock, migrations } = this.#options;
    const { engine, read, presence } = database;
    return { config, engine, read, presence, now: clock.now(), migrations, untrustedProxy: this.#untrustedProxy };
  }

  async #write(): Promise<string> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const hour = hourOf(now);
    // Figures of one hour must be one row.
    this.#unwritten = merged([...this.#unwritten, ...this.#figures.take().map((figure) => ({ hour, ...figure }))]);
    const id = await database.presence.acquire();
    const before = this.#id;
    await database.transaction(async (trx) => {
      if (id !== before) await markStarted(trx, { id, version: siteBuild(), now });
      if (before && id !== before) await markStopped(trx, { id: before, now });
      if (this.#unwritten.length > 0) await addFigures(trx, this.#unwritten);
    });
    this.#id = id;
    this.#unwritten = [];
    return id;
  }

  /** The lock must be free at two checks in a row: a process whose session has ended takes it again within a second. */
  async #markCrashed(): Promise<void> {
    const { database, clock } = this.#options;
    const suspects = this.#suspects;
    // A database that was away may have dropped the locks of processes that run.
    this.#suspects = new Set();
    const open = await listOpenProcesses(database.read);
    const held = await database.presence.listHeld(open);
    const free = open.filter((id) => !held.has(id));
    this.#suspects = new Set(free);
    const crashed = free.filter((id) => suspects.has(id));
    if (crashed.length > 0) await database.transaction((trx) => markCrashed(trx, crashed, clock.now()));
  }

  async #keepReadings(now: Date): Promise<void> {
    const { database, config } = this.#options;
    const [day, machine] = [now.toISOString().slice(0, 10), machineOf(database.engine)];
    for (const { place, path } of await diskPlaces(config)) {
      const { free } = await freeSpace(path);
      await database.transaction((trx) => addReading(trx, { day, place, machine, free_bytes: free }));
    }
  }
}

function merged(rows: readonly SystemFiguresTable[]): SystemFiguresTable[] {
  const byKey = Map.groupBy(rows, ({ hour, kind, name }) => `${hour} ${kind} ${name}`);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  return [...byKey.values()].flatMap((same) =>
    same.slice(0, 1).map((row) => ({
      ...row,
      count: sum(same.map(({ count }) => count)),
      errors: sum(same.map(({ errors }) => errors)),
      total_ms: sum(same.map(({ total_ms }) => total_ms)),
      max_ms: Math.max(...same.map(({ max_ms }) => max_ms)),
    })),
  );
}
