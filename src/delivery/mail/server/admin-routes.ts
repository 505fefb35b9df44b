import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import {
  deadLettersSchema,
  mailAnswerSchema,
  mailStatusAnswerSchema,
  mailsRetriedSchema,
  mailsSchema,
} from "#delivery/mail/admin.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { mailNotFound, retryAllMail, retryMail, sendTestMail } from "./change-mail.ts";
import { countDeadLetters, findMail, listDeadLetters, listMailOf, readBacklog } from "./store.ts";
import { toMail } from "./table.ts";
import type { Transport } from "./transports.ts";

type Services = {
  settings: { readonly mailFrom: string };
  database: Database;
  clock: Clock;
  transport: Transport;
};

const ADMIN = { access: "admin", keys: "site" } as const;
/** With more failed mails the problem is not to find one of them. */
const MAX_LIST_LENGTH = 100;

const idSchema = z.object({ id: z.string() });

export function mailAdminRoutes({ settings, database, clock, transport }: Services) {
  return async (app: App) => {
    app.get(
      "/status",
      {
        config: ADMIN,
        schema: {
          summary: "How mail is sent, and the backlog",
          response: { 200: mailStatusAnswerSchema },
        },
      },
      async () => {
        const { count, lastError } = await readBacklog(database.read, clock.now());
        return {
          success: true as const,
          status: {
            transport: transport.kind,
            target: transport.target,
            from: settings.mailFrom,
            staffEmail: currentFacts().staffEmails.join(", "),
            overdue: count,
            lastError,
            failed: await countDeadLetters(database.read),
          },
        };
      },
    );

    app.get(
      "/failed",
      {
        config: ADMIN,
        schema: {
          summary: `Failed mails, newest first, ${MAX_LIST_LENGTH} at most`,
          response: { 200: deadLettersSchema },
        },
      },
      async () => ({
        success: true as const,
        mails: (await listDeadLetters(database.read, MAX_LIST_LENGTH)).map(toMail),
        total: await countDeadLetters(database.read),
      }),
    );

    app.get(
      "/records/:id",
      {
        config: ADMIN,
        schema: {
          summary: "Sent and waiting mails of a booking or contact message",
          params: idSchema,
          response: { 200: mailsSchema },
        },
      },
      async ({ params }) => {
        const mails = isId(params.id) ? await listMailOf(database.read, params.id) : [];
        return { success: true as const, mails: mails.map(toMail) };
      },
    );

    app.get(
      "/:id",
      { config: ADMIN, schema: { summary: "One mail", params: idSchema, response: { 200: mailAnswerSchema } } },
      async ({ params }) => {
        const mail = await findMail(database.read, requireId(params.id));
        if (!mail) throw mailNotFound();
        return { success: true as const, mail: toMail(mail) };
      },
    );

    app.post(
      "/test",
      {
        config: ADMIN,
        schema: { summary: "Send a test e-mail to the staff's address", response: { 201: mailAnswerSchema } },
      },
      async (request, reply) => {
        const mail = await sendTestMail(database, byCaller(request));
        return reply.status(201).send({ success: true as const, mail: toMail(mail) });
      },
    );

    app.post(
      "/failed/retry",
      {
        config: ADMIN,
        schema: {
          summary: "Retry all failed mails",
          response: { 200: mailsRetriedSchema },
        },
      },
      async (request) => ({ success: true as const, retried: await retryAllMail(database, byCaller(request)) }),
    );

    app.post(
      "/:id/retry",
      {
        config: ADMIN,
        schema: {
          summary: "Retry a failed mail",
          params: idSchema,
          response: { 200: mailAnswerSchema },
        },
      },
      async (request) => {
        const mail = await retryMail(database, { id: requireId(request.params.id), ...byCaller(request) });
        return { success: true as const, mail: toMail(mail) };
      },
    );
  };

  function byCaller(request: FastifyRequest) {
    return { actor: requireCaller(request).email, now: clock.now() };
  }
}

function requireId(id: string): string {
  if (!isId(id)) throw mailNotFound();
  return id;
}
