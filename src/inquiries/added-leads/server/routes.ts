import type { FastifyRequest } from "fastify";
import { leadAddedSchema, sentLeadSchema } from "#inquiries/added-leads/added-lead.ts";
import type { LogIn } from "#inquiries/calls/server/made-call.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { ORIGINS } from "#people/permissions/permission.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { clientAddressKey } from "#platform/server/http/client-address.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { addLead } from "./add-lead.ts";
import { requireLeadKey } from "./change-lead-key.ts";
import { answerForm } from "./form-of-site.ts";
import { type Posted, readPosted } from "./posted.ts";
import { findSettings } from "./store.ts";
import type { LeadKeyRow } from "./table.ts";
import { takeBody } from "./take-body.ts";

type Services = {
  config: { rateLimit: boolean };
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
  logIn: LogIn;
};

type Adding = {
  settings: LeadKeyRow;
  isForm: boolean;
  by: { actor: string; actorId: string; now: Date };
  request: FastifyRequest;
};

const NOTHING: Posted = { key: undefined, text: "", fields: [] };

/** Nothing is read by the schemas: a vendor's names differ, and a form of another site gets another answer. */
export function addedLeadRoutes({ config, database, clock, readLeadRules, logIn }: Services) {
  return endpoints({ access: "program", duties: ["answer"], programs: true, adds: true, clock }, (api, app) => {
    readPosted(app);

    api.post("", {
      summary:
        "Add a lead, as JSON or as a form, with the key in a header or in the field `key`. A repeated `vendorId` answers with the first lead; `test` shows what would be stored and stores nothing",
      described: { body: sentLeadSchema, response: { 201: leadAddedSchema } },
      handle: async ({ caller, by, now, request, reply }) => {
        const settings = await findSettings(database.read, caller.id);
        const isForm = (await requireLeadKey(database.read, caller.id)).scope === "form";
        const adding = { settings, isForm, by, request };
        if (isForm) {
          const limitKey = config.rateLimit ? clientAddressKey(request.ip) : undefined;
          return answerForm(database, { settings, request, reply, limitKey, now }, () => add(adding));
        }
        const { isAdded, ...answer } = await add(adding);
        if (isAdded) reply.status(201);
        return { success: true, ...answer };
      },
    });
  });

  /** Throws invalid_input, idempotency_mismatch. */
  async function add({ settings, isForm, by, request }: Adding) {
    const posted = (request.body ?? NOTHING) as Posted;
    const taken = await takeBody(database, { posted, settings, isForm, now: by.now });
    if (taken.as === "sample") return { isAdded: false, message: "This was kept as a sample: no lead is added" };
    const { read } = taken;
    if (taken.as === "test") {
      const { lead, rest, statement } = read;
      const shown = { lead, note: rest, permission: statement ?? ORIGINS.program };
      return { isAdded: false, message: "This was a test: nothing is stored", ...shown };
    }
    const keyId = settings.key_id;
    const header = request.headers["idempotency-key"];
    const { id, leadId, personId } = await addLead(database, {
      read,
      key: { keyId, origin: isForm ? "form" : "program" },
      settings,
      idempotency: idempotentRequest(`POST /api/leads ${keyId}`, header, posted.fields),
      isByProgram: true,
      leadRules: await readLeadRules(),
      logIn,
      ...by,
    });
    return { isAdded: true, message: "Lead added", callId: id, leadId, personId };
  }
}
