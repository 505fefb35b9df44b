// Processes tell each other of commits by NOTIFY, after the commit: within it, PostgreSQL would commit one by one.
import type { PostgresPool } from "kysely";
import pg from "pg";
import { newId } from "../ids.ts";
import { Commits, type Unfollow } from "./commits.ts";
import type { Hosts } from "./hosts/hosts.ts";
import { destroySession } from "./hosts/sessions.ts";

type Options = { timeoutMs: number; onConnectionError: (error: Error) => void };

const CHANNEL = "committed";
const GATHER_MS = 50;
const RETRY_MS = 1_000;

export class PostgresCommits {
  readonly #hosts: Hosts;
  readonly #pool: PostgresPool;
  readonly #options: Options;
  readonly #id = newId();
  readonly #commits = new Commits((tell) => this.#listen(tell));
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();

  constructor(hosts: Hosts, pool: PostgresPool, options: Options) {
    this.#hosts = hosts;
    this.#pool = pool;
    this.#options = options;
  }

  follow(follower: () => void): Unfollow {
    return this.#commits.follow(follower);
  }

  /** Nobody waits for the word to the others, and one word serves the commits of a moment. */
  tell(): void {
    this.#commits.tell();
    this.#timer ??= setTimeout(() => {
      this.#telling = this.#notify();
    }, GATHER_MS);
  }

  async close(): Promise<void> {
    this.#commits.stop();
    if (this.#timer) await this.#notify();
    await this.#telling;
  }

  /** A lost word is no error, because followers look by themselves every now and then. */
  async #notify(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      const client = await this.#pool.connect();
      try {
        await client.query(`notify ${CHANNEL}, '${this.#id}'`, []);
      } finally {
        client.release();
      }
    } catch (error) {
      this.#options.onConnectionError(error as Error);
    }
  }

  #listen(tell: () => void): Unfollow {
    let session: pg.Client | undefined;
    let retry: NodeJS.Timeout | undefined;
    let isStopped = false;
    const hosts = this.#hosts;
    const openLater = () => {
      if (!isStopped) retry = setTimeout(open, RETRY_MS).unref();
    };
    const drop = (dropped: pg.Client) => {
      if (session !== dropped) return;
      session = undefined;
      dropped.end().catch(() => {});
      openLater();
    };
    const open = () => {
      hosts.primary().then(listenAt, openLater);
    };
    const listenAt = (url: string) => {
      if (isStopped) return;
      const { timeoutMs, onConnectionError } = this.#options;
      const opened = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, keepAlive: true });
      session = opened;
      opened.on("error", (error) => {
        hosts.doubt(url);
        onConnectionError(error);
        drop(opened);
      });
      opened.on("end", () => drop(opened));
      opened.on("notification", ({ payload }) => payload !== this.#id && tell());
      opened
        .connect()
        .then(() => opened.query(`listen ${CHANNEL}`))
        // Others may have committed while nobody listened.
        .then(tell)
        .catch(() => {
          hosts.doubt(url);
          drop(opened);
        });
    };
    const stopMoving = hosts.onMove(() => session && destroySession(session));
    open();
    return () => {
      isStopped = true;
      stopMoving();
      clearTimeout(retry);
      if (session) drop(session);
    };
  }
}
