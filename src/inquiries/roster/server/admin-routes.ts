import { currentFacts } from "#company/facts/facts.ts";
import { dayOffSchema, rosterChangeSchema, rosterSchema } from "#inquiries/roster/roster.ts";
import { claimedSchema, newClaimSchema } from "#people/leads/claim.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { findLead } from "#people/leads/server/leads.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { changeRoster, readRoster, takeDayOff } from "./change-roster.ts";
import { claimLead, leadNotFound, releaseLead } from "./claim-lead.ts";
import { readWaits } from "./read-waits.ts";

type Services = { database: Database; clock: Clock; readLeadRules: () => Promise<LeadRules> };

/** No key may call them: a program has no account that could be on duty or take a lead. */
export function rosterRoutes({ database, clock, readLeadRules }: Services) {
  const show = async (now: Date, actorId: string) => {
    const { calendar } = await readLeadRules();
    return readRoster(database.read, { calendar, now, actorId });
  };
  return endpoints({ access: "admin", duties: ["answer"], clock }, (api) => {
    api.get("", {
      summary: "Who is on duty when and in which order, who is off today, and who is rung at this moment",
      answer: rosterSchema,
      handle: ({ caller, now }) => show(now, caller.id),
    });

    api.put("", {
      summary: "Replace the roster: shifts on the company's clock, who is next first, and the account at the end",
      duties: ["run"],
      body: rosterChangeSchema,
      answer: rosterSchema,
      handle: async ({ body, by }) => {
        const { calendar } = await readLeadRules();
        await changeRoster(database, { ...body, ...by, calendar });
        return show(by.now, by.actorId);
      },
    });

    api.put("/day-off", {
      summary: "Say that the caller is off today, or back",
      body: dayOffSchema,
      answer: rosterSchema,
      handle: async ({ body: { off }, by }) => {
        await takeDayOff(database, { off, timeZone: currentFacts().timeZone, ...by });
        return show(by.now, by.actorId);
      },
    });
  });
}

export function claimRoutes({ database, clock }: Omit<Services, "readLeadRules">) {
  const showWait = async (id: string, now: Date) => {
    const lead = await findLead(database.read, id);
    const wait = lead && (await readWaits(database.read, [lead.id], now)).get(lead.id);
    return wait && { wait };
  };
  return endpoints({ access: "admin", duties: ["answer"], clock, notFound: leadNotFound }, (api) => {
    api.post("/:id/claim", {
      summary: "Take a lead that waits. hold: the caller is calling, or still on it",
      body: newClaimSchema,
      answer: claimedSchema,
      handle: async ({ id, body: { hold }, by }) => {
        await database.transaction((trx) => claimLead(trx, { leadId: id, hold, ...by }));
        return { message: hold ? "You are on it" : "You have it", ...(await showWait(id, by.now)) };
      },
    });

    api.delete("/:id/claim", {
      summary: "Give a lead back, so that the next is rung",
      answer: claimedSchema,
      handle: async ({ id, by }) => {
        await releaseLead(database, { leadId: id, ...by });
        return { message: "Open again", ...(await showWait(id, by.now)) };
      },
    });
  });
}
