import type { RequestListener } from "node:http";
import fastify, { LogController } from "fastify";
import { validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { enforceAccess, type Guards } from "./access.ts";
import { answerSerializer } from "./answers/serializer.ts";
import { setClientAddresses } from "./client-address.ts";
import { answerErrors, answerUnreadableAddress } from "./errors.ts";
import type { Listener } from "./listener.ts";
import { LogSample, loggerOptions, logRefusals } from "./logging.ts";
import type { App } from "./types.ts";

export type HttpOptions = {
  logLevel: string;
  trustProxy: readonly string[];
  guards: Guards;
  listener: Listener;
};

const BODY_LIMIT_BYTES = 64 * 1024;

export const schemaController = {
  compilersFactory: {
    buildValidator: () => validatorCompiler as never,
    buildSerializer: () => answerSerializer as never,
  },
};

export function createApp({ logLevel, trustProxy, guards, listener }: HttpOptions): App {
  let answer: RequestListener = () => {};
  const app = fastify({
    logger: loggerOptions(logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 200 },
    schemaController,
    frameworkErrors: answerUnreadableAddress,
    clientErrorHandler: () => {},
    // The listener closes while nothing arrives, and what has arrived before is answered.
    return503OnClosing: false,
    serverFactory: (handler) => {
      answer = handler;
      return listener.server;
    },
  }).withTypeProvider<ZodTypeProvider>();

  setClientAddresses(app, trustProxy);
  acceptJsonOnly(app);
  app.addHook("onSend", async (_request, reply) => {
    reply.header("cross-origin-resource-policy", "same-origin");
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
  const sample = new LogSample(app);
  logRefusals(app, sample);
  answerErrors(app, sample);
  enforceAccess(app, guards);
  app.addHook("onReady", async () => listener.attach(answer));
  app.addHook("preClose", () => listener.close());
  return app;
}

/** The site's pages send the JSON content type on every call, so an empty body is valid. */
function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, body as string, done);
  });
}
