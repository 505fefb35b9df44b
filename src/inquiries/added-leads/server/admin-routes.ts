import * as z from "zod/mini";
import {
  acceptedSchema,
  leadKeyChangedSchema,
  leadKeyChangeSchema,
  leadKeyPageSchema,
  repairSchema,
} from "#inquiries/added-leads/lead-key.ts";
import type { LogIn } from "#inquiries/calls/server/made-call.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { acceptBody, dropBody } from "./accept-body.ts";
import { awaitSample, changeLeadKey, leadKeyNotFound, requireLeadKey } from "./change-lead-key.ts";
import { findSettings, listRefused } from "./store.ts";
import { mapOf, toLeadKey, toRefused } from "./table.ts";

type Services = {
  database: Database;
  clock: Clock;
  readLeadRules: () => Promise<LeadRules>;
  logIn: LogIn;
};

const bodyParamsSchema = z.object({ id: z.string(), bodyId: z.string() });

export function leadKeyRoutes({ database, clock, readLeadRules, logIn }: Services) {
  return endpoints({ access: "admin", duties: ["run"], clock, notFound: leadKeyNotFound }, (api) => {
    api.get("/:id/leads", {
      summary: "What is set at a key that adds leads, and the latest bodies that were refused",
      answer: leadKeyPageSchema,
      handle: async ({ id }) => {
        const key = await requireLeadKey(database.read, id);
        const settings = await findSettings(database.read, id);
        const { rows, total } = await listRefused(database.read, id);
        const map = mapOf(settings);
        return { key: toLeadKey(settings, key), refused: rows.map((row) => toRefused(row, map)), total };
      },
    });

    api.put("/:id/leads", {
      summary: "Set source, campaign and cost of a key’s leads, and the map of the vendor’s fields",
      body: leadKeyChangeSchema,
      answer: leadKeyChangedSchema,
      message: "Settings saved",
      handle: async ({ id, body: change, by }) => ({ key: await changeLeadKey(database, { id, change, ...by }) }),
    });

    api.post("/:id/leads/sample", {
      summary: "Keep the next body of this key as a sample, within an hour",
      answer: leadKeyChangedSchema,
      message: "Send a sample now",
      handle: async ({ id, by }) => ({ key: await awaitSample(database, { id, ...by }) }),
    });

    api.post("/:id/leads/refused/:bodyId", {
      summary: "Add the lead of a refused body, as it is repaired",
      params: bodyParamsSchema,
      body: repairSchema,
      created: acceptedSchema,
      message: "Lead added",
      handle: async ({ params: { id: keyId, bodyId }, body: { values: repair }, by }) => {
        const leadRules = await readLeadRules();
        const { leadId } = await acceptBody(database, { keyId, id: bodyId, repair, leadRules, logIn, ...by });
        return { leadId };
      },
    });

    api.delete("/:id/leads/refused/:bodyId", {
      summary: "Delete a refused body",
      params: bodyParamsSchema,
      message: "Deleted",
      handle: ({ params: { id: keyId, bodyId: id }, by }) => dropBody(database, { keyId, id, ...by }),
    });
  });
}
