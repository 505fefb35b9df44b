import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

/** Answers a request for a page or an asset; false where the request is not one of its own. */
export type PageHandler = ((request: IncomingMessage, response: ServerResponse) => boolean) & {
  /** Answers with the not-found page. */
  notFound?: (request: IncomingMessage, response: ServerResponse) => void;
};
