import type { Socket } from "node:net";
import pg from "pg";
import type { Hosts } from "./hosts.ts";

/** A host that takes connections and never answers must not fill the pool with them. */
const CONNECT_TIMEOUT_MS = 4_000;

/** The sessions of a pool, each with one host. Where another host has become the primary, they end. */
export class Sessions {
  readonly #hosts: Hosts;
  readonly #urls = new Map<pg.ClientBase, string>();
  /** What the pool makes its clients with. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client;
  readonly stop: () => void;

  constructor(hosts: Hosts) {
    this.#hosts = hosts;
    const urls = this.#urls;
    this.Client = class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const url = hosts.last;
        super({ ...config, connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
        urls.set(this, url);
        this.once("end", () => urls.delete(this));
      }
    };
    // They may hang, and an idle one would show what was.
    this.stop = hosts.onMove(() => {
      for (const [client, url] of urls) if (url !== hosts.last) destroySession(client);
    });
  }

  isOfPrimary(client: pg.ClientBase): boolean {
    return this.#urls.get(client) === this.#hosts.last;
  }

  /** Something went wrong with it, so that its host may not be the primary any more. */
  doubt(client: pg.ClientBase): void {
    const url = this.#urls.get(client);
    if (url) this.#hosts.doubt(url);
  }
}

/** Saying goodbye to a silent host would wait for it. */
export function destroySession(client: pg.ClientBase): void {
  streamOf(client).destroy(new SilentDatabase("The database did not answer in time"));
}

export class SilentDatabase extends Error {
  readonly code = "ETIMEDOUT";
}

export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
