import { callEnteredSchema, callerQuerySchema, callersSchema, newCallSchema } from "#inquiries/calls/call.ts";
import type { Call } from "#people/leads/call.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { requireNoColleagues } from "#people/leads/server/own-leads/store.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { findCallers } from "./callers.ts";
import { enterCall } from "./enter-call.ts";
import type { LogIn } from "./made-call.ts";

type Services = {
  database: Database;
  clock: Clock;
  /** The rules are read per request, because the owner can close days in the admin area. */
  readLeadRules: () => Promise<LeadRules>;
  logIn: LogIn;
};

export function callAdminRoutes({ database, clock, readLeadRules, logIn }: Services) {
  return endpoints({ access: "admin", duties: ["answer"], programs: true, clock }, (api) => {
    api.post("/calls", {
      summary:
        "Enter a call, the meeting that was agreed in it, and what is next. Only `reached: true` marks a contact",
      body: newCallSchema,
      created: callEnteredSchema,
      handle: async ({ body: call, caller, by, request }) => {
        const idempotency = idempotentRequest("POST /api/leads/calls", request.headers["idempotency-key"], call);
        const isByProgram = !caller.sessionId;
        const leadRules = await readLeadRules();
        await requireNoColleagues(database, call);
        const entered = await enterCall(database, { call, isByProgram, idempotency, leadRules, logIn, ...by });
        const { id: callId, leadId, personId, bookingId } = entered;
        return { message: messageOf(entered), callId, leadId, personId, ...(bookingId && { bookingId }) };
      },
    });

    api.get("/callers", {
      summary: "People with this e-mail address or phone number, and their open leads",
      query: callerQuerySchema,
      answer: callersSchema,
      handle: ({ query, now }) => findCallers(database, query, now),
    });
  });
}

function messageOf({ bookingId, email }: Call): string {
  if (!bookingId) return "Call saved";
  if (email) return `Call saved and meeting booked. A confirmation goes to ${email}.`;
  return "Call saved and meeting booked. Without an e-mail address nothing is sent: please tell them the time.";
}
