import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { AppError, type FieldErrors } from "#platform/errors.ts";
import { isDatabaseUnavailable } from "../database/driver-errors.ts";
import type { LogSample } from "./logging.ts";
import type { App, PageHandler } from "./types.ts";

const RETRY_AFTER_SECONDS = 5;
const CLIENT_CLOSED_REQUEST = 499;

/** A refusal may say more, such as the present state of what another call has changed. */
export const refusalSchema = z.looseObject({
  success: z.literal(false),
  message: z.string(),
  error: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});

export function answerErrors(app: App, sample: LogSample): void {
  app.setErrorHandler((error, request, reply) => {
    if (error === request.raw.errored) return answerDisconnected(reply);
    const refusal = toAppError(error);
    // Failures are sampled: while the database is down every request would log a stack trace.
    const isLogged =
      refusal.status >= 500 && sample.takes(request.routeOptions.url ?? "unknown", `${refusal.code} error`);
    if (isLogged) request.log.error({ err: error }, "request failed");
    return sendError(reply, refusal);
  });
  // The client disconnected while the guard ran: the body would never arrive, and no error would be raised.
  app.addHook("preParsing", async ({ raw }) => {
    if (raw.errored) throw raw.errored;
  });
  // PostgreSQL refuses the character NUL, which no stored text has: each route then answers as for any unknown id.
  app.addHook("preValidation", async ({ url, params }) => {
    if (!url.includes("%00")) return;
    const values = params as Record<string, string>;
    for (const [name, value] of Object.entries(values)) values[name] = value.replaceAll("\0", "\uFFFD");
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError("not_found", "Page not found.")));
}

function answerDisconnected(reply: FastifyReply): FastifyReply {
  reply.request.refusal = "broken_off";
  return reply.status(CLIENT_CLOSED_REQUEST).send();
}

export function answerUnreadableAddress(_error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
  reply.header("cache-control", "no-store");
  sendError(reply, new AppError("not_found", "Page not found."));
}

/** Throws not_found on a site without pages. */
export function answerPageNotFound(reply: FastifyReply, { notFound }: PageHandler): FastifyReply {
  if (!notFound) throw new AppError("not_found", "Page not found.");
  reply.hijack();
  notFound(reply.request.raw, reply.raw);
  return reply;
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const { fields, retryAfterSeconds, body } = error.details;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  reply.request.refusal = error.code;
  return reply
    .status(error.status)
    .type("application/json; charset=utf-8")
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({
      success: false,
      message: error.message,
      error: error.message,
      code: error.code,
      ...(fields && { fields }),
      ...body,
    } satisfies z.infer<typeof refusalSchema>);
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error.validation);
  if (isDatabaseUnavailable(error))
    return new AppError("unavailable", "The site is busy for a moment. Please try again shortly.", {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  switch ((error as FastifyError).statusCode) {
    case 400:
      return new AppError("invalid_input", "The request could not be read.");
    case 404:
      return new AppError("not_found", "Page not found.");
    case 413:
      return new AppError("too_large", "The request is too large.");
    case 415:
      return new AppError("unsupported_media_type", "Send JSON, with the content type application/json.");
    case 503:
      return new AppError("unavailable", "The site is restarting. Please try again shortly.", {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    default:
      return new AppError("internal", "Something went wrong on our side. Please try again.");
  }
}

function invalidInput(problems: readonly { instancePath: string; message?: string }[]): AppError {
  const fields: FieldErrors = {};
  for (const { instancePath, message } of problems) {
    const path = instancePath.slice(1).replaceAll("/", ".");
    if (path) fields[path] ??= message ?? "Not valid";
  }
  const messages = [...new Set(Object.values(fields))];
  const message = messages.length === 1 && messages[0] ? messages[0] : "Please check the marked fields.";
  return new AppError("invalid_input", messages.length === 0 ? "The request could not be read." : message, { fields });
}

declare module "fastify" {
  interface FastifyRequest {
    refusal?: string;
  }
}

export type { FastifyRequest };
