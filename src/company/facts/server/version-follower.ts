import type { FastifyBaseLogger } from "fastify";
import type { PublishedVersion } from "./publish.ts";

const POLL_MS = 2_000;

export class VersionFollower {
  readonly #published: PublishedVersion;
  readonly #log: Pick<FastifyBaseLogger, "error">;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #failed = false;

  constructor(published: PublishedVersion, log: Pick<FastifyBaseLogger, "error">) {
    this.#published = published;
    this.#log = log;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#follow().then(() => {
        if (this.#timer) this.start();
      });
    }, POLL_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  /** A failure is logged once until a poll succeeds, because a database may be unreachable for hours. */
  async #follow(): Promise<void> {
    try {
      await this.#published.refresh();
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) this.#log.error({ err: error }, "the published version could not be read or rendered");
      this.#failed = true;
    }
  }
}
