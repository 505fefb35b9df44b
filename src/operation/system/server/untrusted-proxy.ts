import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { proxyTester, readAddress } from "#platform/server/http/client-address.ts";

const REMEMBERED_MS = 60 * 60_000;

export class UntrustedProxy {
  readonly #isTrusted: (address: string) => boolean;
  readonly #log: Pick<FastifyBaseLogger, "warn">;
  #last: { address: string; at: number } | undefined;

  constructor(trustProxy: readonly string[], log: Pick<FastifyBaseLogger, "warn">) {
    this.#isTrusted = proxyTester(trustProxy);
    this.#log = log;
  }

  /** Every request waits for this function. */
  see({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">, now: Date): void {
    if (headers["x-forwarded-for"] === undefined) return;
    const address = readAddress(socket.remoteAddress ?? "");
    if (!address || this.#isTrusted(address)) return;
    if (!this.addressAt(now))
      this.#log.warn({ proxy: address }, "X-Forwarded-For comes from an address that TRUST_PROXY does not name");
    this.#last = { address, at: now.getTime() };
  }

  addressAt(now: Date): string | undefined {
    return this.#last && now.getTime() - this.#last.at < REMEMBERED_MS ? this.#last.address : undefined;
  }
}
