import { currentFacts } from "#company/facts/facts.ts";
import { joinSchema, leadChangedSchema, leadEditSchema, roleChangeSchema } from "#deals/follow-up/admin.ts";
import { wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { isId } from "#platform/server/ids.ts";
import { showingPresent } from "#platform/version.ts";
import { leadNotFound } from "./change-lead.ts";
import { editLead } from "./edit-lead.ts";
import { changeRole, joinOtherLead, partFromLead } from "./join-leads.ts";
import { readLead } from "./read-leads.ts";
import { withoutSums } from "./without-sums.ts";

type Services = { database: Database; clock: Clock };

export function joinedLeadRoutes({ database, clock }: Services) {
  const show = (id: string) => readLead(database, id, wallClock(clock.now(), currentFacts().timeZone).day);
  return endpoints(
    { access: "admin", duties: ["answer"], programs: true, shown: withoutSums, clock, notFound: leadNotFound },
    (api) => {
      api.patch("/:id", {
        summary: "Change the name of a lead's person, the address, and what is known about the house; null clears",
        body: leadEditSchema,
        answer: leadChangedSchema,
        message: "Saved",
        handle: async ({ id, body, by }) => {
          await showingPresent(editLead(database, { id, ...body, ...by }), "lead", () => show(id));
          return { lead: await show(id) };
        },
      });

      api.post("/:id/join", {
        summary: "Join a lead of another person into this one; each keeps its inquiries, tries, notes and offers",
        body: joinSchema,
        answer: leadChangedSchema,
        message: "Joined into one lead",
        handle: async ({ id, body, by }) => {
          if (!isId(body.leadId)) throw leadNotFound();
          await showingPresent(joinOtherLead(database, { id, ...body, ...by }), "lead", () => show(id));
          return { lead: await show(id) };
        },
      });

      api.post("/:id/part", {
        summary: "Undo the joining of this lead into another; it is as it was before",
        answer: leadChangedSchema,
        message: "Two leads again",
        handle: async ({ id, by }) => {
          await partFromLead(database, { id, ...by });
          return { lead: await show(id) };
        },
      });

      api.patch("/:id/role", {
        summary: "Say what the person of this lead is to the property: owner, heir and the like; null clears",
        body: roleChangeSchema,
        answer: leadChangedSchema,
        message: "Role saved",
        handle: async ({ id, body: { role }, by }) => {
          await changeRole(database, { id, role, ...by });
          return { lead: await show(id) };
        },
      });
    },
  );
}
