import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { endpoints } from "../endpoints.ts";
import { consumeRateLimit, type RateLimit } from "../rate-limits.ts";
import { clientAddressKey } from "./client-address.ts";
import { POLICY_REPORTS_PATH } from "./page-headers.ts";

export const REPORTS_PER_ADDRESS: RateLimit = { count: 20, windowSeconds: 600 };

const BODY_LIMIT_BYTES = 8 * 1024;

const reportSchema = z.object({
  "csp-report": z.object({
    "effective-directive": z.optional(z.string()),
    "violated-directive": z.optional(z.string()),
    "blocked-uri": z.optional(z.string()),
    "document-uri": z.optional(z.string()),
  }),
});

type Report = z.infer<typeof reportSchema>["csp-report"];
type Services = { config: { rateLimit: boolean }; database: Database; clock: Clock };

export function policyReportRoutes({ config, database, clock }: Services) {
  return endpoints({ access: "public", clock }, (api, app) => {
    const parse = app.getDefaultJsonParser("error", "error");
    app.addContentTypeParser("application/csp-report", { parseAs: "string" }, (request, body, done) =>
      parse(request, body as string, done),
    );
    api.post(POLICY_REPORTS_PATH, {
      summary: "Tell what a content security policy refused",
      body: reportSchema,
      answer: answerOf({}),
      options: { bodyLimit: BODY_LIMIT_BYTES },
      handle: async ({ body, now, request }) => {
        const key = `policy-reports ${clientAddressKey(request.ip)}`;
        if (config.rateLimit)
          await database.transaction((trx) => consumeRateLimit(trx, { key, limit: REPORTS_PER_ADDRESS, now }));
        request.log.warn(describe(body["csp-report"]), "a page's policy refused something");
        return {};
      },
    });
  });
}

/** Of the page only the first path segment is kept, because the rest may identify a booking. */
function describe(report: Report) {
  return {
    directive: word((report["effective-directive"] ?? report["violated-directive"] ?? "").split(" ")[0] ?? ""),
    refused: originOrWord(report["blocked-uri"] ?? ""),
    page: `/${word(pathOf(report["document-uri"] ?? "").split("/")[1] ?? "")}`,
  };
}

function word(text: string): string {
  return /^[a-z0-9-]{1,40}$/.test(text) ? text : "";
}

function originOrWord(text: string): string {
  if (!URL.canParse(text)) return word(text);
  const { origin, protocol } = new URL(text);
  return (origin === "null" ? protocol : origin).slice(0, 100);
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : "";
}
