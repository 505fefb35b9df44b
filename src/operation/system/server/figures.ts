import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Figure } from "./store.ts";

type Sum = { count: number; errors: number };

const LOOP_RESOLUTION_MS = 100;
const NOT_COUNTED = new Set(["/healthz", "/readyz"]);

/** Routes are few, so memory is bounded. */
export class FigureCounter {
  #calls = new Map<string, Sum>();
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });

  start(): void {
    this.#loop.enable();
  }

  stop(): void {
    this.#loop.disable();
  }

  count({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
    const route = routeOptions.url ?? "unknown";
    if (NOT_COUNTED.has(route)) return;
    const name = `${method} ${route}`;
    let sum = this.#calls.get(name);
    if (!sum) {
      sum = { count: 0, errors: 0 };
      this.#calls.set(name, sum);
    }
    sum.count++;
    if (reply.statusCode >= 500) sum.errors++;
  }

  take(): Figure[] {
    const calls = [...this.#calls].map(([name, sum]) => ({
      kind: "call" as const,
      name,
      ...sum,
      total_ms: 0,
      max_ms: 0,
    }));
    this.#calls = new Map();
    return [...calls, ...this.#takeLoop()];
  }

  #takeLoop(): Figure[] {
    if (this.#loop.count === 0) return [];
    const late = Math.max(0, Math.round(this.#loop.percentile(99) / 1e6) - LOOP_RESOLUTION_MS);
    this.#loop.reset();
    return [{ kind: "loop", name: "p99", count: 1, errors: 0, total_ms: late, max_ms: late }];
  }
}
