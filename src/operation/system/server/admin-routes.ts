import { systemAnswerSchema, systemQuerySchema } from "#operation/system/system.ts";
import type { Clock } from "#platform/server/clock.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { siteBuild } from "#platform/server/version.ts";
import type { SystemWatch } from "./watch.ts";

export function systemAdminRoutes({ system, clock }: { system: SystemWatch; clock: Clock }) {
  return endpoints({ access: "admin", duties: ["run"], clock }, (api) => {
    api.get("", {
      summary: "How the site is: its version, and a finding for each check",
      query: systemQuerySchema,
      answer: systemAnswerSchema,
      handle: async ({ query, now }) => ({
        version: siteBuild(),
        checkedAt: now.toISOString(),
        findings: await system.findings({ isFresh: query.fresh === "yes" }),
      }),
    });
  });
}
