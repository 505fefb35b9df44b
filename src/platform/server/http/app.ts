import fastify, { LogController } from "fastify";
import { validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { enforceAccess, type Guards } from "./access.ts";
import { answerSerializer } from "./answers/serializer.ts";
import { setClientAddresses } from "./client-address.ts";
import { answerErrors, answerUnreadableAddress } from "./errors.ts";
import { type ClientTimeouts, createListener } from "./listener.ts";
import { LogSample, loggerOptions, logRefusals } from "./logging.ts";
import type { App, PageHandler } from "./types.ts";

export type HttpOptions = {
  logLevel: string;
  trustProxy: readonly string[];
  guards: Guards;
  servePage: PageHandler;
  isHttps: boolean;
  clientTimeouts?: ClientTimeouts;
};

const BODY_LIMIT_BYTES = 64 * 1024;
// Node enforces these only if both are set, and only as often as it checks.
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;

/** Without these, Fastify loads its own compilers: a tenth of all modules. */
export const schemaController = {
  compilersFactory: {
    buildValidator: () => validatorCompiler as never,
    buildSerializer: () => answerSerializer as never,
  },
};

/** The server without endpoints. Pages are answered before Fastify sees the request. */
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
    // Empty, because the listener answers.
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
