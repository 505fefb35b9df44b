import { systemAnswerSchema, systemQuerySchema } from "#operation/system/system.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { App } from "#platform/server/http/types.ts";
import { siteVersion } from "#platform/server/version.ts";
import type { SystemWatch } from "./watch.ts";

export function systemAdminRoutes({ system, clock }: { system: SystemWatch; clock: Clock }) {
  return async (app: App) => {
    app.get(
      "",
      {
        config: { access: "admin" },
        schema: {
          summary: "How the site is: its version, and a finding for each check",
          querystring: systemQuerySchema,
          response: { 200: systemAnswerSchema },
        },
      },
      async ({ query }) => ({
        success: true as const,
        version: siteVersion(),
        checkedAt: clock.now().toISOString(),
        findings: await system.findings({ isFresh: query.fresh === "yes" }),
      }),
    );
  };
}
