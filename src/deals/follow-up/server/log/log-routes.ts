import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { loggedSchema, logSchema, newLogSchema, takenBackSchema } from "#people/leads/log.ts";
import { wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readAs } from "#platform/server/database/queries/limited-reads.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { idempotentRequest } from "#platform/server/idempotency.ts";
import { showingPresent } from "#platform/version.ts";
import { leadNotFound } from "../change-lead.ts";
import { readLead } from "../read-leads.ts";
import { showLog } from "../show-log.ts";
import { withoutSums } from "../without-sums.ts";
import { takeBackLog } from "./take-back-log.ts";
import { writeLog } from "./write-log.ts";

type Services = { database: Database; clock: Clock; readLeadRules: () => Promise<LeadRules> };

export function logRoutes({ database, clock, readLeadRules }: Services) {
  const shown = (leadId: string) => showLog(database, leadId, clock.now());
  return endpoints(
    { access: "admin", duties: ["answer"], programs: true, shown: withoutSums, clock, notFound: leadNotFound },
    (api) => {
      api.get("/:id/log", {
        summary: "What came of each try to reach the person of a lead, the newest first",
        answer: logSchema,
        handle: ({ id }) => shown(id),
      });

      api.post("/:id/log", {
        summary: "Log what came of a try and what is next: first contact, stage, stop and next step follow from it",
        body: newLogSchema,
        created: loggedSchema,
        message: "Logged",
        handle: async ({ id: leadId, body: log, by, request }) => {
          const route = `POST /api/leads/${leadId}/log`;
          const idempotency = idempotentRequest(route, request.headers["idempotency-key"], log);
          const { day: today } = wallClock(by.now, currentFacts().timeZone);
          const written = writeLog(database, { leadId, log, idempotency, leadRules: await readLeadRules(), ...by });
          const logId = await showingPresent(written, "lead", () => readLead(database, leadId, today));
          // Who gives a lead away has seen it until now.
          return { logId, ...(await readAs(undefined, () => shown(leadId))) };
        },
      });

      api.delete("/:id/log/:logId", {
        summary: "Take an entry of the last ten minutes back, with all that followed from it but a stop",
        params: z.object({ id: z.string(), logId: z.string() }),
        answer: takenBackSchema,
        handle: async ({ params: { id: leadId, logId }, by }) => {
          const { day: today } = wallClock(by.now, currentFacts().timeZone);
          const taken = takeBackLog(database, { leadId, logId, leadRules: await readLeadRules(), ...by });
          const { isStopKept } = await showingPresent(taken, "lead", () => readLead(database, leadId, today));
          const message = isStopKept ? "Taken back. The stop stays: only the person can lift it" : "Taken back";
          return { message, ...(await shown(leadId)) };
        },
      });
    },
  );
}
