import type { LogIn } from "#inquiries/calls/server/made-call.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { addLead } from "./add-lead.ts";
import { type Posted, readPosted } from "./posted.ts";
import { findSettings } from "./store.ts";
import { takeBody } from "./take-body.ts";

type Services = {
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
  logIn: LogIn;
};

const NOTHING: Posted = { key: undefined, text: "", fields: [] };

/** The answer has no schema, because it differs by what was posted. */
export function addedLeadRoutes({ database, clock, readLeadRules, logIn }: Services) {
  return endpoints({ access: "program", keys: "adding", clock }, (api, app) => {
    readPosted(app);

    api.post("", {
      summary:
        "Add a lead, as JSON or as a form, with the key in a header or in the field `key`. A repeated `vendorId` answers with the first lead; `test` shows what would be stored and stores nothing",
      handle: async ({ caller, by, now, request, reply }) => {
        const posted = (request.body ?? NOTHING) as Posted;
        const settings = await findSettings(database.read, caller.id);
        const taken = await takeBody(database, { posted, settings, now });
        if (taken.as === "sample") return { success: true, message: "This was kept as a sample: no lead is added" };
        const { read } = taken;
        if (taken.as === "test") {
          const { lead, rest, statement } = read;
          const shown = { lead, note: rest, permission: statement ?? "No agreement known" };
          return { success: true, message: "This was a test: nothing is stored", ...shown };
        }
        const route = `POST /api/leads ${caller.id}`;
        const { id, leadId, personId } = await addLead(database, {
          read,
          key: { keyId: caller.id, origin: "program" },
          settings,
          idempotency: idempotentRequest(route, request.headers["idempotency-key"], posted.fields),
          isByProgram: true,
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
