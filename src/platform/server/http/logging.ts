import type { FastifyReply, FastifyRequest } from "fastify";
import { logOutput } from "../log-output.ts";
import type { App } from "./types.ts";

const MAX_LOGGED_PER_MINUTE = 20;
const MINUTE_MS = 60_000;

/** Only method and path are logged: queries, headers and bodies contain personal data. */
export function loggerOptions(level: string) {
  return {
    level,
    stream: logOutput,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split("?")[0] }) },
  };
}

/** Refusals of strangers are sampled per minute, or they could fill the disk. */
export function logRefusals(app: App, sample: LogSample): void {
  onAnswered(app, (request, reply) => {
    const isRefused = reply.statusCode >= 400;
    const isChange = request.method !== "GET" && request.method !== "HEAD";
    if (!isRefused && !isChange) return;
    const route = request.routeOptions.url ?? "unknown";
    const code = request.refusal ?? String(reply.statusCode);
    // Anybody can register, so a signed-in caller is not necessarily staff.
    const isByStaff = request.caller !== undefined && code !== "forbidden";
    if (isRefused && !isByStaff && !sample.takes(route, code)) return;
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        code: request.refusal,
        actor: request.caller?.id ?? request.triedAccount,
        address: request.ip,
        ms: Math.round(reply.elapsedTime),
      },
      isRefused ? "request refused" : "request answered",
    );
  });
}

/** A flood of one code does not hide another. Routes and codes are few, so memory is bounded. */
export class LogSample {
  readonly #log: App["log"];
  readonly #routes = new Map<string, Map<string, number>>();
  #minute: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#log = app.log;
    app.addHook("onClose", async () => this.report());
  }

  takes(route: string, code: string): boolean {
    this.#minute ??= setTimeout(() => this.report(), MINUTE_MS).unref();
    const counts = this.#routes.get(route) ?? new Map<string, number>();
    this.#routes.set(route, counts);
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= MAX_LOGGED_PER_MINUTE;
  }

  report(): void {
    clearTimeout(this.#minute);
    this.#minute = undefined;
    for (const [route, counts] of this.#routes) {
      const over = [...counts].filter(([, count]) => count > MAX_LOGGED_PER_MINUTE);
      const codes = Object.fromEntries(over.map(([code, count]) => [code, count - MAX_LOGGED_PER_MINUTE]));
      const leftOut = Object.values(codes).reduce((sum, count) => sum + count, 0);
      if (leftOut > 0) this.#log.info({ route, leftOut, codes }, "requests refused, and not logged one by one");
    }
    this.#routes.clear();
  }
}

/** The listener also runs for disconnected clients, for which Fastify never runs onResponse. */
export function onAnswered(app: App, listener: (request: FastifyRequest, reply: FastifyReply) => void): void {
  app.addHook("onResponse", async (request, reply) => listener(request, reply));
  app.addHook("onSend", async (request, reply) => {
    if (reply.raw.destroyed) listener(request, reply);
  });
}
