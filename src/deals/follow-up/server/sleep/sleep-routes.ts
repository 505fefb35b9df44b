import { currentFacts } from "#company/facts/facts.ts";
import { leadChangedSchema } from "#deals/follow-up/admin.ts";
import { sleepSchema } from "#people/leads/next-step.ts";
import { wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { showingPresent } from "#platform/version.ts";
import { leadNotFound } from "../change-lead.ts";
import { readLead } from "../read-leads.ts";
import { withoutSums } from "../without-sums.ts";
import { sleepLead, wakeLead } from "./sleep.ts";

type Services = { database: Database; clock: Clock };

export function sleepRoutes({ database, clock }: Services) {
  return endpoints(
    { access: "admin", duties: ["answer"], programs: true, shown: withoutSums, clock, notFound: leadNotFound },
    (api) => {
      const today = () => wallClock(clock.now(), currentFacts().timeZone).day;
      const show = (id: string) => readLead(database, id, today());

      api.post("/:id/sleep", {
        summary: "Let a lead sleep until a day, or until there is a sign of life; its open step is dropped",
        body: sleepSchema,
        answer: leadChangedSchema,
        message: "Asleep",
        handle: async ({ id, body: { until, version }, by }) => {
          const slept = sleepLead(database, { id, until, version, today: today(), ...by });
          await showingPresent(slept, "lead", () => show(id));
          return { lead: await show(id) };
        },
      });

      api.delete("/:id/sleep", {
        summary: "Wake a lead",
        answer: leadChangedSchema,
        message: "Awake",
        handle: async ({ id, by }) => {
          await wakeLead(database, { id, today: today(), ...by });
          return { lead: await show(id) };
        },
      });
    },
  );
}
