import * as z from "zod/mini";
import { currentFacts } from "#company/facts/facts.ts";
import {
  linkChangedSchema,
  linkChangeSchema,
  linkListSchema,
  newLinkSchema,
  type ReportQuery,
  type ReportRow,
  reportQuerySchema,
  reportSchema,
} from "#deals/campaigns/admin.ts";
import { LINKS_PATH, linkNameOf } from "#deals/campaigns/link.ts";
import { costOf, GROUPINGS, MAX_ROWS, rateOf, STEP_NAMES, STEPS, sumOf } from "#deals/campaigns/report.ts";
import { auditLogSchema } from "#platform/audit-log.ts";
import { wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { formatCents } from "#platform/money.ts";
import { listAuditLog } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import { CSV_BOM, csvCell, csvLine } from "#platform/server/csv/csv.ts";
import type { Database } from "#platform/server/database/database.ts";
import { requireCaller } from "#platform/server/http/access.ts";
import type { App } from "#platform/server/http/types.ts";
import { addLink, changeLink, deleteLink } from "./change-link.ts";
import { readReport } from "./report.ts";
import { listLinks } from "./store.ts";
import { toLink } from "./table.ts";

type Services = { config: { publicUrl: string }; database: Database; clock: Clock };

const ADMIN = { access: "admin", keys: "leads" } as const;
const nameSchema = z.object({ name: z.string() });
const doneSchema = z.object({ success: z.literal(true), message: z.string() });

export function campaignAdminRoutes({ config, database, clock }: Services) {
  return async (app: App) => {
    app.get(
      "/report",
      {
        config: ADMIN,
        schema: {
          summary: "Leads, what became of them and what they cost, by source, campaign or landing page",
          querystring: reportQuerySchema,
          response: { 200: reportSchema },
        },
      },
      async ({ query }) => {
        const now = clock.now();
        const { rows, cutMonths } = await readReport(database, query, now);
        const rest = rows.slice(MAX_ROWS);
        return {
          success: true as const,
          timeZone: currentFacts().timeZone,
          today: wallClock(now, currentFacts().timeZone).day,
          rows: rest.length === 0 ? rows : [...rows.slice(0, MAX_ROWS), { name: "All others", ...sumOf(rest) }],
          others: rest.length,
          total: sumOf(rows),
          cutMonths,
        };
      },
    );

    app.get(
      "/report/csv",
      {
        config: ADMIN,
        schema: { summary: "The same report with all rows, as CSV", querystring: reportQuerySchema },
      },
      async ({ query }, reply) => {
        const { rows } = await readReport(database, query, clock.now());
        return reply
          .type("text/csv; charset=utf-8")
          .header("content-disposition", `attachment; filename="${fileNameOf(query)}"`)
          .send(csvOf(query, rows));
      },
    );

    app.get(
      "/links",
      { config: ADMIN, schema: { summary: "All short links", response: { 200: linkListSchema } } },
      async () => ({
        success: true as const,
        address: `${config.publicUrl}${LINKS_PATH}`,
        links: (await listLinks(database.read)).map(toLink),
      }),
    );

    app.post(
      "/links",
      {
        config: ADMIN,
        schema: { summary: "Create a short link", body: newLinkSchema, response: { 201: linkChangedSchema } },
      },
      async (request, reply) => {
        const actor = requireCaller(request).email;
        const link = await addLink(database, { form: request.body, actor, now: clock.now() });
        return reply.status(201).send({ success: true, message: "Link created", link });
      },
    );

    app.put(
      "/links/:name",
      {
        config: ADMIN,
        schema: {
          summary: "Change, retire or restore a short link",
          params: nameSchema,
          body: linkChangeSchema,
          response: { 200: linkChangedSchema },
        },
      },
      async (request) => {
        const link = await changeLink(database, { ...changeBy(request), change: request.body });
        return { success: true as const, message: "Link changed", link };
      },
    );

    app.delete(
      "/links/:name",
      { config: ADMIN, schema: { summary: "Delete a short link", params: nameSchema, response: { 200: doneSchema } } },
      async (request) => {
        await deleteLink(database, changeBy(request));
        return { success: true as const, message: "Link deleted" };
      },
    );

    app.get(
      "/links/:name/history",
      {
        config: ADMIN,
        schema: {
          summary: "Audit log of a short link",
          params: nameSchema,
          response: { 200: auditLogSchema },
        },
      },
      async ({ params }) => ({
        success: true as const,
        history: await listAuditLog(database.read, { kind: "link", id: requireName(params.name) }),
      }),
    );
  };

  function changeBy(request: Parameters<typeof requireCaller>[0] & { params: { name: string } }) {
    return { name: requireName(request.params.name), actor: requireCaller(request).email, now: clock.now() };
  }
}

function requireName(typed: string): string {
  const name = linkNameOf(typed);
  if (name === undefined) throw new AppError("not_found", "Link not found");
  return name;
}

function csvOf({ by }: ReportQuery, rows: readonly ReportRow[]): string {
  const heading = [
    GROUPINGS[by].label,
    "Leads",
    "Held",
    "Share held (%)",
    "Link visits",
    "Said by phone",
    "Offers",
    "Contracts",
    "Closings",
    "Spend",
    ...STEP_NAMES.map((step) => `Cost per ${STEPS[step].one}`),
    "Spread",
    "Closings with a spread",
  ];
  const lines = rows.map((row) => {
    const { name, leads, held, visits, said, offers, contracts, closings, spendCents, spreads, spreadCents } = row;
    const counts = [leads, held, rateOf(held, leads) ?? "", visits ?? "", said, offers, contracts, closings];
    const costs = STEP_NAMES.map((step) => costOf(row, row[step]));
    const spread = spreads === 0 ? undefined : spreadCents;
    const cells = [...counts, ...[spendCents ?? undefined, ...costs, spread].map(dollarsOf), spreads];
    // Numbers as they are: a negative one would be taken for a formula.
    return `${csvCell(name)},${cells.join(",")}\r\n`;
  });
  return CSV_BOM + csvLine(heading) + lines.join("");
}

/** As spreadsheets calculate with it: "1250.50". */
function dollarsOf(cents: number | undefined): string {
  return cents === undefined ? "" : formatCents(cents).replaceAll(/[$,]/g, "");
}

/** "what-paid-off_campaign_first-visit_2026-11-01_to_2026-11-30.csv" */
function fileNameOf({ by, touch, from, to }: ReportQuery): string {
  const range = from || to ? `${from || "beginning"}_to_${to || "now"}` : "all-time";
  return `what-paid-off_${by}_${touch === "first" ? "first" : "latest"}-visit_${range}.csv`;
}
