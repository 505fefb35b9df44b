import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { proxyTester, readAddress } from "#platform/server/http/client-address.ts";

/** For how long one request with the header counts. */
const REMEMBERED_MS = 60 * 60_000;

/** Remembers whether X-Forwarded-For comes from an address that TRUST_PROXY does not name. Only in memory. */
export class UntrustedProxy {
  readonly #isTrusted: (address: string) => boolean;
  readonly #log: Pick<FastifyBaseLogger, "warn">;
  #last: { address: string; at: number } | undefined;

  constructor(trustProxy: readonly string[], log: Pick<FastifyBaseLogger, "warn">) {
    this.#isTrusted = proxyTester(trustProxy);
    this.#log = log;
  }

  /** Every request waits for it. */
  see({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">, now: Date): void {
    if (headers["x-forwarded-for"] === undefined) return;
    const address = readAddress(socket.remoteAddress ?? "");
    if (!address || this.#isTrusted(address)) return;
    if (!this.addressAt(now))
      this.#log.warn({ proxy: address }, "X-Forwarded-For comes from an address that TRUST_PROXY does not name");
    this.#last = { address, at: now.getTime() };
  }

  /** Of the last such request, while it is remembered. */
  addressAt(now: Date): string | undefined {
    return this.#last && now.getTime() - this.#last.at < REMEMBERED_MS ? this.#last.address : undefined;
  }
}
