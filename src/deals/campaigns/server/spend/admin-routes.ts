import { currentFacts } from "#company/facts/facts.ts";
import {
  campaignText,
  knownCampaignsSchema,
  monthOf,
  spendChangedSchema,
  spendChangeSchema,
  spendListSchema,
  spendQuerySchema,
} from "#deals/campaigns/spend.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { importQuerySchema } from "#platform/csv-import.ts";
import { wallClock } from "#platform/dates.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import { importRoutes } from "#platform/server/csv/import-routes.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { changeSpend, SPEND_SUBJECT } from "./change-spend.ts";
import { importSpend } from "./import-spend.ts";
import { listKnownCampaigns } from "./known-campaigns.ts";
import { readSpend } from "./list-spend.ts";

type Services = { database: Database; clock: Clock };

export function spendAdminRoutes({ database, clock }: Services) {
  return endpoints({ access: "admin", duties: ["numbers"], programs: true, clock }, (api) => {
    api.get("/known", {
      summary: "Campaigns known to the site: of short links, spend and the leads of the last 90 days",
      // Who enters a call asks the caller which of them it was.
      duties: ["answer"],
      answer: knownCampaignsSchema,
      handle: async ({ now }) => {
        const known = await listKnownCampaigns(database, now);
        return { campaigns: known.map((named) => ({ name: campaignText(named), ...named })) };
      },
    });

    api.get("/spend", {
      summary: "What campaigns cost, six months up to one",
      query: spendQuerySchema,
      answer: spendListSchema,
      handle: ({ query, now }) => {
        const until = query.until || monthOf(wallClock(now, currentFacts().timeZone).day);
        return readSpend(database, { until, now });
      },
    });

    api.post("/spend", {
      summary: "Set what campaigns cost in a month, in whole cents; null removes an amount",
      body: spendChangeSchema,
      answer: spendChangedSchema,
      message: "Spend saved",
      handle: async ({ body, by }) => ({ changed: await changeSpend(database, { ...body, ...by }) }),
    });

    api.get("/spend/history", {
      summary: "Audit log of all spend",
      answer: auditLogSchema,
      handle: async () => ({ history: await listAuditLog(database.read, SPEND_SUBJECT) }),
    });
  });
}

export function spendImportRoutes({ database, clock }: Services) {
  return importRoutes({
    records: "Spend",
    clock,
    query: importQuerySchema,
    importFile: (request) => importSpend(database, request),
  });
}
