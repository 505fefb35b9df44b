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
import { endpoints, idSchema } from "#platform/server/endpoints.ts";
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

const MAX_LIST_LENGTH = 100;

export function mailAdminRoutes({ settings, database, clock, transport }: Services) {
  return endpoints({ access: "admin", duties: ["run"], programs: true, clock, notFound: mailNotFound }, (api) => {
    api.get("/status", {
      summary: "How mail is sent, and the backlog",
      answer: mailStatusAnswerSchema,
      handle: async ({ now }) => {
        const { count, lastError } = await readBacklog(database.read, now);
        return {
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
    });

    api.get("/failed", {
      summary: `Failed mails, newest first, ${MAX_LIST_LENGTH} at most`,
      answer: deadLettersSchema,
      handle: async () => ({
        mails: (await listDeadLetters(database.read, MAX_LIST_LENGTH)).map(toMail),
        total: await countDeadLetters(database.read),
      }),
    });

    api.get("/records/:id", {
      summary: "Sent and waiting mails of a booking or contact message",
      params: idSchema,
      answer: mailsSchema,
      handle: async ({ params: { id } }) => ({
        mails: isId(id) ? (await listMailOf(database.read, id)).map(toMail) : [],
      }),
    });

    api.get("/:id", {
      summary: "One mail",
      answer: mailAnswerSchema,
      handle: async ({ id }) => {
        const mail = await findMail(database.read, id);
        if (!mail) throw mailNotFound();
        return { mail: toMail(mail) };
      },
    });

    api.post("/test", {
      summary: "Send a test e-mail to the staff's address",
      created: mailAnswerSchema,
      handle: async ({ by }) => ({ mail: toMail(await sendTestMail(database, by)) }),
    });

    api.post("/failed/retry", {
      summary: "Retry all failed mails",
      answer: mailsRetriedSchema,
      handle: async ({ by }) => ({ retried: await retryAllMail(database, by) }),
    });

    api.post("/:id/retry", {
      summary: "Retry a failed mail",
      answer: mailAnswerSchema,
      handle: async ({ id, by }) => ({ mail: toMail(await retryMail(database, { id, ...by })) }),
    });
  });
}
