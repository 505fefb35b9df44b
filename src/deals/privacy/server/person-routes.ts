import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import {
  mergedSchema,
  mergeSchema,
  peopleListSchema,
  peopleQuerySchema,
  personPageSchema,
} from "#deals/privacy/person.ts";
import { findLead } from "#people/leads/server/leads.ts";
import { listPeople } from "#people/leads/server/people.ts";
import { wallClock } from "#platform/dates.ts";
import { paginationOf } from "#platform/pagination.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { merge, PERSON_ROW, part, personNotFound } from "./merge-people.ts";
import { eraseNumber, exportNumber } from "./number-data.ts";
import { readPersonPage, toIdentity } from "./read-person-page.ts";

type Services = { config: { dataDir: string }; database: Database; clock: Clock };

const config = { access: "admin", keys: "leads" } as const;
const doneSchema = z.object({ success: z.literal(true), message: z.string() });
const idSchema = z.object({ id: z.string() });

export function personRoutes({ config: { dataDir }, database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "/search",
      {
        config,
        schema: {
          summary: "People by name, e-mail address or phone number; the latest inquiry first",
          querystring: peopleQuerySchema,
          response: { 200: peopleListSchema },
        },
      },
      async ({ query: { search, page, limit } }) => {
        const { people, total } = await listPeople(database, { search: search || undefined }, { page, limit });
        return {
          success: true as const,
          people: people.map((person) => ({
            ...toIdentity(person),
            isMerged: person.mergedInto !== undefined,
            updatedAt: person.updatedAt,
          })),
          pagination: paginationOf({ page, limit }, total),
        };
      },
    );

    app.get(
      "/of-lead/:id",
      {
        config,
        schema: {
          summary: "The person of a lead",
          params: idSchema,
          response: { 200: z.object({ success: z.literal(true), personId: z.string() }) },
        },
      },
      async ({ params: { id } }) => {
        const lead = isId(id) ? await findLead(database.read, id) : undefined;
        if (!lead) throw personNotFound();
        return { success: true as const, personId: lead.personId };
      },
    );

    app.get(
      "/:id",
      {
        config,
        // Looking writes an audit log entry, and HEAD would write one without a look.
        exposeHeadRoute: false,
        schema: {
          summary: "One person: leads, and everything that happened in one line of time",
          params: idSchema,
          response: { 200: personPageSchema },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw personNotFound();
        const lookUp = { id, actor: requireCaller(request).email, now: clock.now() };
        return { success: true as const, ...(await readPersonPage(database, lookUp)) };
      },
    );

    app.post(
      "/:id/export",
      {
        config: { ...config, isReading: true },
        schema: { summary: "Everything about a person without an e-mail address, as a JSON file", params: idSchema },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!isId(id)) throw personNotFound();
        const now = clock.now();
        const { day } = wallClock(now, currentFacts().timeZone);
        const data = await exportNumber(database, id);
        const line = { subject: { kind: PERSON_ROW, id }, actor: requireCaller(request).email, now };
        await database.transaction((trx) => writeAuditLogEntry(trx, { ...line, action: "exported", to: "everything" }));
        return reply
          .type("application/json; charset=utf-8")
          .header("content-disposition", `attachment; filename="person_export_${day}.json"`)
          .send(JSON.stringify(data, null, 2));
      },
    );

    app.post(
      "/:id/erasure",
      {
        config,
        schema: {
          summary: "Erase a person without an e-mail address for good",
          params: idSchema,
          response: { 200: doneSchema },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw personNotFound();
        const { email: actor } = requireCaller(request);
        await eraseNumber(database, { id, actor, dataDir, now: clock.now() });
        return { success: true as const, message: "The person is erased." };
      },
    );

    app.post(
      "/:id/merge",
      {
        config,
        schema: {
          summary: "Show another person's inquiries as this person's",
          params: idSchema,
          body: mergeSchema,
          response: { 200: mergedSchema },
        },
      },
      async (request) => {
        const { id } = request.params;
        const { personId: otherId } = request.body;
        if (!isId(id) || !isId(otherId)) throw personNotFound();
        const personId = await merge(database, { id, otherId, actor: requireCaller(request).email, now: clock.now() });
        return { success: true as const, message: "Merged into one person", personId };
      },
    );

    app.post(
      "/:id/part",
      {
        config,
        schema: {
          summary: "Undo the merge of this person into another",
          params: idSchema,
          response: { 200: mergedSchema },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw personNotFound();
        const personId = await part(database, { id, actor: requireCaller(request).email, now: clock.now() });
        return { success: true as const, message: "Two people again", personId };
      },
    );
  };
}
