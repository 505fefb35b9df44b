import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app.ts";

/** JSON lines with UTC times. Requests are described by method and path only: queries, headers and bodies hold people's data. */
export function loggerOptions(level: string) {
  return {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split("?")[0] }) },
  };
}

/** One line for every change that was made and every call that was refused. Plain reads leave none. */
export function logRefusals(app: App): void {
  onAnswered(app, (request, reply) => {
    const isChange = request.method !== "GET" && request.method !== "HEAD";
    if (reply.statusCode < 400 && !isChange) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        code: request.refusal,
        actor: request.caller?.id ?? request.triedAccount,
        address: request.ip,
        ms: Math.round(reply.elapsedTime),
      },
      reply.statusCode < 400 ? "request answered" : "request refused",
    );
  });
}

/** Calls the listener once for every answer, also for one that nobody is left to take: that one never finishes. */
export function onAnswered(app: App, listener: (request: FastifyRequest, reply: FastifyReply) => void): void {
  app.addHook("onResponse", async (request, reply) => listener(request, reply));
  app.addHook("onSend", async (request, reply) => {
    if (reply.raw.destroyed) listener(request, reply);
  });
}
