import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import {
  answeredSchema,
  answerSchema,
  byEmailSchema,
  erasedSchema,
  personSchema,
  privacyTasksSchema,
} from "#deals/privacy/admin.ts";
import { addDays, instantOf, wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { answerRequest } from "./answer-request.ts";
import type { PersonKeyOf } from "./personal-data.ts";
import { erasePerson, exportPerson, PERSON } from "./personal-data.ts";
import { readPerson } from "./read-person.ts";
import { listDoneRequests, listOpenRequests } from "./store.ts";
import { toTask } from "./table.ts";

type Services = {
  config: { dataDir: string };
  database: Database;
  clock: Clock;
  personKeyOf: PersonKeyOf;
};

// Not for keys: what is stored about an e-mail address includes its account.
const config = { access: "admin" } as const;
const idSchema = z.object({ id: z.string() });
const SHOWN_DONE_DAYS = 365;

export function peopleAdminRoutes({ config: { dataDir }, database, clock, personKeyOf }: Services) {
  return async (app: App) => {
    app.get(
      "",
      {
        config,
        // Looking writes an audit log entry, and HEAD would write one without a look.
        exposeHeadRoute: false,
        schema: {
          summary: "What is stored about the person with this e-mail address",
          querystring: byEmailSchema,
          response: { 200: personSchema },
        },
      },
      async (request) => {
        const { email } = request.query;
        const lookUp = { email, personKey: personKeyOf(email), actor: requireCaller(request).email, now: clock.now() };
        return { success: true as const, ...(await readPerson(database, lookUp)) };
      },
    );

    app.post(
      "/export",
      { config, schema: { summary: "Everything about one person, as a JSON file", body: byEmailSchema } },
      async (request, reply) => {
        const { email } = request.body;
        const now = clock.now();
        const subject = { kind: PERSON, id: personKeyOf(email) };
        const actor = requireCaller(request).email;
        await database.transaction((trx) =>
          writeAuditLogEntry(trx, { subject, actor, action: "exported", to: "everything", now }),
        );
        const { day } = wallClock(now, currentFacts().timeZone);
        return reply
          .type("application/json; charset=utf-8")
          .header("content-disposition", `attachment; filename="person_export_${day}.json"`)
          .send(JSON.stringify(await exportPerson(database, email), null, 2));
      },
    );

    app.post(
      "/erasure",
      {
        config,
        schema: {
          summary: "Erase one person for good",
          body: byEmailSchema,
          response: { 200: erasedSchema },
        },
      },
      async (request) => {
        const { email } = request.body;
        const { id: accountId, email: actor } = requireCaller(request);
        const by = { actor, accountId, personKey: personKeyOf(email) };
        const erased = await erasePerson(database, { email, dataDir, by, now: clock.now() });
        const isNothing = Object.values(erased).every((count) => count === 0);
        const message = isNothing ? "Nothing is left about this person." : "The person is erased.";
        return { success: true as const, message, erased };
      },
    );

    app.get(
      "/requests",
      {
        config: { ...config, keys: "leads" },
        schema: {
          summary: "Privacy requests to answer, and those of the last year",
          response: { 200: privacyTasksSchema },
        },
      },
      async () => {
        const today = wallClock(clock.now(), currentFacts().timeZone).day;
        const since = instantOf(addDays(today, -SHOWN_DONE_DAYS), 0, currentFacts().timeZone);
        const [open, done] = [await listOpenRequests(database.read), await listDoneRequests(database.read, since)];
        return { success: true as const, today, open: open.map(toTask), done: done.map(toTask) };
      },
    );

    app.post(
      "/requests/:id/done",
      {
        config: { ...config, keys: "leads" },
        schema: {
          summary: "Mark a privacy request as answered",
          params: idSchema,
          body: answerSchema,
          response: { 200: answeredSchema },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new AppError("not_found", "Request not found");
        const actor = requireCaller(request).email;
        const task = await answerRequest(database, { id, how: request.body.how, actor, dataDir, now: clock.now() });
        return { success: true as const, message: "Marked as answered", request: task };
      },
    );
  };
}
