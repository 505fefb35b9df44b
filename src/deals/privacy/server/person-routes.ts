import * as z from "zod/mini";
import { recordExport, sendExport } from "#accounts/exports/server/send-export.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { withoutSums } from "#deals/follow-up/server/without-sums.ts";
import type { OfferLinks } from "#deals/offers/server/offer-links.ts";
import {
  mergedSchema,
  mergeSchema,
  type PeopleList,
  type PersonPage,
  peopleListSchema,
  peopleQuerySchema,
  personPageSchema,
} from "#deals/privacy/person.ts";
import { countPast } from "#people/leads/log.ts";
import { findLead } from "#people/leads/server/leads.ts";
import { requireNoColleagues } from "#people/leads/server/own-leads/store.ts";
import { listPeople } from "#people/leads/server/people.ts";
import { listStopped } from "#people/permissions/server/ledger.ts";
import { wallClock } from "#platform/dates.ts";
import { paginationOf } from "#platform/pagination.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { untilChanged } from "#platform/server/database/queries/until-changed.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { isId } from "#platform/server/ids.ts";
import { answerOf } from "#platform/shapes.ts";
import { exportPeople } from "./export-people.ts";
import { merge, PERSON_ROW, personNotFound, unmerge } from "./merge/merge-people.ts";
import { eraseNumber, exportNumber } from "./number-data.ts";
import { readPersonPage, recordPersonView, toIdentity } from "./read-person-page.ts";

type Services = { config: { dataDir: string }; database: Database; clock: Clock; offerLinks: OfferLinks };

export function personRoutes({ config: { dataDir }, database, clock, offerLinks }: Services) {
  const keptList = untilChanged<Omit<PeopleList, "success">>(database);
  const kept = untilChanged<Omit<PersonPage, "success">>(database);
  return endpoints(
    { access: "admin", duties: ["answer"], programs: true, shown: withoutSums, clock, notFound: personNotFound },
    (api) => {
      api.get("/search", {
        summary: "People by name, e-mail address or phone number; the latest inquiry first",
        query: peopleQuerySchema,
        answer: peopleListSchema,
        handle: async ({ query: { search, page, limit } }) =>
          keptList(JSON.stringify([search, page, limit]), async () => {
            const { people, total } = await listPeople(database, { search: search || undefined }, { page, limit });
            const stopped = await listStopped(database, people);
            return {
              people: people.map((person, index) => ({
                ...toIdentity(person),
                ...(stopped[index]?.length && { stopped: stopped[index] }),
                isMerged: person.mergedInto !== undefined,
                updatedAt: person.updatedAt,
              })),
              pagination: paginationOf({ page, limit }, total),
            };
          }),
      });

      api.get("/export/csv", {
        summary: "Everybody who has booked, written or called, as CSV, with what they asked to stop",
        duties: ["answer", "take-out"],
        // An export writes an audit log entry, and HEAD would write one without an export.
        options: { exposeHeadRoute: false },
        handle: (call) => {
          const { day } = wallClock(call.now, currentFacts().timeZone);
          const file = { kind: "people", filter: {}, fileName: `people_export_${day}.csv` };
          return sendExport({ database, call, ...file }, exportPeople(database));
        },
      });

      api.get("/of-lead/:id", {
        summary: "The person of a lead",
        answer: answerOf({ personId: z.string() }),
        handle: async ({ id }) => {
          const lead = await findLead(database.read, id);
          if (!lead) throw personNotFound();
          return { personId: lead.personId };
        },
      });

      api.get("/:id", {
        summary: "One person: leads, and everything that happened in one line of time",
        answer: personPageSchema,
        // Each view writes an audit log entry, and HEAD would write one without a view.
        options: { exposeHeadRoute: false },
        handle: async ({ id, caller, by }) => {
          const { timeZone, tries } = currentFacts();
          const today = wallClock(by.now, timeZone);
          // Another process may publish before this one knows the new plan.
          const key = JSON.stringify([id, today.day, countPast(tries, today), caller.isProgram, timeZone, tries]);
          const page = await kept(key, () =>
            readPersonPage(database, { id, ...by }, { caller, now: by.now, offerLinks }),
          );
          await recordPersonView(database, { id: page.person._id, ...by });
          return page;
        },
      });

      api.post("/:id/export", {
        summary: "Everything about a person without an e-mail address, as a JSON file",
        duties: ["rights"],
        isReading: true,
        handle: async (call) => {
          await requireNoColleagues(database, { personId: call.id });
          const { day } = wallClock(call.now, currentFacts().timeZone);
          const data = await exportNumber(database, call.id);
          const subject = { kind: PERSON_ROW, id: call.id };
          await recordExport({ database, call }, { subject, filter: "everything", rows: 1 });
          return call.reply
            .type("application/json; charset=utf-8")
            .header("content-disposition", `attachment; filename="person_export_${day}.json"`)
            .send(JSON.stringify(data, null, 2));
        },
      });

      api.post("/:id/erasure", {
        summary: "Erase a person without an e-mail address for good",
        duties: ["rights"],
        message: "The person is erased.",
        handle: async ({ id, by }) => {
          await requireNoColleagues(database, { personId: id });
          return eraseNumber(database, { id, dataDir, ...by });
        },
      });

      api.post("/:id/merge", {
        summary: "Show another person's inquiries as this person's",
        duties: ["rights"],
        body: mergeSchema,
        answer: mergedSchema,
        message: "Merged into one person",
        handle: async ({ id, body: { personId: otherId }, by }) => {
          if (!isId(otherId)) throw personNotFound();
          for (const personId of [id, otherId]) await requireNoColleagues(database, { personId });
          return { personId: await merge(database, { id, otherId, ...by }) };
        },
      });

      api.post("/:id/part", {
        summary: "Undo the merge of this person into another",
        duties: ["rights"],
        answer: mergedSchema,
        message: "Two people again",
        handle: async ({ id, by }) => {
          await requireNoColleagues(database, { personId: id });
          return { personId: await unmerge(database, { id, ...by }) };
        },
      });
    },
  );
}
