// Prometheus metrics, on a port of their own: only the operator may read them.
import { once } from "node:events";
import type { Server } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createListener } from "./listener.ts";
import { onAnswered } from "./logging.ts";
import type { App } from "./types.ts";

export type Gauge = { name: string; help: string; read: () => Promise<number> };

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5];

type Calls = { count: number; seconds: number; within: number[] };

export class Metrics {
  readonly #calls = new Map<string, Calls>();
  readonly #gauges: Gauge[];
  readonly #delay = monitorEventLoopDelay();
  readonly #isHttps: boolean;
  #server: Server | undefined;

  /** Counts API calls. Pages are answered earlier and not counted. */
  constructor(app: App, { gauges, isHttps }: { gauges: Gauge[]; isHttps: boolean }) {
    this.#isHttps = isHttps;
    this.#gauges = [...gauges, ...this.#ofProcess()];
    onAnswered(app, (request, reply) => {
      const route = request.routeOptions.url ?? "unknown";
      this.#count(`method="${request.method}",route="${route}",status="${reply.statusCode}"`, reply.elapsedTime / 1000);
    });
  }

  async listen(address: { port: number; host: string }): Promise<number> {
    this.#delay.enable();
    this.#server = createListener({ isHttps: this.#isHttps }, async (request, response) => {
      if (request.method !== "GET" || request.url !== "/metrics") return response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(await this.#text());
    });
    this.#server.listen(address.port, address.host);
    await once(this.#server, "listening");
    const bound = this.#server.address();
    return typeof bound === "object" && bound ? bound.port : address.port;
  }

  async close(): Promise<void> {
    this.#delay.disable();
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  #count(labels: string, seconds: number): void {
    const calls = this.#calls.get(labels) ?? { count: 0, seconds: 0, within: SECONDS.map(() => 0) };
    this.#calls.set(labels, calls);
    calls.count += 1;
    calls.seconds += seconds;
    for (const [index, limit] of SECONDS.entries())
      if (seconds <= limit) calls.within[index] = (calls.within[index] ?? 0) + 1;
  }

  async #text(): Promise<string> {
    const name = "http_request_duration_seconds";
    const lines = [`# HELP ${name} Calls of the API and how long they took.`, `# TYPE ${name} histogram`];
    for (const [labels, { count, seconds, within }] of this.#calls) {
      for (const [index, limit] of SECONDS.entries())
        lines.push(`${name}_bucket{${labels},le="${limit}"} ${within[index]}`);
      lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`);
      lines.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`);
    }
    for (const { name, help, read } of this.#gauges) {
      // A gauge that fails is left out, so that the others are still reported.
      const value = await read().catch(() => undefined);
      if (value !== undefined) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`);
    }
    return `${lines.join("\n")}\n`;
  }

  #ofProcess(): Gauge[] {
    return [
      {
        name: "process_resident_memory_bytes",
        help: "Memory the process holds.",
        read: async () => process.memoryUsage.rss(),
      },
      {
        name: "process_start_time_seconds",
        help: "When the process started.",
        read: async () => Math.round(Date.now() / 1000 - process.uptime()),
      },
      {
        name: "event_loop_delay_seconds",
        help: "How late timers were since the last look, 99 of 100.",
        read: async () => {
          const seconds = this.#delay.percentile(99) / 1e9;
          this.#delay.reset();
          return seconds;
        },
      },
    ];
  }
}
