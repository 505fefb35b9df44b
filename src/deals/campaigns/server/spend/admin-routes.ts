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
import { wallClock } from "#platform/dates.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import { importRoutes } from "#platform/server/csv/import-routes.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { changeSpend, SPEND_SUBJECT } from "./change-spend.ts";
import { importSpend } from "./import-spend.ts";
import { listKnownCampaigns } from "./known-campaigns.ts";
import { readSpend } from "./list-spend.ts";

type Services = { database: Database; clock: Clock };

const ADMIN = { access: "admin", keys: "leads" } as const;

export function spendAdminRoutes({ database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "/known",
      {
        config: ADMIN,
        schema: {
          summary: "Campaigns known to the site: of short links, spend and the leads of the last 90 days",
          response: { 200: knownCampaignsSchema },
        },
      },
      async () => ({
        success: true as const,
        campaigns: (await listKnownCampaigns(database, clock.now())).map((named) => ({
          name: campaignText(named),
          ...named,
        })),
      }),
    );

    app.get(
      "/spend",
      {
        config: ADMIN,
        schema: {
          summary: "What campaigns cost, six months up to one",
          querystring: spendQuerySchema,
          response: { 200: spendListSchema },
        },
      },
      async ({ query }) => {
        const now = clock.now();
        const until = query.until || monthOf(wallClock(now, currentFacts().timeZone).day);
        return { success: true as const, ...(await readSpend(database, { until, now })) };
      },
    );

    app.post(
      "/spend",
      {
        config: ADMIN,
        schema: {
          summary: "Set what campaigns cost in a month, in whole cents; null removes an amount",
          body: spendChangeSchema,
          response: { 200: spendChangedSchema },
        },
      },
      async (request) => {
        const actor = requireCaller(request).email;
        const changed = await changeSpend(database, { ...request.body, actor, now: clock.now() });
        return { success: true as const, message: "Spend saved", changed };
      },
    );

    app.get(
      "/spend/history",
      { config: ADMIN, schema: { summary: "Audit log of all spend", response: { 200: auditLogSchema } } },
      async () => ({ success: true as const, history: await listAuditLog(database.read, SPEND_SUBJECT) }),
    );
  };
}

export function spendImportRoutes({ database, clock }: Services) {
  return importRoutes({ records: "Spend", clock, importFile: (request) => importSpend(database, request) });
}
