// Metrics have an address of their own, because only the operator may read them.
import { once } from "node:events";
import type { Server } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, Gauge as GaugeOfRegistry, Histogram, Registry } from "prom-client";
import { siteCommit, siteVersion } from "../version.ts";
import { createListener } from "./listener.ts";
import { onAnswered } from "./logging.ts";
import type { App } from "./types.ts";

export type Gauge = { name: string; help: string; read: () => Promise<number> };

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5];

export class Metrics {
  readonly #registry = new Registry();
  readonly #delay = monitorEventLoopDelay();
  readonly #isHttps: boolean;
  #server: Server | undefined;

  constructor(app: App, { gauges, isHttps }: { gauges: Gauge[]; isHttps: boolean }) {
    this.#isHttps = isHttps;
    new GaugeOfRegistry({
      name: "site_info",
      help: "Always 1; the labels name the build.",
      labelNames: ["version", "commit"],
      registers: [this.#registry],
    }).set({ version: siteVersion(), commit: siteCommit() }, 1);
    collectDefaultMetrics({ register: this.#registry });
    for (const gauge of [...gauges, this.#eventLoopDelay()]) this.#add(gauge);
    const calls = new Histogram({
      name: "http_request_duration_seconds",
      help: "Calls of the API and how long they took.",
      labelNames: ["method", "route", "status"],
      buckets: SECONDS,
      registers: [this.#registry],
    });
    onAnswered(app, (request, reply) => {
      if (request.routeOptions.config.isStream && reply.statusCode < 400) return;
      const route = request.routeOptions.url ?? "unknown";
      calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    });
  }

  async listen(address: { port: number; host: string }): Promise<number> {
    this.#delay.enable();
    this.#server = createListener({ isHttps: this.#isHttps }, async (request, response) => {
      if (request.method !== "GET" || request.url !== "/metrics") return response.writeHead(404).end();
      response.writeHead(200, { "content-type": this.#registry.contentType }).end(await this.#registry.metrics());
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

  #add({ name, help, read }: Gauge): void {
    new GaugeOfRegistry({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await read().catch(() => undefined);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  #eventLoopDelay(): Gauge {
    return {
      name: "event_loop_delay_seconds",
      help: "How late timers were since the last look, 99 of 100.",
      read: async () => {
        const seconds = this.#delay.percentile(99) / 1e9;
        this.#delay.reset();
        return seconds;
      },
    };
  }
}
