import type { FastifyRequest } from "fastify";
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
  app.addHook("onResponse", async (request, reply) => {
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
