import { currentFacts } from "#company/facts/facts.ts";
import { type Day, daySchema, morningMailSchema } from "#deals/day/day.ts";
import { mineQuerySchema } from "#deals/follow-up/admin.ts";
import type { LeadRules } from "#people/leads/inquiry.ts";
import { wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { untilChanged } from "#platform/server/database/queries/until-changed.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { doneSchema } from "#platform/shapes.ts";
import { switchMorningMail } from "./morning-mail.ts";
import { readDay } from "./read-day.ts";
import { shownDay } from "./shown-day.ts";
import { hasMorningMail } from "./store.ts";

type Services = { database: Database; clock: Clock };

export function dayRoutes({ database, clock }: Services) {
  const kept = untilChanged<Omit<Day, "success">>(database);
  return endpoints({ access: "admin", duties: ["answer"], programs: true, clock }, (api) => {
    api.get("/", {
      summary: "What asks something of staff by the end of tomorrow: each lead in one of four lists, ten lines each",
      query: mineQuerySchema,
      answer: daySchema,
      handle: async ({ query: { mine }, caller, now }) => {
        const { day: today, minutes } = wallClock(now, currentFacts().timeZone);
        return kept(JSON.stringify([caller.id, mine, today, minutes, caller.duties]), async () => {
          const day = await readDay(database, { today, now, account: mine ? caller.id : undefined });
          return { ...shownDay(day, caller), morningMail: await hasMorningMail(database.read, caller.id) };
        });
      },
    });
  });
}

export function morningMailRoutes({
  database,
  clock,
  readLeadRules,
}: Services & { readLeadRules: () => Promise<LeadRules> }) {
  return endpoints({ access: "admin", duties: ["answer"], programs: true, clock }, (api) => {
    api.put("/morning-mail", {
      summary: "Switch the caller's morning mail on or off",
      // An API key has no account that could get mail.
      programs: undefined,
      body: morningMailSchema,
      answer: doneSchema,
      handle: async ({ body: { on }, caller, now }) => {
        const { calendar } = await readLeadRules();
        const choice = { userId: caller.id, on, calendar, now };
        await database.transaction((trx) => switchMorningMail(trx, choice));
        return { message: on ? "Morning mail switched on" : "Morning mail switched off" };
      },
    });
  });
}
