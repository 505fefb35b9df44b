import * as z from "zod/mini";
import { listUsers } from "#accounts/users/server/accounts.ts";
import { currentFacts } from "#company/facts/facts.ts";
import {
  type AdminLead,
  amountsChangeSchema,
  assigneesSchema,
  boardSchema,
  leadAnswerSchema,
  leadChangedSchema,
  leadListSchema,
  leadQuerySchema,
  leadStageChangeSchema,
  mineQuerySchema,
  morningMailSchema,
  todaySchema,
} from "#deals/follow-up/admin.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { newStepSchema, stepChangeSchema } from "#people/leads/next-step.ts";
import { listLeadIds, searchLeadIds } from "#people/leads/server/lead-lists.ts";
import { wallClock } from "#platform/dates.ts";
import { paginationOf } from "#platform/pagination.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { isId } from "#platform/server/ids.ts";
import { showingPresent } from "#platform/version.ts";
import { changeAmounts, changeStage, leadNotFound } from "./change-lead.ts";
import { switchMorningMail } from "./morning-mail.ts";
import { addNextStep, changeNextStep, stepNotFound } from "./next-steps.ts";
import { readBoard, readToday } from "./read-day.ts";
import { readLead, readLeads } from "./read-leads.ts";

type Services = {
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
};

const config = { access: "admin", keys: "leads" } as const;
const idSchema = z.object({ id: z.string() });
const doneSchema = z.object({ success: z.literal(true), message: z.string() });

const MAX_ASSIGNEES = 200;

export function leadAdminRoutes(services: Services) {
  const { database, clock } = services;
  const { show, byOf, changed, todayOf } = toolsOf(services);
  const assigneeOf = (request: Request, mine: string | undefined) => (mine ? requireCaller(request).id : undefined);
  return async (app: App) => {
    app.get(
      "/",
      {
        config,
        schema: {
          summary:
            "Leads: one property of one person each; open ones by the day of the next step, all others the newest first",
          querystring: leadQuerySchema,
          response: { 200: leadListSchema },
        },
      },
      async (request) => {
        const { search, page, limit, mine, ...filters } = request.query;
        const filter = {
          stage: filters.stage || undefined,
          show: filters.show || undefined,
          reason: filters.reason || undefined,
          assignee: assigneeOf(request, mine),
          today: todayOf(),
        };
        const slice = { offset: (page - 1) * limit, limit };
        const { ids, total } = search
          ? await searchLeadIds(database, search, { filter, slice })
          : await listLeadIds(database.read, filter, slice);
        return {
          success: true as const,
          leads: await readLeads(database, ids),
          pagination: paginationOf({ page, limit }, total),
        };
      },
    );

    app.get(
      "/board",
      {
        config,
        schema: {
          summary: "The number of leads in each stage, and the first ones",
          querystring: mineQuerySchema,
          response: { 200: boardSchema },
        },
      },
      async (request) => {
        const assignee = assigneeOf(request, request.query.mine);
        return { success: true as const, ...(await readBoard(database, { today: todayOf(), assignee })) };
      },
    );

    app.get(
      "/today",
      {
        config,
        schema: {
          summary: "What is to be done: leads without a next step, and steps that are overdue, due today or this week",
          querystring: mineQuerySchema,
          response: { 200: todaySchema },
        },
      },
      async (request) => {
        const { id: callerId } = requireCaller(request);
        const assignee = assigneeOf(request, request.query.mine);
        return { success: true as const, ...(await readToday(database, { today: todayOf(), assignee, callerId })) };
      },
    );

    app.get(
      "/assignees",
      {
        config,
        schema: { summary: "Accounts that a next step can be assigned to", response: { 200: assigneesSchema } },
      },
      async (request) => {
        const { id } = requireCaller(request);
        const filter = { role: ["admin"], status: ["active"] } as const;
        const users = await listUsers(database.read, filter, { offset: 0, limit: MAX_ASSIGNEES });
        return {
          success: true as const,
          assignees: users
            .map((user) => ({ _id: user.id, email: user.email, isYou: user.id === id }))
            .sort((a, b) => a.email.localeCompare(b.email)),
        };
      },
    );

    app.put(
      "/morning-mail",
      {
        // Only an account gets mail.
        config: { access: "admin" },
        schema: {
          summary: "Switch the caller's morning mail on or off",
          body: morningMailSchema,
          response: { 200: doneSchema },
        },
      },
      async (request) => {
        const { on } = request.body;
        const { calendar } = await services.readLeadRules();
        const choice = { userId: requireCaller(request).id, on, calendar, now: clock.now() };
        await database.transaction((trx) => switchMorningMail(trx, choice));
        return { success: true as const, message: on ? "Morning mail switched on" : "Morning mail switched off" };
      },
    );

    app.get(
      "/:id",
      { config, schema: { summary: "One lead", params: idSchema, response: { 200: leadAnswerSchema } } },
      async ({ params }) => ({ success: true as const, lead: await show(requireId(params.id)) }),
    );

    app.patch(
      "/:id/stage",
      {
        config,
        schema: {
          summary: "Move a lead to a stage, with what was agreed if it is known",
          params: idSchema,
          body: leadStageChangeSchema,
          response: { 200: leadChangedSchema },
        },
      },
      async (request) => {
        const id = requireId(request.params.id);
        const change = changeStage(database, { id, ...request.body, ...byOf(request) });
        return changed(`Moved to ${request.body.stage}`, id, change);
      },
    );

    app.patch(
      "/:id/amounts",
      {
        config,
        schema: {
          summary: "Set what the contract says and what was received at closing, in whole cents; null clears",
          params: idSchema,
          body: amountsChangeSchema,
          response: { 200: leadChangedSchema },
        },
      },
      async (request) => {
        const id = requireId(request.params.id);
        return changed("Amounts saved", id, changeAmounts(database, { id, ...request.body, ...byOf(request) }));
      },
    );

    app.post(
      "/:id/next-steps",
      {
        config,
        schema: {
          summary: "Say what is to be done next about a lead, until when and by whom",
          params: idSchema,
          body: newStepSchema,
          response: { 201: leadChangedSchema },
        },
      },
      async (request, reply) => {
        const id = requireId(request.params.id);
        await addNextStep(database, { leadId: id, step: request.body, ...byOf(request) });
        return reply.status(201).send({ success: true as const, message: "Next step saved", lead: await show(id) });
      },
    );
  };
}

export function nextStepRoutes(services: Services) {
  const { database } = services;
  const { show, byOf } = toolsOf(services);
  return async (app: App) => {
    app.patch(
      "/:id",
      {
        config,
        schema: {
          summary: "Mark a next step done, perhaps with the one after it, or change it",
          params: idSchema,
          body: stepChangeSchema,
          response: { 200: leadChangedSchema },
        },
      },
      async (request) => {
        if (!isId(request.params.id)) throw stepNotFound();
        const change = { id: request.params.id, change: request.body, ...byOf(request) };
        const leadId = await changeNextStep(database, change);
        const message = request.body.done ? "Done" : "Next step saved";
        return { success: true as const, message, lead: await show(leadId) };
      },
    );
  };
}

type Request = Parameters<typeof requireCaller>[0];

function toolsOf({ database, clock }: Services) {
  const todayOf = () => wallClock(clock.now(), currentFacts().timeZone).day;
  const show = async (id: string): Promise<AdminLead> => {
    const lead = await readLead(database, id);
    if (!lead) throw leadNotFound();
    return lead;
  };
  return {
    show,
    todayOf,
    byOf: (request: Request) => ({ actor: requireCaller(request).email, today: todayOf(), now: clock.now() }),
    changed: async (message: string, id: string, change: Promise<void>) => {
      await showingPresent(change, "lead", () => show(id));
      return { success: true as const, message, lead: await show(id) };
    },
  };
}

function requireId(id: string): string {
  if (!isId(id)) throw leadNotFound();
  return id;
}
