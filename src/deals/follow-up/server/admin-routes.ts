import { listUsers } from "#accounts/users/server/accounts.ts";
import { dutiesOf } from "#accounts/users/server/table.ts";
import { currentFacts } from "#company/facts/facts.ts";
import {
  amountsChangeSchema,
  assigneesSchema,
  type Board,
  boardSchema,
  type LeadList,
  leadAnswerSchema,
  leadChangedSchema,
  leadListSchema,
  leadQuerySchema,
  leadStageChangeSchema,
  mineQuerySchema,
} from "#deals/follow-up/admin.ts";
import { markOpened } from "#delivery/push/server/store.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { newStepSchema, stepChangeSchema } from "#people/leads/next-step.ts";
import { listLeadIds, searchLeadIds } from "#people/leads/server/lead-lists.ts";
import { joinedIds } from "#people/leads/server/leads.ts";
import { wallClock } from "#platform/dates.ts";
import { paginationOf } from "#platform/pagination.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readAs } from "#platform/server/database/queries/limited-reads.ts";
import { untilChanged } from "#platform/server/database/queries/until-changed.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { isId } from "#platform/server/ids.ts";
import { showingPresent } from "#platform/version.ts";
import { changeAmounts, changeStage, leadNotFound } from "./change-lead.ts";
import { filterOf } from "./export-routes.ts";
import { addNextStep, changeNextStep, stepNotFound } from "./next-steps.ts";
import { readBoard } from "./read-board.ts";
import { readLead, readLeads } from "./read-leads.ts";
import { withoutSums } from "./without-sums.ts";

type Services = { database: Database; clock: Clock; readLeadRules: () => Promise<LeadRules> };

const MAX_ASSIGNEES = 200;

export function leadAdminRoutes(services: Services) {
  const { database, clock } = services;
  const { show, shown, changed, todayOf } = toolsOf(services);
  const assigneeOf = (caller: Caller, mine: string | undefined) => (mine ? caller.id : undefined);
  const keptList = untilChanged<Omit<LeadList, "success">>(database);
  const keptBoard = untilChanged<Omit<Board, "success">>(database);
  return endpoints(
    { access: "admin", duties: ["answer"], programs: true, shown: withoutSums, clock, notFound: leadNotFound },
    (api) => {
      api.get("/", {
        summary:
          "Leads: one property of one person each; open ones by the day of the next step, all others the newest first",
        query: leadQuerySchema,
        answer: leadListSchema,
        handle: async ({ query: { search, page, limit, ...filters }, caller }) => {
          const isBySum = filters.sort === "sum" && !caller.duties.includes("sell");
          const shownOrder = isBySum ? { ...filters, sort: undefined } : filters;
          const filter = filterOf(shownOrder, { caller, now: clock.now() });
          const slice = { offset: (page - 1) * limit, limit };
          return keptList(JSON.stringify([search, filter, slice]), async () => {
            const { ids, total } = search
              ? await searchLeadIds(database, search, { filter, slice })
              : await listLeadIds(database.read, filter, slice);
            const leads = await database.view((db) => readLeads({ database, db }, ids, todayOf()));
            return { leads, pagination: paginationOf({ page, limit }, total) };
          });
        },
      });

      api.get("/board", {
        summary: "The number of leads in each stage, and the first ones",
        query: mineQuerySchema,
        answer: boardSchema,
        handle: ({ query, caller }) => {
          const [today, assignee] = [todayOf(), assigneeOf(caller, query.mine)];
          return keptBoard(`${today} ${assignee}`, () => readBoard(database, { today, assignee }));
        },
      });

      api.get("/assignees", {
        summary: "Accounts that a next step can be assigned to",
        answer: assigneesSchema,
        handle: async ({ caller }) => {
          const filter = { role: ["admin"], status: ["active"] } as const;
          const users = await listUsers(database.read, filter, { offset: 0, limit: MAX_ASSIGNEES });
          const answering = users.filter((user) => dutiesOf(user).includes("answer"));
          const assignees = answering.map(({ id, email }) => ({ _id: id, email, isYou: id === caller.id }));
          return { assignees: assignees.sort((a, b) => a.email.localeCompare(b.email)) };
        },
      });

      api.get("/:id", {
        summary: "One lead",
        answer: leadAnswerSchema,
        handle: async ({ id, caller, now, request }) => {
          const lead = await show(id);
          const marked = joinedIds(database.read, [lead._id]).then((leadIds) =>
            markOpened(database, { leadIds, userId: caller.id, now }),
          );
          // A read succeeds while the database refuses writes.
          await marked.catch((error) => request.log.warn({ err: error }, "the opening of a lead is not recorded"));
          return { lead };
        },
      });

      api.patch("/:id/stage", {
        summary: "Move a lead to a stage, with what was agreed if it is known",
        body: leadStageChangeSchema,
        answer: leadChangedSchema,
        handle: ({ id, body, by, caller }) =>
          changed(`Moved to ${body.stage}`, id, changeStage(database, { id, ...body, ...by, caller })),
      });

      api.patch("/:id/amounts", {
        summary: "Set what the contract says and what was received at closing, in whole cents; null clears",
        duties: ["sell"],
        body: amountsChangeSchema,
        answer: leadChangedSchema,
        handle: ({ id, body, by }) => changed("Amounts saved", id, changeAmounts(database, { id, ...body, ...by })),
      });

      api.post("/:id/next-steps", {
        summary: "Say what is to be done next about a lead, until when and by whom",
        body: newStepSchema,
        created: leadChangedSchema,
        message: "Next step saved",
        handle: async ({ id, body, by }) => {
          await addNextStep(database, { leadId: id, step: body, ...by, today: todayOf() });
          return { lead: await shown(id) };
        },
      });
    },
  );
}

export function nextStepRoutes(services: Services) {
  const { database, clock } = services;
  const { shown, todayOf } = toolsOf(services);
  return endpoints(
    { access: "admin", duties: ["answer"], programs: true, shown: withoutSums, clock, notFound: stepNotFound },
    (api) => {
      api.patch("/:id", {
        summary: "Mark a next step done, perhaps with the one after it, or change it",
        body: stepChangeSchema,
        answer: leadChangedSchema,
        handle: async ({ id, body, by }) => {
          if (!isId(id)) throw stepNotFound();
          const leadId = await changeNextStep(database, { id, change: body, ...by, today: todayOf() });
          return { message: body.done ? "Done" : "Next step saved", lead: await shown(leadId) };
        },
      });
    },
  );
}

function toolsOf({ database, clock }: Services) {
  const todayOf = () => wallClock(clock.now(), currentFacts().timeZone).day;
  const show = (id: string) => readLead(database, id, todayOf());
  // Who gives a lead away has seen it until now.
  const shown = (id: string) => readAs(undefined, () => show(id));
  return {
    show,
    shown,
    todayOf,
    changed: async (message: string, id: string, change: Promise<void>) => {
      await showingPresent(change, "lead", () => show(id));
      return { message, lead: await shown(id) };
    },
  };
}
