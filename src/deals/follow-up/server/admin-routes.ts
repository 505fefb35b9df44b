import type * as z from "zod/mini";
import { listUsers } from "#accounts/users/server/accounts.ts";
import { currentFacts } from "#company/facts/facts.ts";
import {
  amountsChangeSchema,
  assigneesSchema,
  boardSchema,
  leadAnswerSchema,
  leadChangedSchema,
  leadFilterSchema,
  leadListSchema,
  leadQuerySchema,
  leadStageChangeSchema,
  mineQuerySchema,
} from "#deals/follow-up/admin.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { newStepSchema, stepChangeSchema } from "#people/leads/next-step.ts";
import { type LeadFilter, listLeadIds, searchLeadIds } from "#people/leads/server/lead-lists.ts";
import { wallClock } from "#platform/dates.ts";
import { paginationOf } from "#platform/pagination.ts";
import type { Clock } from "#platform/server/clock.ts";
import { exportedText, sendExport } from "#platform/server/csv/csv-export.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { isId } from "#platform/server/ids.ts";
import { showingPresent } from "#platform/version.ts";
import { changeAmounts, changeStage, leadNotFound } from "./change-lead.ts";
import { exportCalls, exportLeads } from "./export-leads.ts";
import { addNextStep, changeNextStep, stepNotFound } from "./next-steps.ts";
import { readBoard } from "./read-board.ts";
import { readLead, readLeads } from "./read-leads.ts";

type Services = { database: Database; clock: Clock; readLeadRules: () => Promise<LeadRules> };

const MAX_ASSIGNEES = 200;
/** As many as a search finds. */
const ALL_FOUND = { offset: 0, limit: 1_000 };
/** An export writes an audit log entry, and HEAD would write one without an export. */
const NO_HEAD = { exposeHeadRoute: false };

type Filters = Omit<z.infer<typeof leadFilterSchema>, "search">;

export function leadAdminRoutes(services: Services) {
  const { database, clock } = services;
  const { show, changed, todayOf } = toolsOf(services);
  const assigneeOf = (caller: Caller, mine: string | undefined) => (mine ? caller.id : undefined);
  const filterOf = ({ stage, show, reason, mine, sort }: Filters, caller: Caller): LeadFilter => ({
    stage: stage || undefined,
    show: show || undefined,
    reason: reason || undefined,
    sort: sort || undefined,
    assignee: assigneeOf(caller, mine),
    now: wallClock(clock.now(), currentFacts().timeZone),
  });
  return endpoints({ access: "admin", keys: "leads", clock, notFound: leadNotFound }, (api) => {
    api.get("/", {
      summary:
        "Leads: one property of one person each; open ones by the day of the next step, all others the newest first",
      query: leadQuerySchema,
      answer: leadListSchema,
      handle: async ({ query: { search, page, limit, ...filters }, caller }) => {
        const filter = filterOf(filters, caller);
        const slice = { offset: (page - 1) * limit, limit };
        const { ids, total } = search
          ? await searchLeadIds(database, search, { filter, slice })
          : await listLeadIds(database.read, filter, slice);
        return { leads: await readLeads(database, ids, todayOf()), pagination: paginationOf({ page, limit }, total) };
      },
    });

    api.get("/export/csv", {
      summary: "Every lead that matches, as CSV. The import reads it",
      query: leadFilterSchema,
      options: NO_HEAD,
      handle: async ({ query: { search, ...filters }, caller, by, reply }) => {
        const filter = filterOf(filters, caller);
        const found = search && (await searchLeadIds(database, search, { filter, slice: ALL_FOUND })).ids;
        const to = exportedText("leads", { search, ...filters, sort: undefined });
        const file = { kind: "leads", to, fileName: `leads_export_${todayOf()}.csv` };
        return sendExport({ database, reply, by, ...file }, exportLeads(database, filter, found || undefined));
      },
    });

    api.get("/calls/export/csv", {
      summary: "Every call that was entered, as CSV",
      options: NO_HEAD,
      handle: ({ by, reply }) => {
        const file = { kind: "calls", to: "all calls", fileName: `calls_export_${todayOf()}.csv` };
        return sendExport({ database, reply, by, ...file }, exportCalls(database));
      },
    });

    api.get("/board", {
      summary: "The number of leads in each stage, and the first ones",
      query: mineQuerySchema,
      answer: boardSchema,
      handle: ({ query, caller }) =>
        readBoard(database, { today: todayOf(), assignee: assigneeOf(caller, query.mine) }),
    });

    api.get("/assignees", {
      summary: "Accounts that a next step can be assigned to",
      answer: assigneesSchema,
      handle: async ({ caller }) => {
        const filter = { role: ["admin"], status: ["active"] } as const;
        const users = await listUsers(database.read, filter, { offset: 0, limit: MAX_ASSIGNEES });
        const assignees = users.map(({ id, email }) => ({ _id: id, email, isYou: id === caller.id }));
        return { assignees: assignees.sort((a, b) => a.email.localeCompare(b.email)) };
      },
    });

    api.get("/:id", {
      summary: "One lead",
      answer: leadAnswerSchema,
      handle: async ({ id }) => ({ lead: await show(id) }),
    });

    api.patch("/:id/stage", {
      summary: "Move a lead to a stage, with what was agreed if it is known",
      body: leadStageChangeSchema,
      answer: leadChangedSchema,
      handle: ({ id, body, by }) =>
        changed(`Moved to ${body.stage}`, id, changeStage(database, { id, ...body, ...by })),
    });

    api.patch("/:id/amounts", {
      summary: "Set what the contract says and what was received at closing, in whole cents; null clears",
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
        return { lead: await show(id) };
      },
    });
  });
}

export function nextStepRoutes(services: Services) {
  const { database, clock } = services;
  const { show, todayOf } = toolsOf(services);
  return endpoints({ access: "admin", keys: "leads", clock, notFound: stepNotFound }, (api) => {
    api.patch("/:id", {
      summary: "Mark a next step done, perhaps with the one after it, or change it",
      body: stepChangeSchema,
      answer: leadChangedSchema,
      handle: async ({ id, body, by }) => {
        if (!isId(id)) throw stepNotFound();
        const leadId = await changeNextStep(database, { id, change: body, ...by, today: todayOf() });
        return { message: body.done ? "Done" : "Next step saved", lead: await show(leadId) };
      },
    });
  });
}

function toolsOf({ database, clock }: Services) {
  const todayOf = () => wallClock(clock.now(), currentFacts().timeZone).day;
  const show = (id: string) => readLead(database, id, todayOf());
  return {
    show,
    todayOf,
    changed: async (message: string, id: string, change: Promise<void>) => {
      await showingPresent(change, "lead", () => show(id));
      return { message, lead: await show(id) };
    },
  };
}
