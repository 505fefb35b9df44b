// How requests arrive: what proxies say of them. Only counted, and nothing of what visitors send is kept.
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Db } from "#platform/server/database/tables.ts";
import { proxyTester, readAddress } from "#platform/server/http/client-address.ts";
import { isPublicAddress } from "#platform/server/outbound-http.ts";
import { hourOf, sumFigures } from "./store.ts";

type Settings = { publicUrl: string; trustProxy: readonly string[] };

const DAY_MS = 24 * 60 * 60_000;
/** Of proxies that are counted by name between two writes. */
const MAX_NAMES = 8;
/** Fewer requests say nothing. */
const MIN_REQUESTS = 5;
const UNTRUSTED = "untrusted ";
const NOT_COUNTED = new Set(["/healthz", "/readyz"]);

type PeerKind = "trusted" | "private" | "public";

export class ArrivalCounter {
  readonly #isTrusted: (address: string) => boolean;
  readonly #prefix: string;
  #counts = new Map<string, number>();
  #names = new Set<string>();
  #peer = "";
  #kind: PeerKind = "public";
  #address = "";

  constructor(settings: Settings) {
    this.#isTrusted = proxyTester(settings.trustProxy);
    this.#prefix = prefixOf(settings);
  }

  /** Takes about a microsecond, and every request waits for it. */
  see({ url = "", headers, socket }: Pick<IncomingMessage, "url" | "headers" | "socket">): void {
    if (NOT_COUNTED.has(url)) return;
    this.#add("all");
    const kind = this.#kindOf(socket.remoteAddress ?? "");
    const isForwarded = headers["x-forwarded-for"] !== undefined;
    const isOfProxy = isForwarded || headers["x-forwarded-proto"] !== undefined;
    if (kind === "trusted") this.#add(isForwarded ? "forwarded" : "not forwarded");
    else if (isOfProxy) this.#addUntrusted(kind === "private" ? this.#address : "");
    // What a stranger says of a proxy is not counted.
    const proto = kind === "public" ? undefined : headers["x-forwarded-proto"];
    if (proto === "https" || proto === "http") this.#add(proto);
  }

  /** What was counted since the last call. */
  take(): [name: string, count: number][] {
    const taken = [...this.#counts].map(([name, count]): [string, number] => [this.#prefix + name, count]);
    this.#counts = new Map();
    this.#names = new Set();
    return taken;
  }

  #add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #addUntrusted(name: string): void {
    if (!this.#names.has(name)) {
      if (this.#names.size >= MAX_NAMES) return;
      this.#names.add(name);
    }
    this.#add(`${UNTRUSTED}${name}`);
  }

  /** Behind a proxy all connections come from one address. */
  #kindOf(peer: string): PeerKind {
    if (peer === this.#peer) return this.#kind;
    this.#peer = peer;
    this.#address = readAddress(peer) ?? "";
    this.#kind = this.#isTrusted(this.#address) ? "trusted" : isPublicAddress(this.#address) ? "public" : "private";
    return this.#kind;
  }
}

export type Arrivals = {
  total: number;
  /** From proxies that are trusted. */
  fromTrusted: number;
  /** Of these, with X-Forwarded-For. */
  forwarded: number;
  /** The private address of a proxy that is not trusted and that most requests come through. */
  untrustedProxy: string | undefined;
  isMostlyFromUntrusted: boolean;
  isMostlyHttps: boolean;
  isMostlyHttp: boolean;
};

/** Of the last day, with the present settings: after a correction the finding is gone at once. */
export async function readArrivals(db: Db, settings: Settings, now: Date): Promise<Arrivals> {
  const prefix = prefixOf(settings);
  const sums = await sumFigures(db, "proxy", hourOf(new Date(now.getTime() - DAY_MS)));
  const counts = new Map(
    sums.flatMap(({ name, count }) => (name.startsWith(prefix) ? [[name.slice(prefix.length), count] as const] : [])),
  );
  const of = (name: string) => counts.get(name) ?? 0;
  const total = of("all");
  const isMost = (count: number) => total >= MIN_REQUESTS && count * 2 > total;
  const untrusted = [...counts].filter(([name]) => name.startsWith(UNTRUSTED));
  const proxy = untrusted.find(([name, count]) => name !== UNTRUSTED && isMost(count));
  return {
    total,
    fromTrusted: of("forwarded") + of("not forwarded"),
    forwarded: of("forwarded"),
    untrustedProxy: proxy?.[0].slice(UNTRUSTED.length),
    isMostlyFromUntrusted: isMost(untrusted.reduce((sum, [, count]) => sum + count, 0)),
    isMostlyHttps: isMost(of("https")),
    isMostlyHttp: isMost(of("http")),
  };
}

function prefixOf({ publicUrl, trustProxy }: Settings): string {
  return `${createHash("sha256")
    .update(JSON.stringify([publicUrl, trustProxy]))
    .digest("hex")
    .slice(0, 8)} `;
}
