import * as z from "zod/mini";
import { filterText } from "#accounts/exports/server/filter-text.ts";
import { sendExport } from "#accounts/exports/server/send-export.ts";
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
import { csvCell, csvLine } from "#platform/server/csv/csv.ts";
import type { CsvFile } from "#platform/server/csv/csv-export.ts";
import type { Database } from "#platform/server/database/database.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import { addLink, changeLink, deleteLink } from "./change-link.ts";
import { readReport } from "./report.ts";
import { listLinks } from "./store.ts";
import { toLink } from "./table.ts";

type Services = { config: { publicUrl: string }; database: Database; clock: Clock };

const nameSchema = z.object({ name: z.string() });

export function campaignAdminRoutes({ config, database, clock }: Services) {
  return endpoints({ access: "admin", duties: ["numbers"], programs: true, clock }, (api) => {
    api.get("/report", {
      summary: "Leads, what became of them and what they cost, by source, campaign or landing page",
      query: reportQuerySchema,
      answer: reportSchema,
      handle: async ({ query, now }) => {
        const { rows, cutMonths } = await readReport(database, query, now);
        const rest = rows.slice(MAX_ROWS);
        return {
          timeZone: currentFacts().timeZone,
          today: wallClock(now, currentFacts().timeZone).day,
          rows: rest.length === 0 ? rows : [...rows.slice(0, MAX_ROWS), { name: "All others", ...sumOf(rest) }],
          others: rest.length,
          total: sumOf(rows),
          cutMonths,
        };
      },
    });

    api.get("/report/csv", {
      summary: "The same report with all rows, as CSV",
      duties: ["numbers", "take-out"],
      query: reportQuerySchema,
      // An export writes an audit log entry, and HEAD would write one without an export.
      options: { exposeHeadRoute: false },
      handle: async (call) => {
        const { rows } = await readReport(database, call.query, call.now);
        const file = { kind: "report", filter: filterText(call.query), fileName: fileNameOf(call.query) };
        return sendExport({ database, call, ...file }, csvOf(call.query, rows));
      },
    });

    api.get("/links", {
      summary: "All short links",
      answer: linkListSchema,
      handle: async () => ({
        address: `${config.publicUrl}${LINKS_PATH}`,
        links: (await listLinks(database.read)).map(toLink),
      }),
    });

    api.post("/links", {
      summary: "Create a short link",
      body: newLinkSchema,
      created: linkChangedSchema,
      message: "Link created",
      handle: async ({ body, by }) => ({ link: await addLink(database, { form: body, ...by }) }),
    });

    api.put("/links/:name", {
      summary: "Change, retire or restore a short link",
      params: nameSchema,
      body: linkChangeSchema,
      answer: linkChangedSchema,
      message: "Link changed",
      handle: async ({ params, body, by }) => ({
        link: await changeLink(database, { name: requireName(params.name), ...by, change: body }),
      }),
    });

    api.delete("/links/:name", {
      summary: "Delete a short link",
      params: nameSchema,
      message: "Link deleted",
      handle: ({ params, by }) => deleteLink(database, { name: requireName(params.name), ...by }),
    });

    api.get("/links/:name/history", {
      summary: "Audit log of a short link",
      params: nameSchema,
      answer: auditLogSchema,
      handle: async ({ params }) => ({
        history: await listAuditLog(database.read, { kind: "link", id: requireName(params.name) }),
      }),
    });
  });
}

function requireName(typed: string): string {
  const name = linkNameOf(typed);
  if (name === undefined) throw new AppError("not_found", "Link not found");
  return name;
}

function csvOf({ by }: ReportQuery, rows: readonly ReportRow[]): CsvFile {
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
    const costs = STEP_NAMES.map((step) => costOf(row, step));
    const spread = spreads === 0 ? undefined : spreadCents;
    const cells = [...counts, ...[spendCents ?? undefined, ...costs, spread].map(dollarsOf), spreads];
    // Numbers skip csvCell, which treats a leading minus sign as a formula.
    return `${csvCell(name)},${cells.join(",")}\r\n`;
  });
  return { heading: csvLine(heading), blocks: oneBlock(lines) };
}

async function* oneBlock(lines: readonly string[]): AsyncGenerator<readonly string[]> {
  yield lines;
}

/** "1250.50" */
function dollarsOf(cents: number | undefined): string {
  return cents === undefined ? "" : formatCents(cents).replaceAll(/[$,]/g, "");
}

/** "what-paid-off_campaign_first-visit_2026-11-01_to_2026-11-30.csv" */
function fileNameOf({ by, touch, from, to }: ReportQuery): string {
  const range = from || to ? `${from || "beginning"}_to_${to || "now"}` : "all-time";
  return `what-paid-off_${by}_${touch === "first" ? "first" : "latest"}-visit_${range}.csv`;
}
