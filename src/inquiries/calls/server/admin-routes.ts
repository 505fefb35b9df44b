import * as z from "zod/mini";
import { callEnteredSchema, callerQuerySchema, callersSchema, newCallSchema } from "#inquiries/calls/call.ts";
import type { Call } from "#people/leads/call.ts";
import { newTrySchema, triedSchema, triesSchema } from "#people/leads/contact-try.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { isId } from "#platform/server/ids.ts";
import { findCallers } from "./callers.ts";
import { enterCall } from "./enter-call.ts";
import { readTries, recordTry, type Tried } from "./record-try.ts";

type Services = {
  database: Database;
  clock: Clock;
  /** Read per request, because the owner can close days in the admin area. */
  readLeadRules: () => Promise<LeadRules>;
};

const config = { access: "admin", keys: "leads" } as const;
const idSchema = z.object({ id: z.string() });

export function callAdminRoutes({ database, clock, readLeadRules }: Services) {
  return async (app: App) => {
    app.post(
      "/calls",
      {
        config,
        schema: {
          summary: "Enter a call, and the meeting that was agreed in it. Only `reached: true` marks a contact",
          body: newCallSchema,
          response: { 201: callEnteredSchema },
        },
      },
      async (request, reply) => {
        const call = request.body;
        const idempotency = idempotentRequest("POST /api/leads/calls", request.headers["idempotency-key"], call);
        const isByProgram = !requireCaller(request).sessionId;
        const entered = await enterCall(database, { call, isByProgram, idempotency, ...(await by(request)) });
        const { id: callId, leadId, personId, bookingId } = entered;
        const answer = { message: messageOf(entered), callId, leadId, personId, ...(bookingId && { bookingId }) };
        return reply.status(201).send({ success: true as const, ...answer });
      },
    );

    app.get(
      "/callers",
      {
        config,
        schema: {
          summary: "People with this e-mail address or phone number, and their open leads",
          querystring: callerQuerySchema,
          response: { 200: callersSchema },
        },
      },
      async ({ query }) => ({ success: true as const, ...(await findCallers(database, query)) }),
    );

    app.get(
      "/:id/tries",
      {
        config,
        schema: {
          summary: "How often staff tried to reach the person of a lead",
          params: idSchema,
          response: { 200: triesSchema },
        },
      },
      async ({ params }) => ({
        success: true as const,
        ...shown(await readTries(database.read, requireId(params.id))),
      }),
    );

    app.post(
      "/:id/tries",
      {
        config,
        schema: {
          summary: "Record a try to reach the person of a lead",
          params: idSchema,
          body: newTrySchema,
          response: { 201: triedSchema },
        },
      },
      async (request, reply) => {
        const leadId = requireId(request.params.id);
        const made = request.body;
        const route = `POST /api/leads/${leadId}/tries`;
        const idempotency = idempotentRequest(route, request.headers["idempotency-key"], made);
        const tried = await recordTry(database, { leadId, made, idempotency, ...(await by(request)) });
        const message = made.outcome === "reached" ? "Contact recorded" : "Try recorded";
        return reply.status(201).send({ success: true as const, message, ...shown(tried) });
      },
    );
  };

  async function by(request: Parameters<typeof requireCaller>[0]) {
    const { id: actorId, email: actor } = requireCaller(request);
    return { actor, actorId, leadRules: await readLeadRules(), now: clock.now() };
  }
}

function messageOf({ bookingId, email }: Call): string {
  if (!bookingId) return "Call saved";
  if (email) return `Call saved and meeting booked. A confirmation goes to ${email}.`;
  return "Call saved and meeting booked. Without an e-mail address nothing is sent: please tell them the time.";
}

function shown({ lead: { id, stage }, tries }: Tried) {
  return { lead: { _id: id, stage, tries: tries.length }, tries };
}

function requireId(id: string): string {
  if (!isId(id)) throw new AppError("not_found", "Lead not found");
  return id;
}
