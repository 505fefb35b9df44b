import { recordExport } from "#accounts/exports/server/send-export.ts";
import { currentFacts } from "#company/facts/facts.ts";
import {
  answeredSchema,
  answerSchema,
  byEmailSchema,
  erasedSchema,
  personSchema,
  privacyTasksSchema,
} from "#deals/privacy/admin.ts";
import { requireNoColleagues } from "#people/leads/server/own-leads/store.ts";
import { addDays, instantOf, wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { answerRequest, requestNotFound } from "./answer-request.ts";
import type { PersonKeyOf } from "./personal-data.ts";
import { erasePerson, exportPerson, PERSON } from "./personal-data.ts";
import { readPerson } from "./read-person.ts";
import { listDoneRequests, listOpenRequests } from "./store.ts";
import { toTask } from "./table.ts";

type Services = { config: { dataDir: string }; database: Database; clock: Clock; personKeyOf: PersonKeyOf };

const SHOWN_DONE_DAYS = 365;
export function peopleAdminRoutes({ config: { dataDir }, database, clock, personKeyOf }: Services) {
  // API keys have no access, because the data of an e-mail address includes its account.
  return endpoints({ access: "admin", duties: ["rights"], clock, notFound: requestNotFound }, (api) => {
    api.get("", {
      summary: "What is stored about the person with this e-mail address",
      duties: ["answer"],
      query: byEmailSchema,
      answer: personSchema,
      // Each view writes an audit log entry, and HEAD would write one without a view.
      options: { exposeHeadRoute: false },
      handle: ({ query: { email }, by }) => readPerson(database, { email, personKey: personKeyOf(email), ...by }),
    });

    api.post("/export", {
      summary: "Everything about one person, as a JSON file",
      body: byEmailSchema,
      handle: async (call) => {
        const { email } = call.body;
        await requireNoColleagues(database, { email });
        const subject = { kind: PERSON, id: personKeyOf(email) };
        await recordExport({ database, call }, { subject, filter: "everything", rows: 1 });
        const { day } = wallClock(call.now, currentFacts().timeZone);
        return call.reply
          .type("application/json; charset=utf-8")
          .header("content-disposition", `attachment; filename="person_export_${day}.json"`)
          .send(JSON.stringify(await exportPerson(database, email), null, 2));
      },
    });

    api.post("/erasure", {
      summary: "Erase one person for good",
      body: byEmailSchema,
      answer: erasedSchema,
      handle: async ({ body: { email }, caller, now }) => {
        await requireNoColleagues(database, { email });
        const by = { actor: caller.email, caller, personKey: personKeyOf(email) };
        const erased = await erasePerson(database, { email, dataDir, by, now });
        const isNothing = Object.values(erased).every((count) => count === 0);
        const message = isNothing ? "Nothing is left about this person." : "The person is erased.";
        return { message, erased };
      },
    });

    api.get("/requests", {
      summary: "Privacy requests to answer, and those of the last year",
      programs: true,
      answer: privacyTasksSchema,
      handle: async ({ now }) => {
        const today = wallClock(now, currentFacts().timeZone).day;
        const since = instantOf(addDays(today, -SHOWN_DONE_DAYS), 0, currentFacts().timeZone);
        const [open, done] = [await listOpenRequests(database.read), await listDoneRequests(database.read, since)];
        return { today, open: open.map(toTask), done: done.map(toTask) };
      },
    });

    api.post("/requests/:id/done", {
      summary: "Mark a privacy request as answered",
      programs: true,
      body: answerSchema,
      answer: answeredSchema,
      message: "Marked as answered",
      handle: async ({ id, body: { how }, by }) => ({
        request: await answerRequest(database, { id, how, dataDir, ...by }),
      }),
    });
  });
}
