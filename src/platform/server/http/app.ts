import fastify, { LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { enforceAccess, type Guards } from "./access.ts";
import { readPeers } from "./client-address.ts";
import { answerErrors, answerUnreadableAddress } from "./errors.ts";
import { type ClientTimeouts, createListener } from "./listener.ts";
import { LogSample, loggerOptions, logRefusals } from "./logging.ts";
import type { App, PageHandler } from "./types.ts";

export type HttpOptions = {
  logLevel: string;
  trustProxy: readonly string[];
  guards: Guards;
  servePage: PageHandler;
  /** Whether the site is at an https:// address. */
  isHttps: boolean;
  clientTimeouts?: ClientTimeouts;
};

const BODY_LIMIT_BYTES = 64 * 1024;
// Node cuts slow senders only where both limits are set, and only as often as it looks.
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;

/** Given at the start, Fastify does not load the compilers it would use otherwise: a tenth of all modules. */
export const schemaController = {
  compilersFactory: {
    buildValidator: () => validatorCompiler as never,
    buildSerializer: () => serializerCompiler as never,
  },
};

/** The HTTP server before any endpoint is on it. Pages are answered before the framework is asked. */
export function createApp({ logLevel, trustProxy, guards, servePage, isHttps, clientTimeouts }: HttpOptions): App {
  const app = fastify({
    logger: loggerOptions(logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
    schemaController,
    frameworkErrors: answerUnreadableAddress,
    // The listener answers, with the headers of every answer.
    clientErrorHandler: () => {},
    serverFactory: (handler) =>
      createListener(
        {
          isHttps,
          clientTimeouts,
          headersTimeout: HEADERS_TIMEOUT_MS,
          requestTimeout: REQUEST_TIMEOUT_MS,
          connectionsCheckingInterval: TIMEOUT_CHECK_MS,
          keepAliveTimeout: KEEP_ALIVE_MS,
        },
        (request, response) => {
          if (!servePage(request, response)) handler(request, response);
        },
      ),
  }).withTypeProvider<ZodTypeProvider>();

  readPeers(app, trustProxy);
  acceptJsonOnly(app);
  app.addHook("onSend", async (_request, reply) => {
    reply.header("cross-origin-resource-policy", "same-origin");
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
  const sample = new LogSample(app);
  logRefusals(app, sample);
  answerErrors(app, sample);
  enforceAccess(app, guards);
  return app;
}

/** Only JSON is parsed. The site's pages send its content type on every call, so an empty body is no mistake. */
function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, body as string, done);
  });
}
