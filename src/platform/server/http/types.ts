import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

export type PageHandler = ((request: IncomingMessage, response: ServerResponse) => boolean) & {
  notFound?: (request: IncomingMessage, response: ServerResponse) => void;
  /** The text of a page. */
  html?: (path: string) => string | undefined;
};
