import type { LogIn } from "#inquiries/calls/server/made-call.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { addLead } from "./add-lead.ts";
import { type Posted, readPosted } from "./posted.ts";
import { assign, readLead } from "./read-lead.ts";

type Services = {
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
  logIn: LogIn;
};

/** The answer has no schema, because a form of another site is redirected. */
export function addedLeadRoutes({ database, clock, readLeadRules, logIn }: Services) {
  return endpoints({ access: "program", keys: "adding", clock }, (api, app) => {
    readPosted(app);

    api.post("", {
      summary:
        "Add a lead, as JSON or as a form, with the key in a header or in the field `key`. A repeated `vendorId` answers with the first lead; `test` shows what would be stored and stores nothing",
      handle: async ({ caller, by, request, reply }) => {
        const posted = (request.body ?? NOTHING) as Posted;
        const read = readBody(posted);
        if (read.isTest) {
          const { lead, rest, statement } = read;
          const shown = { lead, note: rest, permission: statement ?? "No agreement known" };
          return { success: true, message: "This was a test: nothing is stored", ...shown };
        }
        const route = `POST /api/leads ${caller.id}`;
        const { id, leadId, personId } = await addLead(database, {
          read,
          key: { keyId: caller.id, origin: "program" },
          idempotency: idempotentRequest(route, request.headers["idempotency-key"], posted.fields),
          leadRules: await readLeadRules(),
          logIn,
          ...by,
        });
        reply.status(201);
        return { success: true, message: "Lead added", callId: id, leadId, personId };
      },
    });
  });
}

const NOTHING: Posted = { key: undefined, text: "", fields: [] };

/** Throws invalid_input. */
function readBody({ fields, problem }: Posted) {
  if (problem)
    throw new AppError("invalid_input", problem.message, { ...(problem.fields && { fields: problem.fields }) });
  return readLead(assign(fields, []));
}
