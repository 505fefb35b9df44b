// A process holds an advisory lock in one of its sessions: the server drops the lock with the session.
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { newId } from "../ids.ts";
import type { Hosts } from "./hosts/hosts.ts";
import { destroySession } from "./hosts/sessions.ts";
import type { Presence } from "./presence.ts";
import type { Db } from "./tables.ts";

type Options = { timeoutMs: number; onConnectionError: (error: Error) => void };

const RETRY_MS = 500;
/** A live process whose session ended takes its lock again within a second, so a lock must stay free for this long. */
const GRACE_MS = 4_000;
const MIN_CHECKS = 3;
/** A live process may notice later than this one that the primary is another host. */
const MOVE_GRACE_MS = 15_000;

/** A message from a machine without the database can take almost this minute. */
const SESSION = {
  tcp_keepalives_idle: "30",
  tcp_keepalives_interval: "10",
  tcp_keepalives_count: "3",
  idle_session_timeout: "0",
};

const FREE = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(name, 0))`;
/** Checks take the lock exclusively; only a holder's own lock is shared. */
const HELD = sql<boolean>`hashtextextended(name, 0) in (
  select classid::bigint << 32 | objid::bigint from pg_locks
  where locktype = 'advisory' and objsubid = 1 and mode = 'ShareLock' and granted
  and database = (select oid from pg_database where datname = current_database()))`;

export function postgresPresence(hosts: Hosts, db: Db, options: Options): Presence {
  return new PostgresPresence(hosts, db, options);
}

class PostgresPresence implements Presence {
  readonly #hosts: Hosts;
  readonly #db: Db;
  readonly #options: Options;
  readonly #id = newId();
  #session: pg.Client | undefined;
  #taking: Promise<pg.Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #movedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<unknown> = Promise.resolve();
  readonly #found = new Map<string, { since: number; last: number; checks: number }>();

  constructor(hosts: Hosts, db: Db, options: Options) {
    this.#hosts = hosts;
    this.#db = db;
    this.#options = options;
    hosts.onMove(() => this.#move());
  }

  async acquire(): Promise<string> {
    const session = await this.#take();
    // A session can end unnoticed, for example behind a firewall that drops idle connections.
    try {
      await session.query("select 1");
    } catch {
      this.#drop(session);
      await this.#take();
    }
    return this.#id;
  }

  /** The checks are sequential: two at once would each see the other's attempt on the lock and take its process for alive. */
  checkLiveness(ids: readonly string[]) {
    const liveness = this.#checking.then(() => this.#checkLiveness(ids));
    this.#checking = liveness.catch(() => {});
    return liveness;
  }

  async #checkLiveness(ids: readonly string[]) {
    const others = ids.filter((id) => id !== this.#id);
    try {
      const free = await this.#select(others, FREE);
      for (const id of others) if (!free.has(id)) this.#found.delete(id);
      const gone = new Set([...free].filter((id) => this.#isGone(id)));
      return { alive: new Set(others.filter((id) => !gone.has(id))), gone };
    } catch (error) {
      // A server that was down may have dropped the locks of live processes.
      this.#found.clear();
      throw error;
    }
  }

  async listHeld(ids: readonly string[]): Promise<Set<string>> {
    const held = await this.#select(ids, HELD);
    return ids.includes(this.#id) ? held.add(this.#id) : held;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#taking?.catch(() => {});
    const session = this.#session;
    this.#session = undefined;
    await session?.end();
  }

  #take(): Promise<pg.Client> {
    if (this.#session) return Promise.resolve(this.#session);
    this.#taking ??= this.#open().finally(() => {
      this.#taking = undefined;
    });
    return this.#taking;
  }

  async #open(): Promise<pg.Client> {
    const { timeoutMs, onConnectionError } = this.#options;
    const primary = await this.#hosts.primary();
    const session = new pg.Client({
      connectionString: primary,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    });
    session.on("error", (error) => {
      this.#hosts.doubt(primary);
      onConnectionError(error);
      this.#drop(session);
    });
    session.on("end", () => this.#drop(session));
    try {
      await session.connect();
      await session.query(
        `select set_config(name, value, false) from pg_settings join json_each_text($1) as wanted (setting_name, value)
          on name = setting_name`,
        [JSON.stringify(SESSION)],
      );
      // The lock is shared, so that a new session can take it before the server notices the end of the old one.
      await session.query("select pg_advisory_lock_shared(hashtextextended($1, 0))", [lockName(this.#id)]);
      if (primary !== this.#hosts.last) throw new Error("Another host has become the primary");
    } catch (error) {
      this.#hosts.doubt(primary);
      session.end().catch(() => {});
      throw error;
    }
    this.#session = session;
    return session;
  }

  #drop(session: pg.Client): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    session.end().catch(() => {});
    this.#retakeLock();
  }

  /** On the new primary nobody holds a lock yet. */
  #move(): void {
    this.#found.clear();
    this.#movedAt = performance.now();
    if (this.#session) destroySession(this.#session);
  }

  #retakeLock(): void {
    if (this.#isClosed) return;
    this.#take().catch(() => {
      this.#retry = setTimeout(() => this.#retakeLock(), RETRY_MS);
      this.#retry.unref();
    });
  }

  async #select(ids: readonly string[], condition: RawBuilder<boolean>): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const names = ids.map(lockName);
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${ids}::text[], ${names}::text[]) as holder (id, name) where ${condition}`.execute(
      this.#db,
    );
    return new Set(rows.map(({ id }) => id));
  }

  #isGone(id: string): boolean {
    const now = performance.now();
    // Without a recent check the lock may have been held in between.
    for (const [known, { last }] of this.#found) if (now - last > GRACE_MS) this.#found.delete(known);
    const { since, checks } = this.#found.get(id) ?? { since: now, checks: 0 };
    this.#found.set(id, { since, last: now, checks: checks + 1 });
    return checks + 1 >= MIN_CHECKS && now - since >= GRACE_MS && now - this.#movedAt >= MOVE_GRACE_MS;
  }
}

function lockName(id: string): string {
  return `presence ${id}`;
}
